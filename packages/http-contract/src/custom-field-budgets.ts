import { LinkedBudget } from "@outlay/domain/fields"
import { BudgetAlreadyLinked, BudgetSettingNotSome } from "@outlay/domain/rules"
import { Schema } from "effect"
import { custom_field_id } from "./custom-fields.ts"
import { endpoint, none, one, pageOf } from "./shared/endpoint.ts"
import { client_id, uuidId } from "./shared/path.ts"
import { notFound, problem, unknownReference } from "./shared/problem.ts"
import { page } from "./shared/query.ts"
import { Uuid } from "./shared/text.ts"
import * as value from "./shared/values.ts"
import { wire } from "./shared/wire.ts"

export const customFieldBudget = wire(LinkedBudget, {
  example: { id: "0199a7c2-4f10-7c3a-9b52-6d1e8f0a2b3e", name: "Travel" },
})

export const LinkBudget = Schema.Struct({
  budget: Uuid.annotate({ description: "Id of the budget." }),
}).annotate({
  identifier: "LinkBudget",
  description: "Budget to link.",
  examples: [{ budget: "0199a7c2-4f10-7c3a-9b52-6d1e8f0a2b3e" }] as never,
})

export const budgetSettingNotSome = problem(
  BudgetSettingNotSome,
  "Budgets can be linked one by one only when budget_setting is SOME",
  { values: { budget_setting: value.words } },
)
export const budgetAlreadyLinked = problem(BudgetAlreadyLinked, "The budget is already linked", {
  values: { name: value.words },
})

const budget_id = uuidId("Id of the budget.")

const all = "/v1/businesses/{client_id}/custom-fields/{custom_field_id}/budgets"

export const customFieldBudgets = {
  list: endpoint({
    operation: "customFieldBudgets.list",
    method: "GET",
    path: all,
    access: { resource: "custom_fields", action: "read" },
    summary: "List the budgets of a custom field",
    description: "Returns the budgets linked to the field, oldest first.",
    params: { client_id, custom_field_id },
    query: page,
    success: pageOf(customFieldBudget),
    problems: [notFound],
  }),
  create: endpoint({
    operation: "customFieldBudgets.create",
    method: "POST",
    path: all,
    access: { resource: "custom_fields", action: "create" },
    summary: "Link a budget to a custom field",
    description:
      "Links one budget, if `budget_setting` is SOME. Updates the `expense_status` of its transactions.",
    params: { client_id, custom_field_id },
    body: LinkBudget,
    success: one(customFieldBudget, 201),
    problems: [notFound, budgetSettingNotSome, unknownReference, budgetAlreadyLinked],
  }),
  remove: endpoint({
    operation: "customFieldBudgets.remove",
    method: "DELETE",
    path: `${all}/{budget_id}`,
    access: { resource: "custom_fields", action: "delete" },
    summary: "Unlink a budget from a custom field",
    description: "Unlinks one budget, if `budget_setting` is SOME.",
    params: { client_id, custom_field_id, budget_id },
    success: none,
    problems: [notFound, budgetSettingNotSome],
  }),
}
