import { randomInt } from "node:crypto"
import { setTimeout } from "node:timers/promises"
import { AwsV4Signer } from "aws4fetch"
import { Redacted } from "effect"
import { HeardBlob, Silence, Silent, usualSilenceMs } from "./silence.ts"

/** A bucket of an S3-compatible service, in the form `https://host/bucket/prefix`. */
export interface S3Options {
  /**
   * The endpoint, with the bucket as the first part of its path, optionally followed by a prefix.
   */
  readonly url: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: Redacted.Redacted<string>
  /** Maximum number of names per listing request: 1,000. */
  readonly pageSize?: number
  /** Larger files are sent in parts of this size in bytes: 32 MiB. S3 requires at least 5 MiB. */
  readonly partSize?: number
}

/** Limits of a request. */
interface Bounds {
  /** Number of bytes that are sent or received. */
  readonly size?: number
  /** Time without any transfer after which the request fails, if not the usual one. */
  readonly silenceMs?: number
}

/** A request; its body can be read several times, and so sent again. */
interface Sent {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Blob | string
  readonly signal?: AbortSignal | null
}

/** Sends a signed request to a path of the bucket. */
export type Send = (path: string, sent?: Sent, bounds?: Bounds) => Promise<Response>

/** Time limit of a request, including the transfer of its body, */
const timeoutMs = 600_000
/** plus this time for each megabyte. */
const timeoutMsPerMegabyte = 1_000

/** Maximum number of attempts for a request that the service could not serve. */
const maxTries = 4

/** Milliseconds before the second attempt. */
const firstPause = 50

/** Returns true if a connection broke, for example because the service had closed it. */
const isBroken = (error: unknown): boolean =>
  error instanceof TypeError && !(error instanceof Silent) && !isRedirect(error)

/**
 * Sends a request, and retries it if the service is overloaded or fails, or if the connection broke
 * and the request can be repeated.
 */
const persistently = async (
  send: () => Promise<Response>,
  isRepeatable: boolean,
): Promise<Response> => {
  for (let tries = 1; ; tries++) {
    const response = await send().catch((error: unknown) => {
      if (tries === maxTries || !isRepeatable || !isBroken(error)) throw error
      return null
    })
    const isRefused = response === null || response.status >= 500 || response.status === 429
    if (response !== null && (!isRefused || tries === maxTries)) return response
    await response?.body?.cancel()
    // The random delay spreads the retries of all requests that were refused at the same time.
    await setTimeout(randomInt(firstPause * 2 ** (tries - 1)))
  }
}

/** Returns a function that signs requests to the bucket. */
const signer = ({ region, accessKeyId, secretAccessKey }: S3Options) => {
  const key = { accessKeyId, secretAccessKey: Redacted.value(secretAccessKey) }
  const cache = new Map<string, ArrayBuffer>()
  return (url: string, { method = "GET", headers = {} }: Sent) =>
    new AwsV4Signer({ ...key, cache, region, service: "s3", url, method, headers }).sign()
}

export const sender = (options: S3Options, url: string): Send => {
  const sign = signer(options)
  return async (path, sent = {}, { size = 0, silenceMs = usualSilenceMs } = {}) => {
    const timeLimitMs = timeoutMs + Math.ceil(size / 1e6) * timeoutMsPerMegabyte
    const silence = new Silence(silenceMs)
    const signals = [AbortSignal.timeout(timeLimitMs), silence.signal, sent.signal ?? []].flat()
    const body = sent.body instanceof Blob ? new HeardBlob(sent.body, silence) : sent.body
    silence.begin()
    try {
      const signal = AbortSignal.any(signals)
      const response = await persistently(async () => {
        const { method, url: to, headers } = await sign(`${url}${path}`, sent)
        // The signal of a `Request` created here would be lost to the garbage collector. And
        // without "error", `fetch` keeps all of a body in memory for a redirect, and would follow
        // it to any server with a receipt.
        return fetch(to, { method, headers, body: body ?? null, signal, redirect: "error" })
      }, sent.method !== "POST")
      return withSilenceLimit(response, silence)
    } catch (error) {
      throw unreachable(error)
    } finally {
      silence.end()
    }
  }
}

const redirected =
  "S3 answered with a redirect, which is not followed: check the address and the region"

/** Returns true for a redirect, of which the message is the only sign. */
const isRedirect = ({ cause }: Error): boolean =>
  cause instanceof Error && cause.message === "unexpected redirect"

/** Returns an error that names the cause, because `fetch` itself only reports that it failed. */
const unreachable = (error: unknown): unknown => {
  if (!(error instanceof TypeError) || error instanceof Silent) return error
  const { code, message } = (error.cause ?? error) as NodeJS.ErrnoException
  // A retry would have the same result, so this is not a TypeError.
  if (isRedirect(error)) return new Error(redirected)
  return new TypeError(`S3 cannot be reached: ${code ?? message}`, { cause: error })
}

/** Returns the response with a body that fails if no bytes arrive for the time of the silence. */
const withSilenceLimit = (response: Response, silence: Silence): Response => {
  if (response.body === null) return response
  const reader = response.body.getReader()
  const body = new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        silence.begin()
        try {
          const { done, value } = await reader.read()
          if (done) controller.close()
          else controller.enqueue(value)
        } catch (error) {
          throw unreachable(error)
        } finally {
          silence.end()
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  )
  return new Response(body, response)
}

/** Reports only the status of the service, and nothing of its response. */
export const expected = async (response: Response, ...statuses: ReadonlyArray<number>) => {
  if (statuses.includes(response.status)) return response
  await response.body?.cancel()
  throw new Error(`S3 answered with ${response.status}`)
}

/** Waits for a response with one of these statuses, and ignores its body. */
export const done = async (response: Response, ...statuses: ReadonlyArray<number>) => {
  await (await expected(response, ...statuses)).body?.cancel()
}

/** Characters that have names in XML; others have numbers. */
const named: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" }

/** Decodes XML entities. The bucket may contain other objects, with any names. */
const unescaped = (text: string): string =>
  text.replaceAll(/&(?:#x([0-9a-f]{1,6})|#([0-9]{1,7})|(\w+));/giu, (whole, hex, decimal, name) => {
    if (name !== undefined) return named[name] ?? whole
    const point = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
    return point <= 0x10_ff_ff ? String.fromCodePoint(point) : whole
  })

/** Returns the text of each element with that name. */
export const textsOf = (xml: string, name: string): ReadonlyArray<string> =>
  [...xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, "gu"))].map(([, text = ""]) =>
    unescaped(text),
  )
