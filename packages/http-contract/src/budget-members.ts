import { BudgetMemberRecord, MembershipRecord } from "@outlay/domain/fields"
import {
  AlreadyMember,
  BudgetNeverResets,
  BudgetWithoutLimits,
  LastBudgetMember,
} from "@outlay/domain/rules"
import { Schema } from "effect"
import { budget_id, resetAmountNotAllowed, resetAmountRequired } from "./budgets.ts"
import { invite, subUser } from "./people.ts"
import { needsApproval } from "./policies.ts"
import { NonNegativeAmount } from "./shared/amount.ts"
import { bodyOf } from "./shared/body.ts"
import { endpoint, none, one, pageOf } from "./shared/endpoint.ts"
import { client_id, integerId } from "./shared/path.ts"
import { exactlyOnePerson, personFields } from "./shared/person.ts"
import {
  amountOutOfRange,
  notFound,
  problem,
  tooManyDecimals,
  unknownReference,
} from "./shared/problem.ts"
import { boolean, integer, page } from "./shared/query.ts"
import * as value from "./shared/values.ts"
import { present, wire, within } from "./shared/wire.ts"

const example = {
  id: "41",
  available_amount: 400,
  spent_amount: 100,
  reset_amount: 500,
  is_deleted: false,
  created: "2026-01-05T09:00:00.000Z",
  updated: "2026-11-20T16:21:07.512Z",
}

/** "`id` (the decimal digits of an integer, as a string, since paths take the integer)". */
const digits = {
  schema: Schema.String.annotate({ description: "Id of the member, as a string of digits." }),
  encode: String,
  restore: (id: unknown) => (typeof id === "string" ? Number(id) : id),
}

export const budgetMember = wire(BudgetMemberRecord, {
  example: {
    ...example,
    user: { id: 12, first_name: "Ann", last_name: "Lee", name: "Ann Lee" },
  },
  changes: {
    id: digits,
    user: present(within(subUser)),
    invite: present(within(invite)),
  },
})

export const membership = wire(MembershipRecord, {
  example: {
    ...example,
    budget: { id: "0199a7c2-4f10-7c3a-9b52-6d1e8f0a2b3c", name: "Travel", budget_type: "BUDGET" },
  },
  changes: { id: digits },
})

export const AddMember = exactlyOnePerson({
  ...personFields,
  reset_amount: Schema.optionalKey(NonNegativeAmount),
}).annotate({
  identifier: "AddBudgetMember",
  description: "User or pending invite to add; with member limits, also its reset amount.",
  examples: [{ user: { id: 12 } }] as never,
})

export const UpdateMember = bodyOf(BudgetMemberRecord, {
  reset_amount: NonNegativeAmount,
}).annotate({
  identifier: "UpdateBudgetMember",
  description: "Reset amount of the member from the next reset.",
  examples: [{ reset_amount: 500 }] as never,
})

export const alreadyMember = problem(AlreadyMember, "Already a member", {
  values: { budget_member_id: value.id },
})
export const lastBudgetMember = problem(LastBudgetMember, "The last member cannot be removed", {
  values: { budget_id: value.id },
})
export const budgetWithoutLimits = problem(BudgetWithoutLimits, "The budget has no member limits", {
  values: { budget_id: value.id },
})
export const budgetNeverResets = problem(BudgetNeverResets, "The budget never resets", {
  values: { budget_id: value.id },
})

export const budget_member_id = integerId("Id of the budget member.")
const all = "/v1/businesses/{client_id}/budgets/{budget_id}/members"
const each = "/v1/businesses/{client_id}/budgets/{budget_id}/members/{budget_member_id}"
const is_deleted = boolean("Only removed members (true), or only active ones (false).")

export const budgetMembers = {
  list: endpoint({
    operation: "budgetMembers.list",
    method: "GET",
    path: all,
    access: { resource: "budget_members", action: "read" },
    self: "budget_members.list",
    summary: "List the members of a budget",
    description: "Returns the members of the budget, oldest first.",
    params: { client_id, budget_id },
    query: { ...page, is_deleted, user_id: integer("Only the membership of this user.", 1) },
    success: pageOf(budgetMember),
    problems: [notFound],
  }),
  listOfUser: endpoint({
    operation: "budgetMembers.listOfUser",
    method: "GET",
    path: "/v1/businesses/{client_id}/users/{user_id}/budget-members",
    access: { resource: "budget_members", action: "read" },
    self: "budget_members.list_of_user",
    summary: "List the memberships of a user",
    description:
      "Returns the budgets that the user belongs to, with the user's own amounts, oldest first.",
    params: { client_id, user_id: integerId("Id of the user.") },
    query: { ...page, is_deleted },
    success: pageOf(membership),
    problems: [notFound],
  }),
  get: endpoint({
    operation: "budgetMembers.get",
    method: "GET",
    path: each,
    access: { resource: "budget_members", action: "read" },
    self: "budget_members.read",
    summary: "Get a budget member",
    description: "Returns one member of the budget, including a removed one.",
    params: { client_id, budget_id, budget_member_id },
    success: one(budgetMember),
    problems: [notFound],
  }),
  create: endpoint({
    operation: "budgetMembers.create",
    method: "POST",
    path: all,
    access: { resource: "budget_members", action: "create" },
    self: "budget_members.create",
    summary: "Add a budget member",
    description: "Adds a user or a pending invite. A former member is reinstated with the same id.",
    params: { client_id, budget_id },
    body: AddMember,
    success: one(budgetMember, 201),
    problems: [
      notFound,
      unknownReference,
      resetAmountRequired,
      resetAmountNotAllowed,
      tooManyDecimals,
      needsApproval,
      amountOutOfRange,
      alreadyMember,
    ],
  }),
  update: endpoint({
    operation: "budgetMembers.update",
    method: "PATCH",
    path: each,
    access: { resource: "budget_members", action: "update" },
    self: "budget_members.change",
    summary: "Update a budget member",
    description:
      "Changes the reset amount of a member of a budget with member limits. Balances do not change.",
    params: { client_id, budget_id, budget_member_id },
    body: UpdateMember,
    success: one(budgetMember),
    problems: [
      notFound,
      budgetWithoutLimits,
      budgetNeverResets,
      tooManyDecimals,
      needsApproval,
      amountOutOfRange,
    ],
  }),
  remove: endpoint({
    operation: "budgetMembers.remove",
    method: "DELETE",
    path: each,
    access: { resource: "budget_members", action: "delete" },
    self: "budget_members.change",
    summary: "Remove a budget member",
    description: "Ends the membership. With member limits, the member's funds leave the budget.",
    params: { client_id, budget_id, budget_member_id },
    success: none,
    problems: [notFound, lastBudgetMember],
  }),
}
