import type { Answer, Json, Trial } from "../check.ts"
import { listFault } from "./paging.ts"

/** A difference between two values. */
export interface Difference {
  /** In the syntax of a program: `results[3].amount`; empty if the values differ as a whole. */
  readonly path: string
  /** Undefined if there is no value at this place. */
  readonly expected: Json
  readonly seen: Json
}

const isObject = (value: Json): boolean => typeof value === "object" && value !== null

const within = (path: string, name: string, isList: boolean): string => {
  if (isList) return `${path}[${name}]`
  if (!/^[a-z_$][\w$]*$/iu.test(name)) return `${path}[${JSON.stringify(name)}]`
  return path === "" ? name : `${path}.${name}`
}

/**
 * Returns all differences between two values, in the order of the first; the order of fields is
 * ignored.
 */
export const differences = (expected: Json, seen: Json, path = ""): ReadonlyArray<Difference> => {
  if (expected === seen) return []
  const comparable =
    isObject(expected) && isObject(seen) && Array.isArray(expected) === Array.isArray(seen)
  if (!comparable) return [{ path, expected, seen }]
  const names = new Set([...Object.keys(expected), ...Object.keys(seen)])
  return [...names].flatMap((name) =>
    differences(expected[name], seen[name], within(path, name, Array.isArray(expected))),
  )
}

const longestShown = 200
/** Number of characters of a long text that are shown before the first difference. */
const charactersBefore = 40

const cut = (text: string): string =>
  text.length <= longestShown ? text : `${text.slice(0, longestShown)}…`

/** Returns the index at which two texts begin to differ. */
const parting = (one: string, other: string): number => {
  let index = 0
  while (index < one.length && one[index] === other[index]) index++
  return index
}

/** Returns both values as JSON, cut short; for long texts, the part where they differ. */
const shownPair = (one: Json, other: Json): readonly [string, string] => {
  const isLong = [one, other].some((value) => typeof value === "string" && value.length > 100)
  const from =
    isLong && typeof one === "string" && typeof other === "string"
      ? Math.max(0, parting(one, other) - charactersBefore)
      : 0
  const shown = (value: Json): string => {
    if (value === undefined) return "nothing"
    const text = cut(JSON.stringify(from === 0 ? value : value.slice(from)))
    return from === 0 ? text : `${text} (from character ${from} on)`
  }
  return [shown(one), shown(other)]
}

/**
 * Returns the first difference as two texts, with the number of further ones; null if there is
 * none.
 */
export const firstDifference = (
  expected: Json,
  seen: Json,
): { readonly expected: string; readonly seen: string } | null => {
  const [first, ...others] = differences(expected, seen)
  if (first === undefined) return null
  const values = shownPair(first.expected, first.seen)
  const at = first.path === "" ? "" : `${first.path}: `
  const more = others.length === 0 ? "" : ` (and ${others.length} more)`
  return { expected: `${at}${values[0]}`, seen: `${at}${values[1]}${more}` }
}

/**
 * Checks that two values are equal. A failure names the first difference, because two whole records
 * do not help a reader.
 */
export const expectSame = (
  trial: Trial,
  what: string,
  [expected, seen]: readonly [expected: Json, seen: Json],
  about?: ReadonlyArray<Answer>,
): void => {
  const found = firstDifference(expected, seen)
  trial.expect(found === null, `${what}: ${found?.expected}`, found?.seen, about)
}

/** Checks the same for two texts of `canonical`, for example a state before and after. */
export const expectUnchanged = (
  trial: Trial,
  what: string,
  [before, after]: readonly [before: string, after: string],
): void => {
  if (before === after) return
  const parsed = (text: string): Json => {
    try {
      return JSON.parse(text)
    } catch {
      return text
    }
  }
  expectSame(trial, what, [parsed(before), parsed(after)])
}

/** Checks that a record read by its id equals the one in the list, in the fields that both show. */
export const expectListed = (trial: Trial, what: string, record: Json, response: Answer): void => {
  trial.expect(response.status === 200, `${what} is read by its id: 200`, response)
  const { body } = response
  trial.expect(isObject(body), `${what} is read by its id as an object`, response)
  const both = Object.keys(record).filter((name) => Object.hasOwn(body, name))
  trial.expect(both.length > 0, `${what} shows by its id a field that it has in the list`, response)
  const fieldsOf = (value: Json): Json =>
    Object.fromEntries(both.map((name) => [name, value[name]]))
  const title = `${what} is by its id what the list shows`
  expectSame(trial, title, [fieldsOf(record), fieldsOf(body)], [response])
}

/** Checks that exactly these are present, each once, in any order. */
export const expectJust = (
  trial: Trial,
  what: string,
  [expected, shown]: readonly [expected: ReadonlyArray<string>, shown: ReadonlyArray<string>],
): void => {
  const fault = listFault({ must: new Set(expected), may: new Set() }, shown)
  const expectedText = expected.length === 0 ? "none" : expected.join(", ")
  trial.expect(fault === null, `${what}: ${expectedText}`, fault)
}
