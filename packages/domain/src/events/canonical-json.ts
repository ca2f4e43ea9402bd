/**
 * Returns a JSON value in the canonical form of RFC 8785: no white space, names in the order of
 * their UTF-16 code units, numbers and strings as ECMAScript writes them. Undefined fields are
 * omitted.
 */
export const canonical = (value: unknown): string => JSON.stringify(arranged(value)) ?? "null"

/**
 * Returns the same value with the names of every object in canonical order, so that one fast
 * `JSON.stringify` writes all of it.
 * @throws Error if a name is an array index, because ECMAScript orders those itself.
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

/** Names in their original order and in canonical order. */
interface Shape {
  readonly names: ReadonlyArray<string>
  readonly ordered: ReadonlyArray<string>
}

/**
 * Cache of canonical orders by first name: records of one kind have the same names in the same
 * order.
 */
const shapes = new Map<string, Array<Shape>>()
const mostOfOneStart = 32

const orderOf = (record: object): ReadonlyArray<string> => {
  const first = firstName(record)
  if (first === undefined) return none
  const candidates = shapes.get(first) ?? []
  for (const shape of candidates) if (hasNames(record, shape.names)) return shape.ordered
  const names = Object.keys(record)
  const ordered = names.toSorted()
  if (names.some((name) => index.test(name))) throw new Error(`${ordered} cannot be put in order`)
  if (candidates.length < mostOfOneStart) {
    candidates.push({ names, ordered })
    if (shapes.size < mostStarts) shapes.set(first, candidates)
  }
  return ordered
}
const none: ReadonlyArray<string> = []
const mostStarts = 1_000

const index = /^(?:0|[1-9]\d*)$/u

/** Returns the first name of a record. */
export const firstName = (record: object): string | undefined => {
  for (const name in record) return name
  return undefined
}

/**
 * Returns true if a record has exactly these names, in this order, without creating a list of them.
 */
export const hasNames = (record: object, names: ReadonlyArray<string>): boolean => {
  let n = 0
  for (const name in record) if (names[n++] !== name) return false
  return n === names.length
}
