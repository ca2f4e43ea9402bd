import { type RawBuilder, sql } from "kysely"

interface Of {
  readonly client_id: number
}

/** The one of two amounts of `of` that the wallet of the transaction `t` moves by. */
const ofWallet = (of: string): RawBuilder<number> =>
  sql`case t.wallet_currency when t.currency
    then ${sql.ref(`${of}.fx_amount`)} else ${sql.ref(`${of}.amount`)} end`

/** What clearing changed of the hold `t`, where it has cleared. */
const clearing = sql`left join movements as c
  on c.client_id = t.client_id and c.transaction_id = t.id and c.number = 2 and c.kind = 'CLEAR'`

/**
 * Every movement: the first, which is the transaction's own, and those that have rows. `amount` is
 * what it moved of the wallet.
 */
const steps = (p: Of): RawBuilder<unknown> => sql`(
  select t.id as transaction_id, 1 as number, t.wallet_currency as currency,
    ${ofWallet("t")} - coalesce(${ofWallet("c")}, 0) as amount,
    ${ofWallet("t")} - coalesce(${ofWallet("c")}, 0) as held,
    t.balance_after, substr(t.auth_date, 1, 10) as date
  from transactions as t ${clearing}
  where t.client_id = ${p.client_id} and t.status <> 'DECLINED'
  union all
  select t.id, m.number, t.wallet_currency, ${ofWallet("m")},
    iif(m.kind = 'CLEAR', ${ofWallet("t")} - ${ofWallet("m")}, 0),
    m.balance_after, substr(m.date, 1, 10)
  from movements as m
  join transactions as t on t.client_id = m.client_id and t.id = m.transaction_id
  where m.client_id = ${p.client_id}
)`

/**
 * The steps that left a trace in the ledger, each with its place among those of its transaction.
 */
const traced = (p: Of): RawBuilder<unknown> => sql`(
  select *, row_number() over (partition by transaction_id order by number) as place
  from ${steps(p)} where amount <> 0 or held <> 0
)`

/**
 * The trace: entries that move the wallet, and those that end a hold whose clearing moved no more.
 * `balance` is what the wallet held after each, in the order in which they were made.
 */
const trace = (p: Of): RawBuilder<unknown> => sql`(
  select e.*, row_number() over (partition by e.transaction_id order by e.id) as place
  from (
    select id, resource, resource_id as transaction_id, currency, date,
      'wallet' in (debit_account, credit_account) as moves,
      case 'wallet' when debit_account then amount when credit_account then -amount else 0 end
        as amount,
      sum(case 'wallet' when debit_account then amount when credit_account then -amount else 0 end)
        over (partition by currency order by id) as balance
    from ledger_entries
    where client_id = ${p.client_id}
      and (debit_account in ('wallet', 'holds') or credit_account in ('wallet', 'holds'))
  ) as e
  left join transactions as t on t.client_id = ${p.client_id} and t.id = e.transaction_id
  ${clearing}
  where e.resource = 'transactions' and (e.moves or ${ofWallet("c")} = 0)
)`

/**
 * Each step beside its trace: what it moved of the wallet, what the wallet held after it, and (1
 * for yes) whether it counts on its day. They are brought together once for the three.
 */
export const movementTraces = (p: Of): RawBuilder<unknown> => sql`
  with beside as materialized (
    select transaction_id || '-' || coalesce(max(number), 'none') as "of", currency,
      max(moved) as moved, max(amount) as amount, max(balance) as balance,
      max(balance_after) as balance_after, max(day) as day, max(date) as date
    from (
      select transaction_id, currency, place, number, amount, balance_after, date,
        null as moved, null as balance, null as day
      from ${traced(p)}
      union all
      select transaction_id, currency, place, null, null, null, null, amount, balance, date
      from ${trace(p)}
    )
    group by transaction_id, currency, place
    having max(moved) is not max(amount) or max(balance) is not max(balance_after)
      or max(day) is not max(date)
  )
  select 'movement amount' as "check", "of", currency,
    coalesce(moved, 0) as expected, coalesce(amount, 0) as found
  from beside where moved is not amount
  union all
  select 'movement balance', "of", currency, coalesce(balance, 0), coalesce(balance_after, 0)
  from beside where balance is not balance_after
  union all
  select 'movement day', "of", null, 1, 0 from beside where day is not date
  order by 1, 2`

/** How many movements a transaction has: as many as it says, numbered without a gap. */
export const movementCounts = (p: Of): RawBuilder<unknown> => sql`
  select coalesce(t.id, m.transaction_id) as "of", null as currency,
    iif(t.id is null or t.status = 'DECLINED', 0, 1) + coalesce(m.count, 0) as expected,
    iif(coalesce(m.last, 1) = coalesce(m.count, 0) + 1, coalesce(t.movement_count, 0), -1) as found
  from (select * from transactions where client_id = ${p.client_id}) as t
  full join (
    select transaction_id, count(*) as count, max(number) as last
    from movements where client_id = ${p.client_id} group by transaction_id
  ) as m on m.transaction_id = t.id
  where found <> expected
  order by 1`

/**
 * What came back in each of the two currencies: the sum of what was reversed and refunded, beside
 * what the transaction says.
 */
const cameBack = (p: Of, amount: "amount" | "fx_amount", refunded: string): RawBuilder<unknown> =>
  sql`
  select t.id || ' ' || ${sql.lit(amount)} as "of",
    ${amount === "amount" ? sql`b.currency` : sql`t.currency`} as currency,
    iif(t.status = 'REVERSED', -t.${sql.ref(amount)},
      -sign(t.${sql.ref(amount)}) * t.${sql.ref(refunded)}) as expected,
    coalesce(sum(m.${sql.ref(amount)}), 0) as found
  from transactions as t
  join businesses as b on b.client_id = t.client_id
  left join movements as m
    on m.client_id = t.client_id and m.transaction_id = t.id
      and m.kind = iif(t.status = 'REVERSED', 'REVERSE', 'REFUND')
  where t.client_id = ${p.client_id}
  group by t.id
  having found <> expected`

export const returned = (p: Of): RawBuilder<unknown> => sql`
  select * from (${cameBack(p, "amount", "refunded_amount")})
  union all
  select * from (${cameBack(p, "fx_amount", "refunded_fx_amount")})
  order by 1`

/**
 * Whether each step is one that can be where it is: 1. Only a hold clears or is reversed, once; in
 * the business's own currency both amounts are the same; and what is declined leaves no balance
 * behind.
 */
export const movementSteps = (p: Of): RawBuilder<unknown> => sql`
  select m.transaction_id || '-' || m.number as "of", null as currency, 1 as expected,
    case m.kind
      when 'CLEAR' then m.number = 2 and t.status in ('CLEARED', 'REFUNDED')
        and m.date = t.cleared_date
      when 'REVERSE' then m.number = 2 and t.status = 'REVERSED'
      when 'REFUND' then t.status in ('CLEARED', 'REFUNDED')
      else 0
    end and (t.currency <> b.currency or m.amount = m.fx_amount) as found
  from movements as m
  join transactions as t on t.client_id = m.client_id and t.id = m.transaction_id
  join businesses as b on b.client_id = m.client_id
  where m.client_id = ${p.client_id} and found <> expected
  union all
  select t.id || '-1', null, t.status <> 'DECLINED', t.balance_after is not null
  from transactions as t
  where t.client_id = ${p.client_id} and (t.status = 'DECLINED') = (t.balance_after is not null)
  order by 1`
