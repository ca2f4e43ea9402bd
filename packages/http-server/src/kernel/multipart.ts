import type { IncomingHttpHeaders } from "node:http"
import type { Readable } from "node:stream"
import { Busboy, type BusboyInstance } from "@fastify/busboy"
import { refuse } from "./refusal.ts"

/** An incoming file. */
export interface SentFile {
  readonly name: string | null
  readonly bytes: AsyncIterable<Uint8Array>
}

const isMultipart = /^multipart\/form-data\s*;/iu

export const hasParts = (type: string | undefined): boolean => isMultipart.test(type ?? "")

const malformed = (detail?: string) => refuse("malformed_multipart", detail)

/** A second part is refused; a part has few header fields and a short name. */
const limits = {
  ...{ files: 1, fields: 0, parts: 2, fieldNameSize: 255, headerPairs: 20 },
  headerSize: 8_192,
  fileSize: Number.POSITIVE_INFINITY,
}

/**
 * Returns the one file of a `multipart/form-data` body: its name, and its bytes as they arrive. If
 * the body contains anything else, reading the bytes fails, at the end at the latest.
 */
export const partOf = async (
  headers: IncomingHttpHeaders,
  body: AsyncIterable<Uint8Array>,
): Promise<SentFile> => {
  const parser = parserOf(headers)
  const found = Promise.withResolvers<SentFile>()
  const finished = Promise.withResolvers<void>()
  let file: Readable | null = null
  const fail = (error: unknown) => {
    found.reject(error)
    finished.reject(error)
    file?.destroy()
    parser.destroy()
  }
  finished.promise.catch(() => undefined)
  parser.on("file", (_field, part, name) => {
    file = part
    part.on("error", fail)
    found.resolve({
      name: name === undefined ? null : name,
      bytes: wholeOf(part, finished.promise),
    })
  })
  for (const event of ["partsLimit", "filesLimit", "fieldsLimit"] as const) {
    parser.on(event, () => fail(malformed()))
  }
  parser.on("error", () => fail(malformed()))
  parser.on("finish", () => {
    found.reject(malformed("The body has no file."))
    finished.resolve()
  })
  pump(body, parser).catch(fail)
  return found.promise
}

const parserOf = (headers: IncomingHttpHeaders): BusboyInstance => {
  try {
    return new Busboy({
      headers: { ...headers, "content-type": headers["content-type"] ?? "" },
      limits,
    })
  } catch {
    throw malformed("The Content-Type has no usable boundary.")
  }
}

const pump = async (body: AsyncIterable<Uint8Array>, parser: BusboyInstance): Promise<void> => {
  for await (const chunk of body) {
    if (parser.destroyed) return
    if (parser.write(chunk)) continue
    await takes(parser)
  }
  parser.end()
}

/** Waits until the parser accepts more or has closed. */
const takes = (parser: BusboyInstance): Promise<void> =>
  new Promise((done) => {
    const next = () => {
      parser.off("drain", next).off("close", next)
      done()
    }
    parser.on("drain", next).on("close", next)
  })

/** Yields the bytes of a part. They end without an error only if nothing follows the part. */
async function* wholeOf(part: Readable, finished: Promise<void>): AsyncGenerator<Uint8Array> {
  try {
    yield* part as AsyncIterable<Uint8Array>
  } catch (error) {
    await finished
    throw error
  }
  await finished
}
