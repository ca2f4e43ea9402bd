import { type RawBuilder, sql } from "kysely"

interface Of {
  readonly client_id: number
}

/**
 * Every period of every budget as the interface lists it: what each began and closed with follows
 * from those that rolled over into it.
 */
const listed = (p: Of): RawBuilder<unknown> => sql`(
  select *, closing_amount - topped_up_amount - moved_amount + spent_amount as opening_amount
  from (
    select *, sum(granted_amount + topped_up_amount + moved_amount - spent_amount) over (
      partition by budget_id, rolled_from order by number
    ) as closing_amount
    from (
      select budget_id, number, rolled_from,
        granted_amount, topped_up_amount, moved_amount, spent_amount
      from budget_periods where client_id = ${p.client_id}
      union all
      select id, period_number, rolled_from,
        granted_amount, topped_up_amount, moved_amount, spent_amount
      from budgets where client_id = ${p.client_id}
    )
  )
)`

/** What entries moved of the accounts of budgets in each period, and why. */
const movements = (p: Of): RawBuilder<unknown> => sql`(
  select substr(account, 8, length(account) - 8 - length(side)) as budget_id, side, period,
    resource, sum(amount) as amount
  from (
    select *, case when account like '%:spent' then 'spent' else 'available' end as side
    from (
    select debit_account as account, period, resource, amount
      from ledger_entries where client_id = ${p.client_id} and debit_account like 'budget:%'
    union all
    select credit_account, period, resource, -amount
      from ledger_entries where client_id = ${p.client_id} and credit_account like 'budget:%'
    )
  )
  group by 1, 2, 3, 4
)`

/**
 * What the ledger says of every period. What was spent of what was not the budget's any more (of
 * members who had left) counts as moved.
 */
const recomputed = (p: Of): RawBuilder<unknown> => sql`(
  select *, closing_amount - topped_up_amount - moved_amount + spent_amount as opening_amount
  from (
    select budget_id, period as number,
      sum(amount) filter (where side = 'available' and resource = 'topups') as topped_up_amount,
      sum(amount) filter (where side = 'spent') as spent_amount,
      coalesce(sum(amount) filter (where side = 'available' and resource = 'budget_members'), 0)
        + coalesce(sum(amount) filter (where resource = 'transactions'), 0) as moved_amount,
      sum(coalesce(sum(amount) filter (where side = 'available'), 0)) over (
        partition by budget_id order by period
      ) as closing_amount
    from ${movements(p)}
    group by budget_id, period
  )
)`

const amounts = ["opening", "topped_up", "moved", "spent", "closing"] as const

/**
 * The amounts of periods beside the ledger. A period in which nothing moved has no entries: it
 * closed with what the last one before it closed with.
 */
export const periodAmounts = (p: Of): RawBuilder<unknown> => sql`
  with l as materialized ${listed(p)}, r as materialized ${recomputed(p)},
  both as materialized (
    select l.budget_id, l.number,
      l.opening_amount, l.topped_up_amount, l.moved_amount, l.spent_amount, l.closing_amount,
      coalesce(r.topped_up_amount, 0) as topped_up_expected,
      coalesce(r.moved_amount, 0) as moved_expected,
      coalesce(r.spent_amount, 0) as spent_expected,
      coalesce(r.closing_amount, (
        select e.closing_amount from r as e
        where e.budget_id = l.budget_id and e.number < l.number order by e.number desc limit 1
      ), 0) as closing_expected
    from l left join r on r.budget_id = l.budget_id and r.number = l.number
  )
  select "of", s.currency as currency, expected, found
  from (
    ${sql.join(
      amounts.map(
        (name) => sql`
          select budget_id || ' ' || number || ${sql.lit(` ${name}`)} as "of",
            ${
              name === "opening"
                ? sql`closing_expected - topped_up_expected - moved_expected + spent_expected`
                : sql.ref(`${name}_expected`)
            } as expected,
            ${sql.ref(`${name}_amount`)} as found
          from both`,
      ),
      sql` union all `,
    )}
  )
  join businesses as s on s.client_id = ${p.client_id}
  where found <> expected
  order by 1`

/**
 * Whether the periods of a budget are numbered from 1 without a gap, each beginning when the one
 * before it ended, and rolled over from where it says: 1 for yes.
 */
export const periodsInOrder = (p: Of): RawBuilder<unknown> => sql`
  select budget_id || ' ' || number as "of", null as currency, 1 as expected, 0 as found
  from (
    select *,
      lag(number, 1, 0) over w as number_before,
      lag("end") over w as end_before,
      lag(rolled_over, 1, 0) over w as rolled_over_before,
      lag(rolled_from) over w as rolled_from_before
    from (
      select budget_id, number, "start", "end", rolled_over, rolled_from
      from budget_periods where client_id = ${p.client_id}
      union all
      select id, period_number, period_start, current_period_end, 0, rolled_from
      from budgets where client_id = ${p.client_id}
    )
    window w as (partition by budget_id order by number)
  )
  where number <> number_before + 1
    or "end" < "start"
    or number > 1 and unixepoch("start", 'subsec') * 1000 - unixepoch(end_before, 'subsec') * 1000
      not between 0.5 and 1.5
    or rolled_from <> case rolled_over_before when 1 then rolled_from_before else number end
  order by 1`
