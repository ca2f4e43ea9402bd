import { AwsClient } from "aws4fetch"
import { Redacted } from "effect"

/** A bucket of an S3-compatible service, in the form `https://host/bucket/prefix`. */
export interface S3Options {
  /** The endpoint with the bucket as the first part of its path, and maybe a prefix after it. */
  readonly url: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: Redacted.Redacted<string>
  /** How many names a listing asks for at once: 1,000. */
  readonly pageSize?: number
  /** In bytes: larger files are sent in parts of this size, 32 MiB. S3 wants 5 MiB at least. */
  readonly partSize?: number
}

/** Sends a signed request to a path of the bucket; `size` bytes go one way or the other. */
export type Send = (path: string, init?: RequestInit, size?: number) => Promise<Response>

/** A request, with the bytes that it sends or receives, is given up after this time, */
const timeoutMs = 600_000
/** and so much more for each megabyte. */
const timeoutMsPerMegabyte = 1_000

export const sender = (options: S3Options, url: string): Send => {
  const { region, accessKeyId, secretAccessKey } = options
  const client = new AwsClient({
    accessKeyId,
    secretAccessKey: Redacted.value(secretAccessKey),
    region,
    service: "s3",
    retries: 3,
  })
  return async (path, init = {}, size = 0) => {
    const timeLimitMs = timeoutMs + Math.ceil(size / 1e6) * timeoutMsPerMegabyte
    try {
      const signal = AbortSignal.timeout(timeLimitMs)
      return await client.fetch(`${url}${path}`, { ...init, signal })
    } catch (error) {
      throw error instanceof TypeError ? unreachable(error) : error
    }
  }
}

/** `fetch` itself says only that it failed. */
const unreachable = (error: TypeError): TypeError => {
  const { code, message } = (error.cause ?? error) as NodeJS.ErrnoException
  return new TypeError(`S3 cannot be reached: ${code ?? message}`, { cause: error })
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

/** What stands in each element of that name. Our names have no character that XML escapes. */
export const textsOf = (xml: string, name: string): ReadonlyArray<string> =>
  [...xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, "gu"))].map((_) => _[1] as string)
