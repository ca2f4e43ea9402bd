import { type RawBuilder, sql } from "kysely"
import { type Of, type RecordCheck, recordCheck } from "./finding.ts"

/** What says when a transaction was charged: `placedAt` of the rules. */
const at = sql`iif(t.explanation is null, t.auth_date, t.created)`

/** The number of the period of the budget `b` that the transaction falls in. */
const periodAt = sql`iif(
  b.period_number = 1 or ${at} >= b.period_start,
  b.period_number,
  coalesce((
    select p.number from budget_periods as p
    where p.client_id = b.client_id and p.budget_id = b.id and p."start" <= ${at}
    order by p.number desc limit 1
  ), 1)
)`

/**
 * A transaction belongs to the period of its budget that it falls in. An authorisation belongs to
 * the current one: while a clock is set back that may have begun later than it was made.
 */
const periods = recordCheck(
  "transactions",
  "it belongs to another period",
  (p) => sql`
    select id, 'period_number' as field, told, found
    from (
      select t.id, t.explanation, b.period_number as newest, t.period_number as found,
        iif(b.id is null, null, ${periodAt}) as told
      from transactions as t
      left join budgets as b on b.client_id = t.client_id and b.id = t.budget_id
      where t.client_id = ${p.client_id}
    )
    where (told is null) <> (found is null) or found < told or found > newest
      or explanation is null and found <> told`,
)

/**
 * A transaction belongs to the membership as it was: what happened since the member last joined to
 * the current one, what was recorded of before to an earlier one.
 */
const stints = recordCheck(
  "transactions",
  "it belongs to another membership",
  (p) => sql`
    select t.id, 'member_stint' as field, m.stint as told, t.member_stint as found
    from transactions as t
    left join budget_members as m on m.client_id = t.client_id and m.id = t.budget_member_id
    where t.client_id = ${p.client_id} and (
      (m.id is null) <> (t.member_stint is null)
      or t.member_stint not between 1 and m.stint
      or ${at} >= m.since and t.member_stint <> m.stint
      or t.explanation is null and ${at} < m.since and m.stint > 1 and t.member_stint = m.stint
    )`,
)

/** What each transaction spent of accounts in each period: debits less credits. */
const spentIn = (p: Of): RawBuilder<unknown> => sql`(
  select resource_id, account, period from (
    select resource_id, debit_account as account, period, amount
      from ledger_entries
      where client_id = ${p.client_id} and resource = 'transactions'
        and debit_account like '%:spent'
    union all
    select resource_id, credit_account, period, -amount
      from ledger_entries
      where client_id = ${p.client_id} and resource = 'transactions'
        and credit_account like '%:spent'
  ) group by resource_id, account, period having sum(amount) <> 0
)`

/** What a transaction spent counts in the period that it belongs to. */
const charged = recordCheck(
  "ledger_entries",
  "it counts in another period",
  (p) => sql`
    select 'transactions ' || t.id as id, 'period' as field, t.period_number as told,
      e.period as found
    from ${spentIn(p)} as e
    join transactions as t on t.client_id = ${p.client_id} and t.id = e.resource_id
    where e.period is not t.period_number`,
)

/** All that a topup moves counts in one period. */
const toppedUp = recordCheck(
  "ledger_entries",
  "it counts in more periods than one",
  (p) => sql`
    select 'topups ' || resource_id as id, 'period' as field, min(period) as told,
      max(period) as found
    from ledger_entries
    where client_id = ${p.client_id} and resource = 'topups'
    group by resource_id having min(period) <> max(period)`,
)

/** In which periods, memberships and days things are. */
export const placeChecks: ReadonlyArray<RecordCheck> = [periods, stints, charged, toppedUp]
