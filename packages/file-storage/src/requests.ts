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

/** What bounds a request. */
interface Bounds {
  /** So many bytes go one way or the other. */
  readonly size?: number
  /** How long nothing may move, where that is another time than usual. */
  readonly silenceMs?: number
}

/** What is sent; a body can be read, and so sent, again. */
interface Sent {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Blob | string
  readonly signal?: AbortSignal | null
}

/** Sends a signed request to a path of the bucket. */
export type Send = (path: string, sent?: Sent, bounds?: Bounds) => Promise<Response>

/** A request, with the bytes that it sends or receives, is given up after this time, */
const timeoutMs = 600_000
/** and so much more for each megabyte. */
const timeoutMsPerMegabyte = 1_000

/** How often a request is sent that the service could not serve. */
const maxTries = 4

/** In milliseconds, before the second try. */
const firstPause = 50

/** Whether a connection broke, as one does that the service has closed meanwhile. */
const isBroken = (error: unknown): boolean =>
  error instanceof TypeError && !(error instanceof Silent) && !isRedirect(error)

/**
 * Sends a request, and again where the service has too much to do, or fails; where the connection
 * broke, unless it matters how often the request arrives.
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
    // Not all at once: others were refused with it.
    await setTimeout(randomInt(firstPause * 2 ** (tries - 1)))
  }
}

/** Signs what goes to the bucket. */
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
        // The signal of a `Request` that is made here first would be lost to the garbage
        // collector. And without "error", `fetch` keeps all of a body in memory for a redirect,
        // and would take a receipt, or ask for one, wherever that leads.
        return fetch(to, { method, headers, body: body ?? null, signal, redirect: "error" })
      }, sent.method !== "POST")
      return heard(response, silence)
    } catch (error) {
      throw unreachable(error)
    } finally {
      silence.end()
    }
  }
}

const redirected =
  "S3 answered with a redirect, which is not followed: check the address and the region"

/** Nothing else tells a redirect. */
const isRedirect = ({ cause }: Error): boolean =>
  cause instanceof Error && cause.message === "unexpected redirect"

/** `fetch` itself says only that it failed. */
const unreachable = (error: unknown): unknown => {
  if (!(error instanceof TypeError) || error instanceof Silent) return error
  const { code, message } = (error.cause ?? error) as NodeJS.ErrnoException
  // No other try would end otherwise, so this is no TypeError.
  if (isRedirect(error)) return new Error(redirected)
  return new TypeError(`S3 cannot be reached: ${code ?? message}`, { cause: error })
}

/** The response, whose bytes may keep its reader waiting for as long as the silence lasts. */
const heard = (response: Response, silence: Silence): Response => {
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

/** Nothing that the service says of itself is shown, but its status. */
export const expected = async (response: Response, ...statuses: ReadonlyArray<number>) => {
  if (statuses.includes(response.status)) return response
  await response.body?.cancel()
  throw new Error(`S3 answered with ${response.status}`)
}

/** Waits for a response of one of these statuses, and takes nothing from it. */
export const done = async (response: Response, ...statuses: ReadonlyArray<number>) => {
  await (await expected(response, ...statuses)).body?.cancel()
}

/** What XML has names for; other characters have numbers. */
const named: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" }

/** Objects of others, with any name, may be among ours. */
const unescaped = (text: string): string =>
  text.replaceAll(/&(?:#x([0-9a-f]{1,6})|#([0-9]{1,7})|(\w+));/giu, (whole, hex, decimal, name) => {
    if (name !== undefined) return named[name] ?? whole
    const point = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
    return point <= 0x10_ff_ff ? String.fromCodePoint(point) : whole
  })

/** What stands in each element of that name. */
export const textsOf = (xml: string, name: string): ReadonlyArray<string> =>
  [...xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, "gu"))].map(([, text = ""]) =>
    unescaped(text),
  )
