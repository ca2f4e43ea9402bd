import { type RawBuilder, sql } from "kysely"

/** The line items of the transaction `t`. */
const items = sql`line_items as l where l.client_id = t.client_id and l.transaction_id = t.id`

/** Whether a list of custom-field values says something that counts in the field `f`. */
const says = (values: string): RawBuilder<unknown> => sql`exists (
  select 1 from json_each(${sql.ref(values)}) as v
  where v.value ->> 'custom_field_id' = f.id and case f.field_type
    when 'FREE_TEXT' then v.value ->> 'entry_text' <> ''
    else exists (
      select 1 from custom_field_options as o
      where o.client_id = f.client_id and o.custom_field_id = f.id
        and o.text = v.value ->> 'entry_text'
    )
  end
)`

/** Whether the field `f` shows on the budget of `t`, to its members too. */
const required = sql`f.client_id = t.client_id and f.is_deleted = 0 and f.is_manager_only = 0 and (
  f.budget_setting = 'ALL_CURRENT_AND_NEW' or f.budget_setting = 'SOME' and exists (
    select 1 from custom_field_budgets as b
    where b.client_id = f.client_id and b.custom_field_id = f.id and b.budget_id = t.budget_id
  )
)`

/** Whether the line item `l` has an enabled category that is visible on the budget of `t`. */
const visible = sql`exists (
  select 1 from categories as c
  where c.client_id = l.client_id and c.id = l.category_id and c.enabled = 1 and c.is_deleted = 0
    and not exists (
      select 1 from budgets as b
      where b.client_id = t.client_id and b.id = t.budget_id and b.limit_categories = 1
        and c.id not in (select value from json_each(b.categories))
    )
)`

/** What no setting changes: an expense without it was never complete. */
const lacking = sql`json_array_length(t.receipt_urls) = 0
  or (select coalesce(sum(l.amount), 0) from ${items}) <> abs(t.amount)
  or exists (select 1 from ${items} and l.category_id is null)`

/** What the settings of today ask for. */
const unsettled = sql`exists (select 1 from ${items} and not ${visible})
  or t.budget_id is not null and exists (
    select 1 from custom_fields as f where ${required}
      and not ${says("t.custom_fields")}
      and not (
        exists (select 1 from ${items})
        and not exists (select 1 from ${items} and not ${says("l.custom_fields")})
      )
  )`

/**
 * 1 where the expense part of the transaction `t` has to be COMPLETE, else 0: the domain's
 * `expenseStatus`, written a second time. "An expense that became COMPLETE stays so whatever
 * settings change later", so that one which is so is only asked for what no setting changes; and
 * one that is not may wait for its turn, while a reassessment of its business goes on.
 */
export const completeness: RawBuilder<number> = sql`case
  when t.transaction_type not in ('CARD_TRANSACTION', 'BILL', 'REIMBURSEMENT') then 1
  when ${lacking} then 0
  when t.expense_status = 'COMPLETE' then 1
  when exists (select 1 from reassessments as r where r.client_id = t.client_id) then 0
  when ${unsettled} then 0
  else 1
end`

/** The values of custom fields that transactions have, counted one by one. */
export const valueCounts = (p: { readonly client_id: number }): RawBuilder<unknown> => sql`
  select coalesce(c.custom_field_id, v.custom_field_id) as "of", null as currency,
    coalesce(v.count, 0) as expected, coalesce(c.count, 0) as found
  from (select * from custom_field_values where client_id = ${p.client_id}) as c
  full join (
    select custom_field_id, count(*) as count from (
      select v.value ->> 'custom_field_id' as custom_field_id
      from transactions as t, json_each(t.custom_fields) as v
      where t.client_id = ${p.client_id} and t.custom_fields <> '[]'
      union all
      select v.value ->> 'custom_field_id'
      from line_items as l, json_each(l.custom_fields) as v
      where l.client_id = ${p.client_id} and l.custom_fields <> '[]'
    )
    where custom_field_id is not null
    group by 1
  ) as v on v.custom_field_id = c.custom_field_id
  where found <> expected
  order by 1`
