import { Duration, Redacted } from "effect"

export interface RetryOptions {
  /** The most retries of a call; 0 for none. Default 4. */
  readonly maxRetries?: number
  /** The delay before the first retry, which doubles with each. Default 200 ms. */
  readonly initialDelay?: Duration.Input
  /**
   * The longest delay. If `Retry-After` is longer, the call fails at once with that response.
   * Default 30 s.
   */
  readonly maxDelay?: Duration.Input
}

export interface ClientOptions {
  /** The address of the service, such as `https://outlay.example.com`; may have a path. */
  readonly baseUrl: string | URL
  /**
   * A token of the business; for `makeOperatorClient`, the operator's. Null in a page of the
   * service itself: then the browser's session is used, whose cookie no script can read.
   */
  readonly token: string | Redacted.Redacted<string> | null
  readonly retry?: RetryOptions
  /** Time limit of one attempt; streamed bodies have none. Default 30 s. */
  readonly timeout?: Duration.Input
  /** The function that sends requests; by default the platform's `fetch`. */
  readonly fetch?: typeof globalThis.fetch
}

export interface Settings {
  readonly origin: string
  /** Null if the browser has a session. */
  readonly token: string | null
  readonly fetch: typeof globalThis.fetch
  readonly timeout: Duration.Duration
  readonly retry: {
    readonly maxRetries: number
    readonly initialDelay: Duration.Duration
    readonly maxDelay: Duration.Duration
  }
}

const visible = /^[\x21-\x7e]+$/u

/** Throws a TypeError if the token or the address is malformed; it never shows the token. */
export const settingsOf = (options: ClientOptions): Settings => {
  const token = Redacted.isRedacted(options.token) ? Redacted.value(options.token) : options.token
  if (token !== null && !visible.test(token)) {
    throw new TypeError("The token is empty or has a character that is not allowed in a header.")
  }
  const {
    maxRetries = 4,
    initialDelay = "200 millis",
    maxDelay = "30 seconds",
  } = options.retry ?? {}
  return {
    origin: originOf(options.baseUrl),
    token,
    fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
    timeout: Duration.fromInputUnsafe(options.timeout ?? "30 seconds"),
    retry: {
      maxRetries,
      initialDelay: Duration.fromInputUnsafe(initialDelay),
      maxDelay: Duration.fromInputUnsafe(maxDelay),
    },
  }
}

const originOf = (baseUrl: string | URL): string => {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : null
  if (url === null || !/^https?:$/u.test(url.protocol)) {
    throw new TypeError("The baseUrl is not an http or https URL.")
  }
  if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "") {
    throw new TypeError("The baseUrl must not have credentials, a query or a fragment.")
  }
  return `${url.origin}${url.pathname}`.replace(/\/+$/u, "")
}
