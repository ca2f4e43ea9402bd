import type { Money } from "@outlay/domain"
import type { BudgetPeriod, EndedPeriod, PeriodPlace } from "@outlay/domain/fields"
import { sql as raw } from "kysely"
import { db } from "./database.ts"
import { rowsOf } from "./dialect.ts"
import { prepared } from "./statement.ts"
import { tables } from "./tables.ts"

/** Returns the amount carried over to a period by earlier ones; `of` is its table's alias. */
export const carriedTo = (of: string) => raw<number>`(
  select coalesce(sum(
    b.granted_amount + b.topped_up_amount + b.moved_amount - b.spent_amount
  ), 0)
  from budget_periods as b
  where b.client_id = ${raw.ref(`${of}.client_id`)} and b.budget_id = ${raw.ref(`${of}.budget_id`)}
    and b.number >= ${raw.ref(`${of}.rolled_from`)} and b.number < ${raw.ref(`${of}.number`)}
)`

interface Row extends BudgetPeriod {
  readonly carried: number
  readonly lapsed: number | null
}

/**
 * The periods at these places, each once, with what the rules need of the periods around them: the
 * opening amount adds up the periods that rolled over into it, and `lapsed` is the first later
 * period into which it did not roll over. Without late changes, there are no places and nothing is
 * read.
 */
export const periodsAt = prepared(
  (p: { readonly client_id: number; readonly places: ReadonlyArray<PeriodPlace> }) => {
    const types = { budget_id: "text", number: "integer", at: "text" } as const
    const place = rowsOf("v", p.places, types)
    return db
      .selectFrom("budget_periods as p")
      .select([
        ...(tables.budget_periods.columns as ReadonlyArray<keyof BudgetPeriod>),
        carriedTo("p").as("carried"),
        raw<number | null>`(
          select b.number + 1 from budget_periods as b
          where b.client_id = p.client_id and b.budget_id = p.budget_id
            and b.number >= p.number and b.rolled_over = ${false}
          order by b.number limit 1
        )`.as("lapsed"),
      ])
      .where("client_id", "=", p.client_id)
      .where(
        raw<boolean>`(budget_id, number) in (
          select ${place.field("budget_id")}, coalesce(${place.field("number")}, (
            select b.number from budget_periods as b
            where b.client_id = ${p.client_id} and b.budget_id = ${place.field("budget_id")}
              and b.start <= ${place.field("at")}
            order by b.number desc limit 1
          ), 1)
          from ${place.from}
        )`,
      )
  },
  {
    kinds: tables.budget_periods.kinds,
    decode: ({ carried, lapsed, ...period }: Row): EndedPeriod => ({
      period,
      opening_amount: (carried + period.granted_amount) as Money,
      lapsed,
    }),
  },
)
