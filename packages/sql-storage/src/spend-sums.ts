import type { SpendSum, SumKind } from "@outlay/domain/fields"
import { covered, type Days, endOfDay, leftOut, maxBalance, startOfDay } from "@outlay/domain/rules"
import { Effect } from "effect"
import { type Expression, expressionBuilder } from "kysely"
import { type Database, db } from "./shared/database.ts"
import { isIn } from "./shared/dialect.ts"
import type { Reading } from "./shared/sql.ts"
import { prepared, variants } from "./shared/statement.ts"

interface Of {
  readonly client_id: number
  readonly first: string
  readonly last: string
}

const eb = expressionBuilder<Database, "spend_sums">()

/**
 * Limits a sum to just above the largest amount that is ever shown, so that a number holds it
 * exactly.
 */
export const bounded = (sum: Expression<number>) =>
  eb
    .case()
    .when(sum, ">", eb.lit(maxBalance))
    .then(eb.lit(maxBalance + 1))
    .else(sum)
    .end()

interface SumsOf extends Of {
  readonly kind: SumKind
  /** Keys to read; null for all. */
  readonly keys: ReadonlyArray<string> | null
}

const sumsOf = variants(({ isOfKeys }: { readonly isOfKeys: boolean }) =>
  prepared((p: SumsOf) =>
    db
      .selectFrom("spend_sums")
      .select([
        "kind",
        "period",
        "key",
        "count",
        bounded(eb.ref("spent")).as("spent"),
        bounded(eb.ref("refunded")).as("refunded"),
      ])
      .where("client_id", "=", p.client_id)
      .where("kind", "=", p.kind)
      .where("period", ">=", p.first)
      .where("period", "<=", p.last)
      .$if(isOfKeys, (_) => _.where(isIn("key", p.keys ?? []))),
  ),
)

interface CountOf extends Of {
  readonly kind: SumKind
  readonly keys: ReadonlyArray<string>
}

/** Number of transactions of some months with these keys; some are counted for several keys. */
const countOf = prepared((p: CountOf) =>
  db
    .selectFrom("spend_sums")
    .select((_) => _.fn.coalesce(_.fn.sum<number>("count"), _.lit(0)).as("count"))
    .where("client_id", "=", p.client_id)
    .where("kind", "=", p.kind)
    .where("period", ">=", p.first)
    .where("period", "<=", p.last)
    .where(isIn("key", p.keys)),
)

/** Returns the number of transactions with these keys, in the months of some days. */
export const countOfMonths = (
  reading: Reading,
  { client_id, kind, keys }: Omit<CountOf, "first" | "last">,
  { first, last }: Days,
) =>
  Effect.map(
    reading.get(countOf, {
      client_id,
      kind,
      keys,
      first: first.slice(0, 7),
      last: last.slice(0, 7),
    }),
    (found) => found?.count ?? 0,
  )

/** Any transaction between two instants, both included. */
const anyBetween = prepared((p: Of) =>
  db
    .selectFrom("transactions")
    .select("id")
    .where("client_id", "=", p.client_id)
    .where("auth_date", ">=", p.first)
    .where("auth_date", "<=", p.last)
    .limit(1),
)

interface ToCover {
  readonly client_id: number
  readonly time: Days
  readonly kind: SumKind | null
  /** Null for all keys. */
  readonly keys: ReadonlyArray<string> | null
}

/** Size of a row of sums, in characters. */
const sumWeight = 120

/**
 * Returns the sums that cover the months of a period, for all keys or some, and the remaining days,
 * whose transactions must be added up.
 */
export const coverOf = Effect.fnUntraced(function* (
  reading: Reading,
  { client_id, time, kind, keys }: ToCover,
) {
  if (kind === null) return { sums: [], periods: null, days: [time] }
  const isQuiet = (days: Days | null) =>
    days === null
      ? Effect.succeed(true)
      : Effect.map(
          reading.get(anyBetween, {
            ...{ client_id, first: startOfDay(days.first), last: endOfDay(days.last) },
          }),
          (found) => found === null,
        )
  const { before, after } = leftOut(time)
  const whole = { first: yield* isQuiet(before), last: yield* isQuiet(after) }
  const { periods, days } = covered(kind, time, whole)
  const sums: ReadonlyArray<SpendSum> =
    periods === null
      ? []
      : yield* reading.all(
          sumsOf({ isOfKeys: keys !== null }),
          { client_id, kind, keys, ...periods },
          () => sumWeight,
        )
  return { sums, periods, days }
})
