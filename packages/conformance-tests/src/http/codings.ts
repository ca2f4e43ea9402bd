import { brotliDecompressSync, gunzipSync, inflateSync } from "node:zlib"

const decoders: {
  readonly [coding: string]: (bytes: Buffer, options: { maxOutputLength: number }) => Buffer
} = {
  gzip: gunzipSync,
  "x-gzip": gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
}

/**
 * Returns a body without its content codings, which a server may choose if a request does not
 * restrict them (RFC 9110, 12.5.3). Throws if it does not match its `Content-Encoding`.
 */
export const decoded = (bytes: Buffer, encoding: string, mostBytes: number): Buffer => {
  const codings = encoding
    .toLowerCase()
    .split(",")
    .map((coding) => coding.trim())
    .filter((coding) => coding !== "" && coding !== "identity")
  if (bytes.length === 0) return bytes
  return codings.reduceRight((inner, coding) => {
    const decode = decoders[coding]
    if (decode === undefined) throw new Error(`the answer's Content-Encoding ${coding} is unknown`)
    try {
      return decode(inner, { maxOutputLength: mostBytes })
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      throw new Error(`the answer says Content-Encoding: ${coding}, and cannot be decoded (${why})`)
    }
  }, bytes)
}
