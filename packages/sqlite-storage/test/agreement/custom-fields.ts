import { Budgets, CustomFieldBudgets, CustomFieldOptions, CustomFields } from "@outlay/domain"
import fc from "fast-check"
import { maybe, nth, weighted, work } from "./commands.ts"
import { onTransactions } from "./transactions.ts"

// Some of these have recorded values, and two differ only in case.
const names = fc.constantFrom("Project", "PROJECT", "Färbe", "Centre")
const field_type = fc.constantFrom("LIST", "FREE_TEXT")
const budget_setting = fc.constantFrom("NONE", "SOME", "ALL_CURRENT_AND_NEW")
const texts = fc.constantFrom("North", "north", "Süd", "West")
const options = fc.array(fc.record({ text: texts }), { maxLength: 3 })

const createField = work(
  "create field",
  fc.record({ of: nth, name: names, field_type, budget_setting: maybe(budget_setting) }),
  ({ of, ...field }) =>
    (known) =>
      CustomFields.use((_) => _.create(known.client(of), field)),
)

const patch = {
  name: maybe(names),
  field_type: maybe(field_type),
  budget_setting: maybe(budget_setting),
}

const updateField = work(
  "update field",
  fc.record({ of: nth, ...patch }),
  ({ of, ...fields }) =>
    (known) =>
      CustomFields.use((_) => _.update(known.field(of), fields)),
)

const removeField = work(
  "remove field",
  nth,
  (of) => (known) => CustomFields.use((_) => _.remove(known.field(of))),
)

const syncField = work(
  "sync field",
  fc.record({ of: nth, name: names, field_type, options: maybe(options) }),
  ({ of, ...field }) =>
    (known) =>
      CustomFields.use((_) => _.createSynced(known.client(of), { ...field, created_by: "XERO" })),
)

const updateSynced = work(
  "update synced field",
  fc.record({ of: nth, ...patch, options: maybe(options) }),
  ({ of, ...fields }) =>
    (known) =>
      CustomFields.use((_) => _.updateSynced(known.field(of), fields)),
)

const removeSynced = work(
  "remove synced field",
  nth,
  (of) => (known) => CustomFields.use((_) => _.removeSynced(known.field(of))),
)

const createOption = work(
  "create option",
  fc.record({ of: nth, text: texts }),
  ({ of, text }) =>
    (known) =>
      CustomFieldOptions.use((_) => _.create(known.field(of), { text })),
)

const updateOption = work(
  "update option",
  fc.record({ of: nth, text: maybe(texts), enabled: maybe(fc.boolean()) }),
  ({ of, ...fields }) =>
    (known) =>
      CustomFieldOptions.use((_) => _.update(known.option(of), fields)),
)

const removeOption = work(
  "remove option",
  nth,
  (of) => (known) => CustomFieldOptions.use((_) => _.remove(known.option(of))),
)

const link = work(
  "link budget",
  fc.record({ of: nth, budget: nth }),
  ({ of, budget }) =>
    (known) =>
      CustomFieldBudgets.use((_) => _.create(known.linkOf(of, budget))),
)

const unlink = work(
  "unlink budget",
  fc.record({ of: nth, budget: nth }),
  ({ of, budget }) =>
    (known) =>
      CustomFieldBudgets.use((_) => _.remove(known.linkOf(of, budget))),
)

/** Allows a budget all options of a field, none, or the n-th known ones. */
const allow = work(
  "allow options",
  fc.record({ of: nth, budget: nth, allowed: maybe(fc.array(nth, { maxLength: 2 })) }),
  ({ of, budget, allowed }) =>
    (known) => {
      const { client_id, custom_field_id, budget_id } = known.linkOf(of, budget)
      const allow_options = allowed?.map((n) => known.optionOf(custom_field_id, n)) ?? null
      const custom_fields = [{ id: custom_field_id, allow_options }]
      return Budgets.use((_) => _.update({ client_id, budget_id }, { custom_fields }))
    },
)

/** Commands on custom fields, mixed with those on transactions. */
export const onCustomFields = weighted(
  [10, onTransactions],
  [5, createField],
  [5, updateField],
  [2, removeField],
  [4, syncField],
  [4, updateSynced],
  [1, removeSynced],
  [5, createOption],
  [3, updateOption],
  [3, removeOption],
  [4, link],
  [2, unlink],
  [5, allow],
)
