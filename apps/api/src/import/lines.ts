import { createReadStream } from "node:fs"
import { stat } from "node:fs/promises"
import { createInterface } from "node:readline"
import { pipeline, type Readable, Transform } from "node:stream"
import { createGunzip } from "node:zlib"
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
  bytes.pipe(parser)
  for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: Info }>) {
    const before = broken.findLastIndex(({ line }) => line <= info.lines) + 1
    yield* broken.splice(0, before)
    taken(info.bytes)
    yield { line: info.lines, content: record }
  }
  yield* broken.splice(0)
}

/** Returns the lines of a text file without blank ones. */
export async function* textLines({ bytes, taken }: Opened): AsyncGenerator<Line<string>> {
  const relay = new Transform({
    transform(chunk, _encoding, done) {
      done(null, chunk)
    },
  })
  endWith(bytes, relay)
  let line = 0
  const lines = createInterface({ input: bytes.pipe(relay), crlfDelay: Number.POSITIVE_INFINITY })
  const failure = new Promise<never>((_, reject) => relay.on("error", reject))
  failure.catch(() => undefined)
  let length = 0
  for await (const text of lines) {
    line += 1
    length += Buffer.byteLength(text) + 1
    taken(length)
    if (text.trim() !== "")
      yield { line, content: line === 1 ? text.replace(/^\uFEFF/u, "") : text }
  }
  if (relay.errored !== null) await failure
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
