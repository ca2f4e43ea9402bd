/**
 * A JSON value in the canonical form of RFC 8785: no white space, names in the order of their
 * UTF-16 code units, numbers and texts as ECMAScript writes them. Fields that are undefined are
 * left out.
 */
export const canonical = (value: unknown): string => JSON.stringify(arranged(value)) ?? "null"

/**
 * The same value with the names of every object in canonical order, so that JSON is made of all of
 * it at once, which is quick.
 *
 * @throws Error where a name is an array index: ECMAScript has an order of its own for those.
 */
export const arranged = (value: unknown): unknown => {
  if (typeof value !== "object" || value === null) return value
  if (Array.isArray(value)) return value.length === 0 ? value : value.map(arranged)
  const record = value as { readonly [name: string]: unknown }
  const copy: { [name: string]: unknown } = {}
  for (const name of orderOf(record)) {
    const field = record[name]
    copy[name] = typeof field === "object" && field !== null ? arranged(field) : field
  }
  return copy
}

/** Names as they came, and in order. */
interface Shape {
  readonly names: ReadonlyArray<string>
  readonly ordered: ReadonlyArray<string>
}

/** Records of a kind have the same names in the same places, which are put in order once. */
const shapes = new Map<string, Array<Shape>>()
const mostOfOneStart = 32

const orderOf = (record: object): ReadonlyArray<string> => {
  const first = firstName(record)
  if (first === undefined) return none
  const alike = shapes.get(first) ?? []
  for (const shape of alike) if (hasNames(record, shape.names)) return shape.ordered
  const names = Object.keys(record)
  const ordered = names.toSorted()
  if (names.some((name) => index.test(name))) throw new Error(`${ordered} cannot be put in order`)
  if (alike.length < mostOfOneStart) {
    alike.push({ names, ordered })
    if (shapes.size < mostStarts) shapes.set(first, alike)
  }
  return ordered
}
const none: ReadonlyArray<string> = []
const mostStarts = 1_000

const index = /^(?:0|[1-9]\d*)$/u

/** The name that comes first in a record of data. */
export const firstName = (record: object): string | undefined => {
  for (const name in record) return name
  return undefined
}

/** Whether a record of data has these names, in this order: no list of its names is made. */
export const hasNames = (record: object, names: ReadonlyArray<string>): boolean => {
  let n = 0
  for (const name in record) if (names[n++] !== name) return false
  return n === names.length
}
