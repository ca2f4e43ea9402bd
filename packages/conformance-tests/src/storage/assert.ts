/** Comparisons of records that `node:assert` does not have: they ignore how an object was made. */
import { deepStrictEqual, fail } from "node:assert/strict"
import { inspect, isDeepStrictEqual } from "node:util"

type Fields = { readonly [name: string]: unknown }

const isPlain = (value: unknown): value is Fields => {
  if (typeof value !== "object" || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

/**
 * Makes all plain objects comparable: rows of a driver have no prototype, and a field may be
 * undefined.
 */
const plain = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(plain)
  if (!isPlain(value)) return value
  const fields = Object.entries(value).filter(([, field]) => field !== undefined)
  return Object.fromEntries(fields.map(([name, field]) => [name, plain(field)]))
}

/** Returns the part of `actual` that `expected` describes: the fields that its objects name. */
const partOf = (actual: unknown, expected: unknown): unknown => {
  if (Array.isArray(actual) && Array.isArray(expected)) {
    return actual.map((item, index) => partOf(item, expected[index]))
  }
  if (typeof actual !== "object" || actual === null || !isPlain(expected)) return actual
  const named = Object.entries(actual).filter(([name]) => name in expected)
  return Object.fromEntries(named.map(([name, field]) => [name, partOf(field, expected[name])]))
}

/** Passes if both have the same values in the same fields. */
export const deepEqual = (actual: unknown, expected: unknown): void =>
  deepStrictEqual(plain(actual), plain(expected))

/**
 * Passes if `actual` has the fields of `expected`, at any depth; lists must have the same length.
 */
export const matches = (actual: unknown, expected: unknown): void =>
  deepEqual(partOf(actual, expected), expected)

/** Passes if one of the items equals `expected`. */
export const includesEqual = (items: ReadonlyArray<unknown>, expected: unknown): void => {
  if (items.some((item) => isDeepStrictEqual(plain(item), plain(expected)))) return
  fail(`${inspect(items, { depth: 5 })} do not include ${inspect(expected, { depth: 5 })}`)
}
