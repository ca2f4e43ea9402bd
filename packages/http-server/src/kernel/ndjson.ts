import type { ImportLine } from "@outlay/domain"
import type { RecordTransaction } from "@outlay/domain/fields"
import type { ImportFault } from "@outlay/domain/rules"
import { decodeBody, RecordTransaction as Row } from "@outlay/http-contract"
import { Result } from "effect"
import { excesses, parseJson } from "./json.ts"
import { othersTurns } from "./others-turns.ts"

/** A line longer than any row can be is refused unread, to limit memory. */
const maxLine = 1_048_576

/** Maximum time in milliseconds for reading lines in one turn of the event loop. */
const readingTime = 5

const newline = 0x0a

/**
 * Yields the lines of newline-delimited JSON as they arrive, counted from 1, without blank lines.
 * Lines that arrive at once are read in several turns of the event loop. `taken` is called with the
 * number of bytes of the lines read so far.
 */
export async function* importLines(
  bytes: AsyncIterable<Uint8Array>,
  taken: (bytes: number) => void = () => undefined,
): AsyncGenerator<ImportLine, void> {
  let read = 0
  let line = 0
  let pending: Array<Buffer> = []
  let length = 0
  let began = performance.now()
  let waitingSince = began
  const take = (): ImportLine | null => {
    line++
    read += length + 1
    taken(read)
    if (length === 0) return null
    const row = length > maxLine ? tooLong : readRow(Buffer.concat(pending))
    pending = []
    length = 0
    return row === null ? null : { line, row }
  }
  for await (const chunk of bytes) {
    // Waiting for a slow client does not count as work.
    began += performance.now() - waitingSince
    const buffer = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
    let start = 0
    for (let end = buffer.indexOf(newline); end !== -1; end = buffer.indexOf(newline, start)) {
      keep(buffer.subarray(start, end))
      const taken = take()
      if (taken !== null) yield taken
      start = end + 1
      const worked = performance.now() - began
      if (worked < readingTime) continue
      await othersTurns(worked)
      began = performance.now()
    }
    keep(buffer.subarray(start))
    waitingSince = performance.now()
  }
  const last = length > 0 ? take() : null
  if (last !== null) yield last

  function keep(part: Buffer): void {
    length += part.length
    if (length <= maxLine) pending.push(part)
  }
}

type Read = Result.Result<RecordTransaction, ImportFault>

const refused = (code: string, detail: string): Read => Result.fail({ code, detail })

const tooLong = refused("too_long", `A line has at most ${maxLine} bytes.`)

const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })

/** Returns a row or the error in it; null for a blank line. */
const readRow = (bytes: Buffer): Read | null => {
  let text: string
  try {
    text = strict.decode(bytes)
  } catch {
    return refused("malformed_json", "The line must be UTF-8.")
  }
  if (text.trim() === "") return null
  const parsed = parseJson(text)
  if ("fault" in parsed) {
    const { code, detail } = parsed.fault
    return refused(excesses.has(code) ? code : "malformed_json", detail)
  }
  return Result.mapError(decodeBody(Row, parsed.value), (faults) => ({
    code: faults[0]?.code ?? "malformed_json",
    detail: faults.map(({ pointer, detail }) => `${pointer.slice(1)}: ${detail}`).join(" "),
  }))
}
