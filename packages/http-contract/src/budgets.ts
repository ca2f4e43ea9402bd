import { resetPeriods } from "@outlay/domain"
import { BudgetCustomField, BudgetRecord, budgetTypes } from "@outlay/domain/fields"
import {
  BudgetWithoutMembers,
  FieldNotLinkable,
  MemberSumDiffers,
  RepeatedPerson,
  ResetAmountIsMemberSum,
  ResetAmountNotAllowed,
  ResetAmountRequired,
} from "@outlay/domain/rules"
import { Schema } from "effect"
import { needsApproval } from "./policies.ts"
import { NonNegativeAmount } from "./shared/amount.ts"
import { bodyOf } from "./shared/body.ts"
import { endpoint, none, one, pageOf, type Shown } from "./shared/endpoint.ts"
import { client_id, uuidId } from "./shared/path.ts"
import { exactlyOnePerson, personFields } from "./shared/person.ts"
import { notFound, problem, tooManyDecimals, unknownReference } from "./shared/problem.ts"
import { boolean, oneOf, page } from "./shared/query.ts"
import { list, nonEmptyList, text, Uuid } from "./shared/text.ts"
import * as value from "./shared/values.ts"
import { wire } from "./shared/wire.ts"

const example = {
  id: "0199a7c2-4f10-7c3a-9b52-6d1e8f0a2b3c",
  name: "Travel",
  budget_type: "BUDGET",
  available_amount: 1_250.5,
  spent_amount: 749.5,
  reset_amount: 2_000,
  reset_period: "MONTHLY",
  current_period_start: "2026-11-01T00:00:00.000Z",
  current_period_end: "2026-11-30T23:59:59.999Z",
  has_member_limits: false,
  rollover_funds: false,
  limit_categories: false,
  categories: [],
  custom_fields: [],
  is_deleted: false,
  created: "2026-01-05T09:00:00.000Z",
  updated: "2026-11-20T16:21:07.512Z",
} as const

/** "NEVER: both ends null." */
const periodStart = {
  schema: Schema.NullOr(Schema.String.annotate({ format: "date-time" })).annotate({
    description: "Start of the current period; null if the budget never resets.",
  }),
  encode: (start: string, _: Shown, { reset_period }: BudgetRecord) =>
    reset_period === "NEVER" ? null : start,
  restore: (start: unknown) => start,
}

export const budget = wire(BudgetRecord, {
  example,
  changes: { current_period_start: periodStart },
})

const CustomFieldInput = bodyOf(BudgetCustomField, {
  id: Uuid,
  allow_options: Schema.optionalKey(Schema.NullOr(list(Uuid))),
}).annotate({
  identifier: "BudgetCustomFieldInput",
  description: "Custom field to show on the budget, and its available options.",
  examples: [{ id: "0199a7c2-4f10-7c3a-9b52-6d1e8f0a2b3e" }],
})

const optional = {
  limit_categories: Schema.optionalKey(Schema.Boolean),
  categories: Schema.optionalKey(list(Uuid)),
  custom_fields: Schema.optionalKey(list(CustomFieldInput)),
}

export const CreateBudget = bodyOf(
  BudgetRecord,
  {
    name: text(128),
    reset_amount: NonNegativeAmount,
    reset_period: Schema.Literals(resetPeriods),
    has_member_limits: Schema.Boolean,
    rollover_funds: Schema.Boolean,
    members: nonEmptyList(
      exactlyOnePerson({
        ...personFields,
        reset_amount: Schema.optionalKey(NonNegativeAmount),
      }).annotate({ identifier: "NewBudgetMember", description: "Member of a new budget." }),
    ),
    owners: nonEmptyList(
      exactlyOnePerson(personFields).annotate({
        identifier: "NewBudgetOwner",
        description: "Owner of a new budget.",
      }),
    ),
    budget_type: Schema.optionalKey(Schema.Literals(budgetTypes)),
    ...optional,
  },
  {
    members: "Members of the budget; each with a `reset_amount` if `has_member_limits` is true.",
    owners: "Owners of the budget.",
    categories:
      "Ids of the categories that the budget is limited to, if `limit_categories` is true.",
    custom_fields: "Custom fields to show on the budget.",
    limit_categories: "True if spending is limited to `categories`; defaults to false.",
    budget_type: "Purpose; defaults to BUDGET.",
  },
).annotate({
  identifier: "CreateBudget",
  description: "A new budget with its members and owners.",
  examples: [
    {
      name: "Travel",
      reset_amount: 2_000,
      reset_period: "MONTHLY",
      has_member_limits: false,
      rollover_funds: false,
      members: [{ user: { id: 12 } }],
      owners: [{ user: { id: 12 } }],
    },
  ] as never,
})

