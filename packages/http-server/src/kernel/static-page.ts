import { promisify } from "node:util"
import { gzip } from "node:zlib"
import type { Exchange, Page } from "./kernel.ts"
import { etagOf, matchesWeakly, respondPage } from "./respond.ts"
import { enter } from "./stages.ts"

/** A text that does not change while the process runs. */
export interface StaticText {
  readonly type: string
  readonly text: string
  /** Its `Content-Security-Policy`. */
  readonly policy: string
  /** Its `Cache-Control`; without one, browsers check each time whether it has changed. */
  readonly caching?: string
}

interface Encoded {
  readonly headers: ReadonlyArray<string>
  readonly etag: string
  readonly body: Buffer
}

interface Representations {
  readonly plain: Encoded
  readonly gzipped: Encoded
}

const compress = promisify(gzip)

const encode = async (made: StaticText): Promise<Representations> => {
  const { type, text, policy, caching = "no-cache" } = made
  const headers = [
    "Content-Type",
    type,
    "X-Content-Type-Options",
    "nosniff",
    "Content-Security-Policy",
    policy,
    "Cache-Control",
    caching,
    "Vary",
    "Accept-Encoding",
    "ETag",
  ]
  const plain = Buffer.from(text)
  const gzipped = await compress(plain)
  const etag = etagOf(text)
  const gzipEtag = etag.replace(/"$/u, '-gzip"')
  return {
    plain: { headers: [...headers, etag], etag, body: plain },
    gzipped: {
      headers: [...headers, gzipEtag, "Content-Encoding", "gzip"],
      etag: gzipEtag,
      body: gzipped,
    },
  }
}

const refusesGzip = /\bgzip\s*;\s*q=0(?:\.0*)?\s*(?:,|$)/iu

const takesGzip = (field: string | string[] | undefined): boolean =>
  typeof field === "string" && /\bgzip\b/iu.test(field) && !refusesGzip.test(field)

const respondWith = (exchange: Exchange, { plain, gzipped }: Representations): undefined => {
  const { "accept-encoding": encodings, "if-none-match": known } = exchange.request.headers
  const { headers, etag, body } = takesGzip(encodings) ? gzipped : plain
  return known !== undefined && matchesWeakly(known, etag)
    ? respondPage(exchange, 304, headers, "")
    : respondPage(exchange, 200, headers, body)
}

/**
 * Makes and compresses the text at the first request. Each later GET, which needs no token, only
 * writes that buffer.
 */
export const staticPage = (make: () => Promise<StaticText>): Page => {
  let making: Promise<Representations> | undefined
  let made: Representations | undefined
  return (exchange) => {
    if (made !== undefined) return respondWith(exchange, made)
    making ??= make().then(encode)
    making.then(
      (representations) => {
        made = representations
        enter(exchange, () => respondWith(exchange, representations))
      },
      (defect) => exchange.kernel.failed(exchange, defect),
    )
  }
}

const runsNothing = "default-src 'none'; frame-ancestors 'none'"

export const jsonPage = (make: () => object): Page =>
  staticPage(async () => ({
    type: "application/json",
    text: JSON.stringify(make()),
    policy: runsNothing,
  }))

/** A page with its own style, without scripts and external resources. */
export const htmlPage = (make: () => string): Page =>
  staticPage(async () => ({
    type: "text/html; charset=utf-8",
    text: make(),
    policy: `${runsNothing}; style-src 'unsafe-inline'`,
  }))
