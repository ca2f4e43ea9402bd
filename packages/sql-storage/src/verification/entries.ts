import { type RawBuilder, sql } from "kysely"
import { type Of, type RecordCheck, recordCheck } from "./finding.ts"
import { placeChecks } from "./places.ts"

/** What each record moved of each account: debits less credits. */
export const movedBy = (p: Of, resource: "topups" | "transactions"): RawBuilder<unknown> => sql`(
  select resource_id, account, currency, sum(amount) as amount from (
    select resource_id, debit_account as account, currency, amount
      from ledger_entries
      where client_id = ${p.client_id} and resource = ${sql.lit(resource)}
    union all
    select resource_id, credit_account, currency, -amount
      from ledger_entries
      where client_id = ${p.client_id} and resource = ${sql.lit(resource)}
  ) group by resource_id, account, currency
)`

const isThere = (table: string) => sql`
  e.resource = ${sql.lit(table)} and exists (
    select 1 from ${sql.table(table)} as r
    where r.client_id = e.client_id and r.id = e.resource_id
  )`

const causes = recordCheck(
  "ledger_entries",
  "there is no such record that moved money",
  (p) => sql`
    select cast(e.id as text) as id, 'resource_id' as field, null as told,
      e.resource || ' ' || e.resource_id as found
    from ledger_entries as e
    where e.client_id = ${p.client_id} and not (
      ${isThere("transactions")} or ${isThere("topups")} or ${isThere("budgets")}
      or e.resource = 'budget_members' and exists (
        select 1 from budget_members as m
        where m.client_id = e.client_id and cast(m.id as text) = e.resource_id
      )
    )`,
)

/** A topup moves its own budget and member; a transaction is charged to its own, and its wallet. */
const accounts = (resource: "topups" | "transactions") =>
  recordCheck(
    "ledger_entries",
    "it moved an account that is not its own",
    (p) => sql`
      select ${sql.lit(resource)} || ' ' || r.id as id, 'account' as field, null as told,
        e.account || ' ' || e.currency as found
      from ${movedBy(p, resource)} as e
      join ${sql.table(resource)} as r on r.client_id = ${p.client_id} and r.id = e.resource_id
      join businesses as b on b.client_id = r.client_id
      where e.amount <> 0 and not ${
        resource === "topups"
          ? sql`(e.currency = b.currency and e.account in (
              'allocations', 'budget:' || r.budget_id || ':available',
              'member:' || coalesce(r.budget_member_id, '') || ':available'
            ))`
          : sql`(
              e.account in ('wallet', 'holds', 'outside') and e.currency = r.wallet_currency
              or e.currency = b.currency and (
                e.account = 'allocations' or e.account like '%:available' or e.account in (
                  'budget:' || coalesce(r.budget_id, '') || ':spent',
                  'member:' || coalesce(r.budget_member_id, '') || ':spent'
                )
              )
            )`
      }`,
  )

const isOfWallet = (entry: string) => sql`(
  ${sql.ref(`${entry}.debit_account`)} in ('wallet', 'holds', 'outside')
  or ${sql.ref(`${entry}.credit_account`)} in ('wallet', 'holds', 'outside')
)`

/**
 * What a transaction moves of a budget counts on a day on which it moves its wallet at the same
 * time, where it does; a topup counts on the day on which it is approved.
 */
const days = recordCheck(
  "ledger_entries",
  "it counts on another day",
  (p) => sql`
    select cast(e.id as text) as id, 'date' as field,
      case e.resource when 'topups' then substr(e.created, 1, 10) else together.date end as told,
      e.date as found
    from ledger_entries as e
    left join (
      select w.resource_id, w.created, min(w.date) as date, json_group_array(w.date) as dates
      from ledger_entries as w
      where w.client_id = ${p.client_id} and w.resource = 'transactions' and ${isOfWallet("w")}
      group by w.resource_id, w.created
    ) as together
      on e.resource = 'transactions' and together.resource_id = e.resource_id
        and together.created = e.created
    where e.client_id = ${p.client_id} and e.resource in ('transactions', 'topups')
      and told <> found
      and not (e.resource = 'transactions' and instr(together.dates, e.date) > 0)`,
)

/** Money moves with what an event tells. */
const moments = recordCheck(
  "ledger_entries",
  "no event was at that time",
  (p) => sql`
    select cast(e.id as text) as id, 'created' as field, null as told, e.created as found
    from ledger_entries as e
    where e.client_id = ${p.client_id} and not exists (
      select 1 from events as o where o.client_id = e.client_id and o.created = e.created
    )`,
)

/** What must hold of every entry of the ledger. */
export const entryChecks: ReadonlyArray<RecordCheck> = [
  causes,
  accounts("topups"),
  accounts("transactions"),
  days,
  moments,
  ...placeChecks,
]
