/** What `node:assert` lacks for records: comparisons that do not ask how an object was made. */
import { deepStrictEqual, fail } from "node:assert/strict"
import { inspect, isDeepStrictEqual } from "node:util"

type Fields = { readonly [name: string]: unknown }

const isPlain = (value: unknown): value is Fields => {
  if (typeof value !== "object" || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

/** Plain objects all alike: rows of a driver have no prototype, and a field may be undefined. */
const plain = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(plain)
  if (!isPlain(value)) return value
  const fields = Object.entries(value).filter(([, field]) => field !== undefined)
  return Object.fromEntries(fields.map(([name, field]) => [name, plain(field)]))
}

/** As much of `actual` as `expected` speaks of: the fields that its objects name. */
const partOf = (actual: unknown, expected: unknown): unknown => {
  if (Array.isArray(actual) && Array.isArray(expected)) {
    return actual.map((item, index) => partOf(item, expected[index]))
  }
  if (typeof actual !== "object" || actual === null || !isPlain(expected)) return actual
  const named = Object.entries(actual).filter(([name]) => name in expected)
  return Object.fromEntries(named.map(([name, field]) => [name, partOf(field, expected[name])]))
}

/** Both hold the same values in the same fields. */
export const deepEqual = (actual: unknown, expected: unknown): void =>
  deepStrictEqual(plain(actual), plain(expected))

/** `actual` holds what `expected` names, at any depth; lists are of one length. */
export const matches = (actual: unknown, expected: unknown): void =>
  deepEqual(partOf(actual, expected), expected)

/** One of the items is equal to `expected`. */
export const includesEqual = (items: ReadonlyArray<unknown>, expected: unknown): void => {
  if (items.some((item) => isDeepStrictEqual(plain(item), plain(expected)))) return
  fail(`${inspect(items, { depth: 5 })} do not include ${inspect(expected, { depth: 5 })}`)
}
