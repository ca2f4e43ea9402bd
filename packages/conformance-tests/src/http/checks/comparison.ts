import type { Business, Check, Json, Trial } from "../check.ts"
import { requires } from "./steps.ts"

/** A specification and the record that shows it. */
export interface Pair<Made> {
  readonly made: Made
  readonly record: Json
}

/** A field of a resource, and the value that it must show. */
export interface Comparison<Made> {
  /** Name in the record; part of the id of the requirement. */
  readonly field: string
  readonly title: string
  readonly expected: (made: Made, business: Business) => unknown
  /** True if the field shows the expected value; by default, if both are equal. */
  readonly same?: (shown: Json, expected: unknown, record: Json) => boolean
  /** Selects the specifications to compare; all by default. */
  readonly when?: (made: Made) => boolean
  /** Another part of the specification that the comparison needs. */
  readonly needs?: string
}

type Row = Omit<Check, "profile">

const requirementOf = (resource: string, field: string): string =>
  `${resource}.${field.replaceAll("_", "-")}`

/**
 * Returns a check for each field: every record of the business is compared with its specification.
 */
export const compared = <Made extends { readonly key: string }>(
  resource: string,
  pairsOf: (trial: Trial) => Promise<ReadonlyArray<Pair<Made>>>,
  rows: ReadonlyArray<Comparison<Made>>,
): ReadonlyArray<Row> =>
  rows.map(({ field, title, expected, same = Object.is, when = () => true, needs }) => ({
    id: requirementOf(resource, field),
    requirement: requirementOf(resource, field),
    title,
    scenario: "alpha",
    run: async (trial: Trial) => {
      requires(trial, `${resource}.${field}`)
      if (needs !== undefined) requires(trial, needs)
      const pairs = (await pairsOf(trial)).filter(({ made }) => when(made))
      if (pairs.length === 0) trial.blocked(`no record of ${resource} that is known is listed`)
      for (const { made, record } of pairs) {
        const expectedRecord = expected(made, trial.business)
        trial.expect(
          same(record[field], expectedRecord, record),
          `${field} of ${made.key} (id ${record.id}) shows ${JSON.stringify(expectedRecord)}`,
          { [field]: record[field] },
        )
      }
    },
  }))

/** Pairs specifications with their records, by the ids that the target returned. */
export const paired = <Made extends { readonly key: string }>(
  made: ReadonlyArray<Made>,
  ids: { readonly [key: string]: string },
  records: ReadonlyArray<Json>,
): ReadonlyArray<Pair<Made>> => {
  const byId = new Map(records.map((record) => [String(record?.id), record]))
  return made.flatMap((one) => {
    const id = ids[one.key]
    const record = id === undefined ? undefined : byId.get(id)
    return record === undefined ? [] : [{ made: one, record }]
  })
}

/** True if both have the same items, in any order. */
export const sameBag = (shown: Json, expected: unknown): boolean => {
  if (!Array.isArray(shown) || !Array.isArray(expected)) return false
  const sorted = (things: ReadonlyArray<unknown>) => things.map((one) => JSON.stringify(one)).sort()
  return JSON.stringify(sorted(shown)) === JSON.stringify(sorted(expected))
}

/** True if both are the same instant, with any number of decimals of the seconds. */
export const sameInstant = (shown: Json, expected: unknown): boolean =>
  typeof shown === "string" && Date.parse(shown) === Date.parse(String(expected))

/** True if the number is the amount, ignoring its sign. */
export const sameMagnitude = (shown: Json, expected: unknown): boolean =>
  typeof shown === "number" && Math.abs(shown) === Math.abs(Number(expected))

const yearLong = 365 * 86_400_000

/**
 * True if the text is an instant that is not in the future. The target's clock may be ahead,
 * because each run advances it by some days to see periods end.
 */
export const isPast = (shown: Json): boolean =>
  typeof shown === "string" && Date.parse(shown) <= Date.now() + yearLong

/** Compares `updated` with `created`. */
export const isNotBeforeCreated = (shown: Json, _: unknown, record: Json): boolean =>
  isPast(shown) && Date.parse(shown) >= Date.parse(record.created)

/** Comparisons of every resource with these two fields. */
export const madeAndChanged: ReadonlyArray<Comparison<{ readonly key: string }>> = [
  {
    field: "created",
    title: "Says when it was made: not in the future",
    expected: () => "an instant of the past",
    same: isPast,
  },
  {
    field: "updated",
    title: "Says when it was changed: never before it was made",
    expected: () => "an instant not before created",
    same: isNotBeforeCreated,
  },
]
