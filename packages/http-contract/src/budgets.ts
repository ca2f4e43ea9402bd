import {
  BudgetCustomField,
  BudgetRecord,
  BudgetWithoutMembers,
  budgetTypes,
  FieldNotLinkable,
  MemberSumDiffers,
  RepeatedPerson,
  ResetAmountIsMemberSum,
  ResetAmountNotAllowed,
  ResetAmountRequired,
  resetPeriods,
} from "@outlay/domain"
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
    description: "When the current period began; null when it never resets.",
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
  description: "A custom field to show on the budget, and the options that may be chosen there.",
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
      exactlyOnePerson({ ...personFields, reset_amount: Schema.optionalKey(NonNegativeAmount) }),
    ),
    owners: nonEmptyList(exactlyOnePerson(personFields)),
    budget_type: Schema.optionalKey(Schema.Literals(budgetTypes)),
    ...optional,
  },
  {
    members: "Who belongs to it; with `has_member_limits` each with a `reset_amount`.",
    owners: "Who manages it.",
    categories: "The ids of the categories that it is limited to, with `limit_categories`.",
    custom_fields: "The custom fields to show on it.",
    limit_categories: "Whether it is limited to `categories`; false unless it is given.",
    budget_type: "What it is for; BUDGET unless it is given.",
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
    categories: "The ids of the categories that it is limited to: replaces the whole set.",
    custom_fields: "The custom fields to show on it: replaces the whole set.",
  },
).annotate({
  identifier: "UpdateBudget",
  description: "What changes; what is not named stays.",
  examples: [{ name: "Travel and training" }] as never,
})

export const repeatedPerson = problem(RepeatedPerson, {
  status: 400,
  title: "A person is named twice",
})
export const resetAmountRequired = problem(ResetAmountRequired, {
  status: 400,
  title: "With member limits every member needs a reset_amount",
})
export const resetAmountNotAllowed = problem(ResetAmountNotAllowed, {
  status: 400,
  title: "Without member limits a member has no reset_amount",
})
export const memberSumDiffers = problem(MemberSumDiffers, {
  status: 400,
  title: "The members' amounts do not add up to the budget's",
})
export const resetAmountIsMemberSum = problem(ResetAmountIsMemberSum, {
  status: 400,
  title: "The reset_amount is the sum of the members'",
})
export const budgetWithoutMembers = problem(BudgetWithoutMembers, {
  status: 400,
  title: "The budget has no active member",
})
export const fieldNotLinkable = problem(FieldNotLinkable, {
  status: 400,
  title: "The custom field shows on no budget",
})

export const budget_id = uuidId("The id of the budget.")
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
    description: "The budgets of the business, the oldest first, each in its current period.",
    params: { client_id },
    query: {
      ...page,
      is_deleted: boolean("Only budgets that are deleted, or only those that are not."),
      budget_type: oneOf(budgetTypes, "Only budgets of this type."),
      has_member_limits: boolean(
        "Only budgets that allocate their funds to members, or only those that do not.",
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
    description: "One budget in its current period; a deleted one is still shown.",
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
      "Creates a budget with its members and owners; all of its reset_amount is available.",
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
    summary: "Change a budget",
    description: "Changes what is named. A new reset_amount counts from the next reset.",
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
    description: "Ends its members and owners, and cancels its pending topups.",
    params: { client_id, budget_id },
    success: none,
    problems: [notFound],
  }),
}
