import type { Difference } from "@outlay/domain"
import { type RawBuilder, sql } from "kysely"
import { completeness, valueCounts } from "./expense-verification.ts"
import { movementCounts, movementSteps, movementTraces, returned } from "./movement-verification.ts"
import type { Statement } from "./shared/sql.ts"
import { acrossBusinesses, prepared } from "./shared/statement.ts"
import { allDays } from "./shared/totals.ts"
import { movedBy } from "./verification/entries.ts"

/**
 * One thing that is kept and can be recomputed, or several that are looked at together; it finds
 * what differs.
 */
export interface Check {
  readonly name: string
  readonly differences: Statement<{ readonly client_id: number }, Difference>
}

interface Of {
  readonly client_id: number
}

/** Every account's balance: the sum of debits less the sum of credits. */
const accounts = (p: Of): RawBuilder<unknown> => sql`(
  select account, currency, sum(amount) as amount from (
    select debit_account as account, currency, amount
      from ledger_entries where client_id = ${p.client_id}
    union all
    select credit_account, currency, -amount
      from ledger_entries where client_id = ${p.client_id}
  ) group by account, currency
)`

/** Every transaction, once for each of the days that it is counted on. */
const countedDays = (p: Of): RawBuilder<unknown> => {
  const days = (dated: string, day: RawBuilder<unknown>) => sql`
    select ${sql.lit(dated)} as dated, ${day} as day, transaction_type, status, expense_status
    from transactions where client_id = ${p.client_id}`
  return sql`
    ${days("auth_date", sql.lit(allDays))}
    union all ${days("auth_date", sql`substr(auth_date, 1, 10)`)}
    union all ${days("cleared_date", sql`substr(cleared_date, 1, 10)`)}
      and cleared_date is not null`
}

/** How many differences of one check are answered at most. */
const mostDifferences = 1_000

const check = (name: string, write: (p: Of) => RawBuilder<unknown>): Check => ({
  name,
  differences: prepared(
    (p: Of) => sql`select * from (${write(p)}) limit ${sql.lit(mostDifferences)}`,
    (row: object) => ({ check: name, ...row }) as Difference,
  ),
})

/**
 * What a transaction has moved of its wallet, as it stands now: nothing where it did not happen.
 */
const moved = sql`case
  when t.status in ('DECLINED', 'REVERSED') then 0
  else case t.wallet_currency
    when t.currency then t.fx_amount - sign(t.fx_amount) * t.refunded_fx_amount
    else t.amount - sign(t.amount) * t.refunded_amount
  end
end`

/**
 * What a record moved of one account beside what it says; those of another account are another
 * check's.
 */
const movedOf = (
  name: string,
  resource: "topups" | "transactions",
  { account, expected, where }: { account: string; expected: RawBuilder<unknown>; where: string },
): Check =>
  check(
    name,
    (p) => sql`
      select t.id as "of", b.currency as currency, ${expected} as expected,
        coalesce(e.amount, 0) as found
      from ${sql.table(resource)} as t
      join businesses as b on b.client_id = t.client_id
      left join ${movedBy(p, resource)} as e
        on e.resource_id = t.id and e.account = ${sql.raw(account)} and e.currency = b.currency
      where t.client_id = ${p.client_id} and ${sql.raw(where)} and found <> expected
      order by 1`,
  )

/** What an approved topup adds; others add nothing. */
const added = sql`case t.status when 'APPROVED' then t.amount else 0 end`

/** What a transaction has spent of its budget, as it stands now. */
const spending = sql`case
  when t.status in ('DECLINED', 'REVERSED') then 0
  else sign(t.amount) * t.refunded_amount - t.amount
end`

/** Everything that is kept and follows from the ledger, or from the records themselves. */
export const checks: ReadonlyArray<Check> = [
  check(
    "holds",
    (p) => sql`
      select coalesce(h.currency, a.currency) as "of", coalesce(h.currency, a.currency) as currency,
        coalesce(h.amount, 0) as expected, coalesce(a.amount, 0) as found
      from (
        select t.wallet_currency as currency, -sum(${moved}) as amount
        from transactions as t where t.client_id = ${p.client_id} and t.status = 'AUTHED'
        group by t.wallet_currency
      ) as h
      full join (select * from ${accounts(p)} where account = 'holds') as a
        on a.currency = h.currency
      where found <> expected
      order by 1`,
  ),
  check(
    "moved by transaction",
    (p) => sql`
      select t.id as "of", t.wallet_currency as currency, ${moved} as expected,
        coalesce(e.amount, 0) as found
      from transactions as t
      left join (
        select resource_id, currency,
          sum(case debit_account when 'wallet' then amount else -amount end) as amount
        from ledger_entries
        where client_id = ${p.client_id} and resource = 'transactions'
          and 'wallet' in (debit_account, credit_account)
        group by resource_id, currency
      ) as e on e.resource_id = t.id and e.currency = t.wallet_currency
      where t.client_id = ${p.client_id} and found <> expected
      order by 1`,
  ),
  check("movement count", movementCounts),
  check("movement step", movementSteps),
  check("movement", movementTraces),
  check("came back", returned),
  movedOf("topup of budget", "topups", {
    ...{ account: "'budget:' || t.budget_id || ':available'", expected: added, where: "true" },
  }),
  movedOf("topup of member", "topups", {
    ...{ account: "'member:' || t.budget_member_id || ':available'", expected: added },
    where: "t.budget_member_id is not null",
  }),
  movedOf("charged to budget", "transactions", {
    ...{ account: "'budget:' || t.budget_id || ':spent'", expected: spending },
    where: "t.budget_id is not null",
  }),
  movedOf("charged to member", "transactions", {
    ...{ account: "'member:' || t.budget_member_id || ':spent'", expected: spending },
    where: "t.budget_member_id is not null",
  }),
  check(
    "expense complete",
    (p) => sql`
      select t.id as "of", null as currency, ${completeness} as expected,
        t.expense_status = 'COMPLETE' as found
      from transactions as t
      where t.client_id = ${p.client_id} and found <> expected
      order by 1`,
  ),
  check("custom field values", valueCounts),
  check(
    "transaction count",
    (p) => sql`
      select coalesce(nullif(coalesce(c.day, t.day), ${sql.lit(allDays)}), 'all days') || ' ' ||
          coalesce(c.dated, t.dated) || ' ' ||
          coalesce(c.transaction_type, t.transaction_type) || ' ' ||
          coalesce(c.status, t.status) || ' ' ||
          coalesce(c.expense_status, t.expense_status) as "of",
        null as currency, coalesce(t.count, 0) as expected, coalesce(c.count, 0) as found
      from (select * from transaction_counts where client_id = ${p.client_id}) as c
      full join (
        select dated, day, transaction_type, status, expense_status, count(*) as count
        from (${countedDays(p)})
        group by 1, 2, 3, 4, 5
      ) as t
        on t.day = c.day and t.dated = c.dated and t.transaction_type = c.transaction_type
          and t.status = c.status and t.expense_status = c.expense_status
      where found <> expected
      order by 1`,
  ),
]

/** How much there is to verify. */
export interface Extent {
  readonly client_id: number
  readonly entries: number
  readonly transactions: number
}

/** Every business, with how much there is of it. */
export const extents = acrossBusinesses(
  "the operator verifies every business",
  () => sql`
    select b.client_id,
      (select count(*) from ledger_entries as e where e.client_id = b.client_id) as entries,
      (select count(*) from transactions as t where t.client_id = b.client_id) as transactions
    from businesses as b order by b.client_id`,
  (row: object) => row as Extent,
)
