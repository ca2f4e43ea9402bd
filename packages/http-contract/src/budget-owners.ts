import { BudgetOwnerRecord } from "@outlay/domain/fields"
import { AlreadyOwner, LastBudgetOwner } from "@outlay/domain/rules"
import { budget_id } from "./budgets.ts"
import { invite, subUser } from "./people.ts"
import { endpoint, none, one, pageOf } from "./shared/endpoint.ts"
import { client_id, uuidId } from "./shared/path.ts"
import { exactlyOnePerson, personFields } from "./shared/person.ts"
import { notFound, problem, unknownReference } from "./shared/problem.ts"
import { boolean, page } from "./shared/query.ts"
import * as value from "./shared/values.ts"
import { present, wire, within } from "./shared/wire.ts"

export const budgetOwner = wire(BudgetOwnerRecord, {
  example: {
    id: "0199a7c2-4f10-7c3a-9b52-6d1e8f0a2b3f",
    user: { id: 12, first_name: "Ann", last_name: "Lee", name: "Ann Lee" },
    is_deleted: false,
    created: "2026-01-05T09:00:00.000Z",
    updated: "2026-01-05T09:00:00.000Z",
  },
  changes: {
    user: present(within(subUser)),
    invite: present(within(invite)),
  },
})

export const AddOwner = exactlyOnePerson(personFields).annotate({
  identifier: "AddBudgetOwner",
  description: "User or pending invite to make an owner.",
  examples: [{ user: { id: 12 } }] as never,
})

export const alreadyOwner = problem(AlreadyOwner, "Already an owner", {
  values: { budget_owner_id: value.id },
})
export const lastBudgetOwner = problem(LastBudgetOwner, "The last owner cannot be removed", {
  values: { budgets: value.named },
})

const all = "/v1/businesses/{client_id}/budgets/{budget_id}/owners"
const each = "/v1/businesses/{client_id}/budgets/{budget_id}/owners/{budget_owner_id}"
const budget_owner_id = uuidId("Id of the budget owner.")

export const budgetOwners = {
  list: endpoint({
    operation: "budgetOwners.list",
    method: "GET",
    path: all,
    access: { resource: "budget_owners", action: "read" },
    self: "budget_owners.list",
    summary: "List the owners of a budget",
    description: "Returns the owners of the budget, oldest first.",
    params: { client_id, budget_id },
    query: {
      ...page,
      is_deleted: boolean("Only removed owners (true), or only active ones (false)."),
    },
    success: pageOf(budgetOwner),
    problems: [notFound],
  }),
  create: endpoint({
    operation: "budgetOwners.create",
    method: "POST",
    path: all,
    access: { resource: "budget_owners", action: "create" },
    self: "budget_owners.create",
    summary: "Add a budget owner",
    description: "Makes a user or a pending invite an owner. A former owner is reinstated.",
    params: { client_id, budget_id },
    body: AddOwner,
    success: one(budgetOwner, 201),
    problems: [notFound, unknownReference, alreadyOwner],
  }),
  remove: endpoint({
    operation: "budgetOwners.remove",
    method: "DELETE",
    path: each,
    access: { resource: "budget_owners", action: "delete" },
    self: "budget_owners.remove",
    summary: "Remove a budget owner",
    description: "Ends the ownership. The last active owner cannot be removed.",
    params: { client_id, budget_id, budget_owner_id },
    success: none,
    problems: [notFound, lastBudgetOwner],
  }),
}
