import type { Chance } from "../../../../scripts/chaos/chance.ts"

const texts: ReadonlyArray<string> = [
  ...["", " ", "\u0000", "a\u0000b", "\ud800", "\u202e", "x".repeat(129), "x".repeat(5_000)],
  ...["'; drop table users;--", "%", "_", "null", "true", "1e3", "-0", "\n", "\ufeff"],
  ...["💸".repeat(40), "<script>", "{{7*7}}", "../../etc/passwd", "e\u0301"],
  ...["2026-02-29", "0000-01-01", "2026-1-1", "9999-12-31T23:59:59.999Z", "2026-11-27 00:00:00Z"],
]

const numbers: ReadonlyArray<number> = [
  ...[0, 1, -1, 0.001, 1e-9, 1e21, 1.005, 2 ** 31, 2 ** 53],
  ...[9_999_999_999.99, -9_999_999_999.99, 99_999_999_999.99],
]

const names: ReadonlyArray<string> = [
  ...["unknown", "__proto__", "constructor", "id", "client_id", "created", "toString", "$ref"],
]

const ids: ReadonlyArray<string> = [
  ...["0", "-1", "01", "abc", "%00", "1.5", "99999999999999999999", "x".repeat(300), "%ff"],
  ...[encodeURIComponent("💸"), "NULL", "%2e%2e", "%E2%80%AE", "a%2Fb"],
]

const raw: ReadonlyArray<string> = [
  ...["", "{", "[1", "nul", "1", '"x"', "[]", "null", "\ufeff{}", '{"a":1,"a":2}'],
  ...['{"amount":1e400}', '{"name":"\\ud800"}', "[".repeat(5_000)],
]

/** Invalid values of each kind. */
export const oddText = (chance: Chance): string => chance.of(texts)
export const oddId = (chance: Chance): string => chance.of(ids)
export const oddBody = (chance: Chance): string => chance.of(raw)

const odd = (chance: Chance): unknown =>
  chance.of<() => unknown>([
    () => chance.of(texts),
    () => chance.of(numbers),
    () => chance.of([null, true, [], {}, [[]], { a: 1 }]),
  ])()

/** Returns the value with one part removed, added or replaced, at any depth. */
export const spoiled = (value: unknown, chance: Chance): unknown => {
  if (typeof value !== "object" || value === null || chance.next() < 0.05) return odd(chance)
  if (Array.isArray(value)) {
    if (value.length === 0 || chance.next() < 0.3) return [...value, odd(chance)]
    const n = chance.from(0, value.length - 1)
    return value.map((each, at) => (at === n ? spoiled(each, chance) : each))
  }
  const fields = Object.entries(value)
  const kind = chance.next()
  if (fields.length === 0 || kind < 0.15) {
    // An assignment could set the prototype.
    return Object.fromEntries([...fields, [chance.of(names), 1]])
  }
  const n = chance.from(0, fields.length - 1)
  if (kind < 0.4) return Object.fromEntries(fields.filter((_, at) => at !== n))
  return Object.fromEntries(
    fields.map(([name, each], at) => [name, at === n ? spoiled(each, chance) : each]),
  )
}
