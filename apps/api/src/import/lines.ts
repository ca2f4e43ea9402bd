import { createReadStream } from "node:fs"
import { stat } from "node:fs/promises"
import { createInterface } from "node:readline"
import { pipeline, type Readable, Transform } from "node:stream"
import { createGunzip } from "node:zlib"
import { type Info, parse } from "csv-parse"
import { commandFailed } from "../failure.ts"

/** A line of a CSV file: its cells, or why it cannot be read. */
export interface Line<A> {
  /** Counted from 1, the heading included. */
  readonly line: number
  readonly content: A | Error
}

/** A file that is being read, perhaps unpacked on the way. */
export interface Opened {
  readonly bytes: Readable
  /** How much of the file has been taken, from 0 to 1; null where its size is not known. */
  readonly progress: () => number | null
  /** Says how many bytes of what is unpacked the lines had that were taken so far. */
  readonly taken: (bytes: number) => void
}

/**
 * A reader runs ahead of the lines: what counts is how far they have come. `share` says how much of
 * the file the bytes are that were taken.
 */
const opened = (bytes: Readable, share: ((taken: number) => number) | null): Opened => {
  let done = 0
  // An import that is stopped before its first line reads nothing, and nobody else listens.
  bytes.on("error", () => undefined)
  return {
    bytes,
    progress: () => (share === null ? null : Math.min(1, share(done))),
    taken: (now) => {
      done = now
    },
  }
}

/** Refuses a file that is not there, before anything else is asked of the person. */
export const checkFile = async (file: string): Promise<void> => {
  if (file !== "-") await sizeOf(file)
}

/** Opens a file (`-` is standard input); `.gz` is unpacked. */
export const open = async (file: string): Promise<Opened> => {
  if (file === "-") return opened(process.stdin, null)
  const size = await sizeOf(file)
  const source = createReadStream(file)
  if (file.endsWith(".gz")) return unpacked(source, size)
  return opened(source, (taken) => (size === 0 ? 1 : taken / size))
}

/** How long it will be is not known before its end: the size that gzip notes may be anything. */
const unpacked = (source: Readable, size: number): Opened => {
  let length = 0
  const gunzip = createGunzip()
  const counting = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      length += chunk.length
      done(null, chunk)
    },
  })
  // Whoever reads the last of them hears what fails.
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

/** What reads ends with the fault of what is read, and with one that came before. */
const endWith = (bytes: Readable, reader: Transform): void => {
  if (bytes.errored !== null) reader.destroy(bytes.errored)
  bytes.on("error", (error) => reader.destroy(error))
}

/**
 * The records of a CSV file with their line numbers. A record that breaks the format is an error of
 * its own.
 */
export async function* csvLines({
  bytes,
  taken,
}: Opened): AsyncGenerator<Line<ReadonlyArray<string>>> {
  const broken: Array<Line<ReadonlyArray<string>>> = []
  const parser = parse({
    bom: true,
    info: true,
    // A stray quote is text, as in 5" pipe: else it would swallow the lines that follow.
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

/** The lines of a text file; blank ones are left out. */
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

/** Groups of so many; the last may be smaller. */
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
