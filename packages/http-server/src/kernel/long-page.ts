import type { Page } from "@outlay/domain"

/** Maximum number of parts, such as line items and attendees, that are written in one turn. */
const fewParts = 2_000

/** In characters: a slice has this length, plus at most one record. */
const sliceLength = 262_144

type Lists = Readonly<Record<"line_items" | "attendees", ReadonlyArray<unknown> | undefined>>

/** True if the records of a page have so many parts that it is written in slices. */
export const isLong = ({ results }: Page<unknown>): boolean => {
  let parts = 0
  for (const record of results) {
    const { line_items, attendees } = record as Lists
    if (line_items !== undefined) parts += line_items.length
    if (attendees !== undefined) parts += attendees.length
  }
  return parts > fewParts
}

/** The envelope of a page around its results. */
export interface Envelope {
  readonly before: Readonly<Record<string, unknown>>
  readonly after: Readonly<Record<string, unknown>>
}

/**
 * Yields the bytes that JSON.stringify makes of a page, in slices: each is for a turn of its own.
 */
export function* slices(
  results: ReadonlyArray<unknown>,
  encode: (record: unknown) => unknown,
  { before, after }: Envelope,
): Generator<Buffer> {
  let text = `${JSON.stringify(before).slice(0, -1)},"results":[`
  for (const [n, record] of results.entries()) {
    text += (n === 0 ? "" : ",") + JSON.stringify(encode(record))
    if (text.length < sliceLength) continue
    yield Buffer.from(text)
    text = ""
  }
  const rest = JSON.stringify(after).slice(1)
  yield Buffer.from(`${text}]${rest === "}" ? rest : `,${rest}`}`)
}
