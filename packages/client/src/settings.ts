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
  /** Where the service is, such as `https://outlay.example.com`; may have a path. */
  readonly baseUrl: string | URL
  /**
   * A token of the business; for `makeOperatorClient`, the operator's. Null, in a page of the
   * service itself: the session of the browser, whose cookie no script can read.
   */
  readonly token: string | Redacted.Redacted<string> | null
  readonly retry?: RetryOptions
  /** How long one attempt may take, but for streamed bodies. Default 30 s. */
  readonly timeout?: Duration.Input
  /** What sends; by default the `fetch` of the platform. */
  readonly fetch?: typeof globalThis.fetch
}

export interface Settings {
  readonly origin: string
  /** Null: the browser has a session. */
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

/** Throws a TypeError, which never shows the token, for a token or an address that cannot be. */
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
