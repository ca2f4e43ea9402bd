import { Effect } from "effect"
import { sql as raw } from "kysely"
import { indexedBy } from "./shared/dialect.ts"
import type { Reading } from "./shared/sql.ts"
import { prepared, variants } from "./shared/statement.ts"
import { conditions, eb, type Params, type Part, type Shape } from "./transaction-filters.ts"

/** An index that has all columns of a filter: no row is read to test it. */
export interface Cover {
  readonly index: string
  readonly key: "merchant_key" | "amount" | "labels"
  /** Parts that the key tests. */
  readonly parts: ReadonlyArray<Part>
  /** Parts that its other columns test, in addition to the status, which every index has. */
  readonly otherParts: ReadonlyArray<Part>
}

export const ofAmount = ["min_amount", "max_amount"] as const
export const ofDays = ["min_auth_date", "max_auth_date"] as const

export const covers: ReadonlyArray<Cover> = [
  {
    ...{ index: "transactions_by_merchant", key: "merchant_key" },
    ...{ parts: ["search"], otherParts: [...ofAmount, ...ofDays] },
  },
  {
    ...{ index: "transactions_by_amount", key: "amount" },
    ...{ parts: ofAmount, otherParts: ofDays },
  },
  {
    ...{ index: "transactions_by_labels", key: "labels" },
    parts: ["category_id", "has_category", "custom_field"],
    ...{ otherParts: ["search", ...ofAmount, ...ofDays] },
  },
]

export type Key = string | number

/** A range of keys that match a filter, both ends included. */
export type Range = readonly [from: Key, until: Key]

export interface Ranges {
  readonly ranges: ReadonlyArray<Range>
  /** True if everything in the ranges matches, except for the status. */
  readonly isExact: boolean
}

/**
 * Keys that are found in a turn, rows that each must have to be worth finding, and maximum number
 * of ranges.
 */
export interface KeyBounds {
  readonly keys: number
  readonly rowsOfKey: number
  readonly ranges: number
}

export const keyBounds: KeyBounds = { keys: 500, rowsOfKey: 50, ranges: 1_000 }

/** Greater than every name and every label that is read. */
const lastText = "\u{10FFFF}".repeat(400)
const everything: Ranges = { ranges: [["", lastText]], isExact: false }

/** Returns the ranges of amounts, which have either sign. */
const ofAmounts = ({ parts }: Shape, p: Params): ReadonlyArray<Range> => {
  const minAmount = parts.includes("min_amount") ? p.min_amount : 0
  const maxAmount = parts.includes("max_amount") ? p.max_amount : Number.MAX_SAFE_INTEGER
  return minAmount <= 0
    ? [[-maxAmount, maxAmount]]
    : [
        [-maxAmount, -minAmount],
        [minAmount, maxAmount],
      ]
}

interface After extends Params {
  readonly after_key: string
  readonly until_key: string
  readonly keys: number
  readonly skipped: number
}

/** Maximum length of a key that is read; few rows have a longer one. */
const maxKeyLength = 2_000

interface Texts {
  readonly cover: Cover
  /** Parts of the filter that the key tests. */
  readonly parts: ReadonlyArray<Part>
}

const texts = variants(({ cover, parts }: Texts) => {
  const from = raw`transactions as k ${indexedBy(cover.index)}`
  const key = raw.ref(cover.key)
  const next = (p: After, after: unknown) =>
    raw`(select k.${key} from ${from} where k.client_id = ${p.client_id} and k.${key} > ${after}
      order by k.${key} limit 1)`
  return {
    /** The next keys, each once: SQLite jumps from one to the next. */
    next: prepared(
      (p: After) => raw<{ key: string | null; matches: number }>`
        with recursive t (${key}) as (
          select ${next(p, p.after_key)} union all
          select ${next(p, raw`t.${key}`)} from t where t.${key} is not null
        )
        select case when length(t.${key}) <= ${raw.lit(maxKeyLength)} then t.${key} end as "key",
          ${eb.and(parts.map((part) => conditions[part](p)))} as matches
        from t where t.${key} is not null limit ${p.keys}`,
      (row: { key: string | null; matches: number }) => row,
    ),
    /** The row of these keys after `skipped` others. */
    far: prepared(
      (p: After) => raw<{ id: string }>`select k.id from ${from}
        where k.client_id = ${p.client_id} and k.${key} > ${p.after_key}
        and k.${key} <= ${p.until_key} limit 1 offset ${p.skipped}`,
    ),
  }
})

/** Returns the ranges of a filter's matches; the whole index if its keys have few rows each. */
export const rangesOf = Effect.fnUntraced(function* (
  reading: Reading,
  shape: Shape,
  params: Params,
  cover: Cover,
  bounds: KeyBounds = keyBounds,
) {
  const found = (ranges: ReadonlyArray<Range>): Ranges => ({ ranges, isExact: true })
  if (cover.key === "amount") return found(ofAmounts(shape, params))
  const parts = cover.parts.filter((part) => shape.parts.includes(part))
  // The loop below never finds an empty key.
  if (parts.includes("search") && params.search === "") return everything
  const { next, far } = texts({ cover, parts })
  const ranges: Array<[string, string]> = []
  const { keys } = bounds
  let place: After = {
    ...{ ...params, keys, after_key: "", until_key: "" },
    skipped: keys * bounds.rowsOfKey - 1,
  }
  let run: [string, string] | null = null
  while (true) {
    const met = yield* reading.all(next, place, ({ key }: { key?: string }) => key?.length ?? 0)
    for (const { key, matches } of met) {
      if (key === null) return everything
      if (matches === 0) run = null
      else if (run !== null) run[1] = key
      else {
        run = [key, key]
        ranges.push(run)
      }
    }
    if (met.length < keys) return found(ranges)
    const until_key = met.at(-1)?.key ?? ""
    const isDense = (yield* reading.get(far, { ...place, until_key })) !== null
    if (!isDense || ranges.length > bounds.ranges) return everything
    place = { ...place, after_key: until_key }
    if (reading.pause !== null) yield* reading.pause
  }
})
