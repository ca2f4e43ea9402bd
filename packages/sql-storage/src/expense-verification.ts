import { type RawBuilder, sql } from "kysely"

/** The line items of the transaction `t`. */
const items = sql`line_items as l where l.client_id = t.client_id and l.transaction_id = t.id`

/** Whether a list of custom-field values says something in the field `f`. */
const says = (values: string): RawBuilder<unknown> => sql`exists (
  select 1 from json_each(${sql.ref(values)}) as v
  where v.value ->> 'field_name' = f.name and v.value ->> 'entry_text' <> ''
)`

/** Whether the field `f` shows on the budget of `t`, to its members too. */
const required = sql`f.client_id = t.client_id and f.is_manager_only = 0 and (
  f.budget_setting = 'ALL_CURRENT_AND_NEW' or f.budget_setting = 'SOME' and exists (
    select 1 from custom_field_budgets as b
    where b.client_id = f.client_id and b.custom_field_id = f.id and b.budget_id = t.budget_id
  )
)`

/**
 * 1 where the expense part of the transaction `t` has all that it needs, else 0: the domain's
 * `expenseStatus`, written a second time.
 */
export const completeness: RawBuilder<number> = sql`case
  when t.transaction_type not in ('CARD_TRANSACTION', 'BILL', 'REIMBURSEMENT') then 1
  when json_array_length(t.receipt_urls) = 0 then 0
  when (select coalesce(sum(l.amount), 0) from ${items}) <> abs(t.amount) then 0
  when exists (
    select 1 from ${items} and not exists (
      select 1 from categories as c
      where c.client_id = l.client_id and c.id = l.category_id
        and c.enabled = 1 and c.is_deleted = 0
    )
  ) then 0
  when t.budget_id is not null and exists (
    select 1 from custom_fields as f where ${required}
      and not ${says("t.custom_fields")}
      and not (
        exists (select 1 from ${items})
        and not exists (select 1 from ${items} and not ${says("l.custom_fields")})
      )
  ) then 0
  else 1
end`
