import { createReadStream } from "node:fs"
import { stat } from "node:fs/promises"
import { pipeline, type Readable, Transform } from "node:stream"
import { createGunzip } from "node:zlib"
import type { ImportLine } from "@outlay/domain"
import { importLines } from "@outlay/http-server"
import { type Info, parse } from "csv-parse"
import { commandFailed } from "../failure.ts"

/** A line of a CSV file: its cells, or why it cannot be read. */
export interface Line<A> {
  /** Line number from 1, including the header. */
  readonly line: number
  readonly content: A | Error
}

/** A file that is being read, and decompressed if needed. */
export interface Opened {
  readonly bytes: Readable
  /** Returns the fraction of the file that was taken, from 0 to 1; null if its size is unknown. */
  readonly progress: () => number | null
  /** Sets the number of uncompressed bytes of the lines taken so far. */
  readonly taken: (bytes: number) => void
}

/**
 * Opens a file. A reader runs ahead of the lines, so progress counts the lines taken. `share`
 * converts the bytes taken to a fraction of the file.
 */
const opened = (bytes: Readable, share: ((taken: number) => number) | null): Opened => {
  let done = 0
  // If an import stops before its first line, no one else handles errors of the stream.
  bytes.on("error", () => undefined)
  return {
    bytes,
    progress: () => (share === null ? null : Math.min(1, share(done))),
    taken: (now) => {
      done = now
    },
  }
}

/** Refuses a missing file before the person is asked anything else. */
export const checkFile = async (file: string): Promise<void> => {
  if (file !== "-") await sizeOf(file)
}

/** Opens a file (`-` is standard input). A `.gz` file is decompressed. */
export const open = async (file: string): Promise<Opened> => {
  if (file === "-") return opened(process.stdin, null)
  const size = await sizeOf(file)
  const source = createReadStream(file)
  if (file.endsWith(".gz")) return unpacked(source, size)
  return opened(source, (taken) => (size === 0 ? 1 : taken / size))
}

/** Decompresses a file. The size in the gzip trailer is unreliable, so the length is unknown. */
const unpacked = (source: Readable, size: number): Opened => {
  let length = 0
  const gunzip = createGunzip()
  const counting = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      length += chunk.length
      done(null, chunk)
    },
  })
  // The reader of the last stream receives the error.
  pipeline(source, gunzip, counting, () => undefined)
  return opened(counting, (taken) =>
    length === 0 ? 0 : (taken / length) * (gunzip.bytesWritten / size),
  )
}

const sizeOf = async (file: string): Promise<number> => {
  const stats = await stat(file).catch((error: NodeJS.ErrnoException) => {
    throw commandFailed(
      error.code === "ENOENT"
        ? `There is no file ${file}.`
        : `Cannot read ${file}: ${error.message}.`,
    )
  })
  if (!stats.isFile()) throw commandFailed(`${file} is not a file.`)
  return stats.size
}

/** Passes errors of the source to the reader, including an earlier one. */
const endWith = (bytes: Readable, reader: Transform): void => {
  if (bytes.errored !== null) reader.destroy(bytes.errored)
  bytes.on("error", (error) => reader.destroy(error))
}

const utf16Mark = Buffer.from("\uFEFF", "utf16le")

/** Returns a function that is true once the bytes are known to be neither UTF-8 nor UTF-16. */
const watchedText = (bytes: Readable): (() => boolean) => {
  const decoder = new TextDecoder("utf-8", { fatal: true })
  let state: "new" | "UTF-8" | "UTF-16" | "invalid" = "new"
  const check = (chunk?: Buffer) => {
    if (state === "new" && chunk?.subarray(0, 2).equals(utf16Mark)) state = "UTF-16"
    if (state === "UTF-16" || state === "invalid") return
    state = "UTF-8"
    try {
      decoder.decode(chunk, { stream: chunk !== undefined })
    } catch {
      state = "invalid"
    }
  }
  bytes.on("data", check)
  bytes.on("end", check)
  return () => state === "invalid"
}

const notUtf8 = new Error("The line must be UTF-8.")

/** True if a cell has the character by which the parser replaces invalid bytes. */
const isReplaced = (cell: string): boolean => cell.includes("\uFFFD")

/**
 * Returns the records of a CSV file with their line numbers. An invalid record is an error of its
 * own line.
 */
export async function* csvLines({
  bytes,
  taken,
}: Opened): AsyncGenerator<Line<ReadonlyArray<string>>> {
  const broken: Array<Line<ReadonlyArray<string>>> = []
  const parser = parse({
    bom: true,
    info: true,
    // A stray quote is text, as in 5" pipe. Otherwise it would swallow the following lines.
    relax_quotes: true,
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    on_skip: (error) => {
      if (error !== undefined) broken.push({ line: Number(error["lines"] ?? 0), content: error })
    },
  })
  endWith(bytes, parser)
  // Checking the whole file costs far less than checking each cell.
  const isInvalid = watchedText(bytes)
  bytes.pipe(parser)
  for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: Info }>) {
    const before = broken.findLastIndex(({ line }) => line <= info.lines) + 1
    yield* broken.splice(0, before)
    taken(info.bytes)
    yield { line: info.lines, content: isInvalid() && record.some(isReplaced) ? notUtf8 : record }
  }
  yield* broken.splice(0)
}

/** Returns the rows of an NDJSON file, read as by an import over HTTP. */
export const rowLines = (opened: Opened): AsyncGenerator<ImportLine, void> => {
  const { rest, taken } = unmarked(opened)
  return importLines(rest, taken)
}

const byteOrderMark = Buffer.from("\uFEFF")

/** Returns the bytes of the file without the byte order mark that some programs write. */
const unmarked = ({ bytes, taken }: Opened) => {
  let skipped = 0
  const rest = async function* (): AsyncGenerator<Buffer, void> {
    let head: Buffer | null = Buffer.alloc(0)
    for await (const chunk of bytes as AsyncIterable<Buffer>) {
      if (head === null) {
        yield chunk
        continue
      }
      head = Buffer.concat([head, chunk])
      if (head.length < byteOrderMark.length) continue
      const isMarked = head.subarray(0, byteOrderMark.length).equals(byteOrderMark)
      skipped = isMarked ? byteOrderMark.length : 0
      yield head.subarray(skipped)
      head = null
    }
    if (head !== null) yield head
  }
  return { rest: rest(), taken: (length: number) => taken(length + skipped) }
}

/** Groups items into batches of `size`; the last one may be smaller. */
export async function* batches<A>(items: AsyncIterable<A>, size: number): AsyncGenerator<Array<A>> {
  let batch: Array<A> = []
  for await (const item of items) {
    batch.push(item)
    if (batch.length < size) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