export const UpdateBudget = bodyOf(
  BudgetRecord,
  {
    name: Schema.optionalKey(text(128)),
    reset_amount: Schema.optionalKey(NonNegativeAmount),
    reset_period: Schema.optionalKey(Schema.Literals(resetPeriods)),
    has_member_limits: Schema.optionalKey(Schema.Boolean),
    rollover_funds: Schema.optionalKey(Schema.Boolean),
    ...optional,
  },
  {
    categories: "Ids of the categories that the budget is limited to. Replaces the whole set.",
    custom_fields: "Custom fields to show on the budget. Replaces the whole set.",
  },
).annotate({
  identifier: "UpdateBudget",
  description: "Fields to change; others keep their values.",
  examples: [{ name: "Travel and training" }] as never,
})

export const repeatedPerson = problem(RepeatedPerson, "The person is repeated")
export const resetAmountRequired = problem(
  ResetAmountRequired,
  "With member limits, every member needs a reset_amount",
)
export const resetAmountNotAllowed = problem(
  ResetAmountNotAllowed,
  "Without member limits, members have no reset_amount",
)
export const memberSumDiffers = problem(
  MemberSumDiffers,
  "The members' amounts do not add up to the budget's amount",
  { values: { sum: value.amount, reset_amount: value.amount } },
)
export const resetAmountIsMemberSum = problem(
  ResetAmountIsMemberSum,
  "The reset_amount is the sum of the members' amounts",
)
export const budgetWithoutMembers = problem(BudgetWithoutMembers, "The budget has no active member")
export const fieldNotLinkable = problem(
  FieldNotLinkable,
  "The custom field cannot be linked to budgets",
  { values: { name: value.words } },
)

export const budget_id = uuidId("Id of the budget.")
const all = "/v1/businesses/{client_id}/budgets"
const each = "/v1/businesses/{client_id}/budgets/{budget_id}"

export const budgets = {
  list: endpoint({
    operation: "budgets.list",
    method: "GET",
    path: all,
    access: { resource: "budgets", action: "read" },
    self: "budgets.list",
    summary: "List budgets",
    description: "Returns the budgets of the business, oldest first, each with its current period.",
    params: { client_id },
    query: {
      ...page,
      is_deleted: boolean("Only deleted budgets (true), or only active ones (false)."),
      budget_type: oneOf(budgetTypes, "Only budgets of this type."),
      has_member_limits: boolean(
        "Only budgets with member limits (true), or only those without (false).",
      ),
    },
    success: pageOf(budget),
    problems: [],
  }),
  get: endpoint({
    operation: "budgets.get",
    method: "GET",
    path: each,
    access: { resource: "budgets", action: "read" },
    self: "budgets.read",
    summary: "Get a budget",
    description: "Returns one budget with its current period, including a deleted one.",
    params: { client_id, budget_id },
    success: one(budget),
    problems: [notFound],
  }),
  create: endpoint({
    operation: "budgets.create",
    method: "POST",
    path: all,
    access: { resource: "budgets", action: "create" },
    summary: "Create a budget",
    description:
      "Creates a budget with its members and owners. The whole reset_amount is available.",
    params: { client_id },
    body: CreateBudget,
    success: one(budget, 201),
    problems: [
      tooManyDecimals,
      resetAmountRequired,
      resetAmountNotAllowed,
      memberSumDiffers,
      needsApproval,
      unknownReference,
      repeatedPerson,
      fieldNotLinkable,
    ],
  }),
  update: endpoint({
    operation: "budgets.update",
    method: "PATCH",
    path: each,
    access: { resource: "budgets", action: "update" },
    self: "budgets.change",
    summary: "Update a budget",
    description: "Changes the given fields. A new reset_amount applies from the next reset.",
    params: { client_id, budget_id },
    body: UpdateBudget,
    success: one(budget),
    problems: [
      notFound,
      tooManyDecimals,
      resetAmountIsMemberSum,
      needsApproval,
      budgetWithoutMembers,
      unknownReference,
      fieldNotLinkable,
    ],
  }),
  remove: endpoint({
    operation: "budgets.remove",
    method: "DELETE",
    path: each,
    access: { resource: "budgets", action: "delete" },
    self: "budgets.change",
    summary: "Delete a budget",
    description:
      "Deletes the budget, ends its memberships and ownerships and cancels its pending topups.",
    params: { client_id, budget_id },
    success: none,
    problems: [notFound],
  }),
}
