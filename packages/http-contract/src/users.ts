import { paymentTypes, UserRecord } from "@outlay/domain/fields"
import {
  ChainedAssistant,
  DelegateIsSelf,
  DelegateOutOfOffice,
  FeatureUnavailable,
  OutOfOfficeEndsBeforeStart,
  OutOfOfficeNeedsDates,
  RepeatedAssistant,
  TooManyAssistants,
} from "@outlay/domain/rules"
import { Schema } from "effect"
import { lastBudgetOwner } from "./budget-owners.ts"
import { roleExceedsYours } from "./roles.ts"
import { bodyOf } from "./shared/body.ts"
import { endpoint, none, one, pageOf } from "./shared/endpoint.ts"
import { client_id, integerId } from "./shared/path.ts"
import { notFound, problem, unknownReference } from "./shared/problem.ts"
import { boolean, page } from "./shared/query.ts"
import { CalendarDate, IntegerId, Uuid, uniqueList } from "./shared/text.ts"
import * as value from "./shared/values.ts"
import { wire } from "./shared/wire.ts"

export const user = wire(UserRecord, {
  example: {
    id: 12,
    first_name: "Ann",
    last_name: "Lee",
    name: "Ann Lee",
    email: "ann@example.com",
    role: "Manager",
    role_id: "0199a7c2-4f10-7c3a-9b52-6d1e8f0a2b3c",
    payment_types: ["cards"],
    out_of_office_mode: false,
    out_of_office_start_date: null,
    out_of_office_end_date: null,
    delegate_approver: null,
    expense_delegate: [],
    is_deleted: false,
    created: "2026-01-05T09:00:00.000Z",
    updated: "2026-01-05T09:00:00.000Z",
  },
})

/** Fields of an absence, which users change for themselves and for others. */
export const absence = {
  out_of_office_mode: Schema.optionalKey(Schema.Boolean),
  out_of_office_start_date: Schema.optionalKey(Schema.NullOr(CalendarDate)),
  out_of_office_end_date: Schema.optionalKey(Schema.NullOr(CalendarDate)),
  delegate_approver: Schema.optionalKey(Schema.NullOr(IntegerId)),
}

export const UpdateUser = bodyOf(
  UserRecord,
  {
    role_id: Schema.optionalKey(Uuid),
    payment_types: Schema.optionalKey(uniqueList(Schema.Literals(paymentTypes))),
    ...absence,
    expense_delegate: Schema.optionalKey(uniqueList(IntegerId, 3)),
  },
  {
    expense_delegate: "Ids of the user's expense assistants. Replaces the whole set.",
  },
).annotate({
  identifier: "UpdateUser",
  description:
    "Fields to change; others keep their values. `expense_delegate` replaces the whole set.",
  examples: [{ payment_types: ["cards", "bills"] }] as never,
})

export const outOfOfficeNeedsDates = problem(
  OutOfOfficeNeedsDates,
  "The out-of-office dates are required",
)
export const outOfOfficeEndsBeforeStart = problem(
  OutOfOfficeEndsBeforeStart,
  "The out-of-office period ends before it starts",
  { values: { start: value.day, end: value.day } },
)
export const delegateIsSelf = problem(
  DelegateIsSelf,
  "A user cannot be their own delegate or assistant",
)
export const delegateOutOfOffice = problem(DelegateOutOfOffice, "The delegate is out of office", {
  values: { user_id: value.id, start: value.day, end: value.day },
})
export const featureUnavailable = problem(FeatureUnavailable, "The feature is not available", {
  values: { feature: value.words },
})
export const tooManyAssistants = problem(TooManyAssistants, "Too many expense assistants", {
  values: { maximum: value.integer },
})
export const repeatedAssistant = problem(RepeatedAssistant, "The expense assistant is repeated", {
  values: { user_id: value.id },
})
export const chainedAssistant = problem(ChainedAssistant, "Expense assistants cannot be chained", {
  values: { user_id: value.id },
})

const all = "/v1/businesses/{client_id}/users"
const each = "/v1/businesses/{client_id}/users/{user_id}"
const user_id = integerId("Id of the user.")

export const users = {
  list: endpoint({
    operation: "users.list",
    method: "GET",
    path: all,
    access: { resource: "users", action: "read" },
    summary: "List users",
    description: "Returns the employees of the business, oldest first.",
    params: { client_id },
    query: {
      ...page,
      is_deleted: boolean("Only deleted users (true), or only active ones (false)."),
    },
    success: pageOf(user),
    problems: [],
  }),
  get: endpoint({
    operation: "users.get",
    method: "GET",
    path: each,
    access: { resource: "users", action: "read" },
    summary: "Get a user",
    description: "Returns one employee, including a deleted one.",
    params: { client_id, user_id },
    success: one(user),
    problems: [notFound],
  }),
  update: endpoint({
    operation: "users.update",
    method: "PATCH",
    path: each,
    access: { resource: "users", action: "update" },
    summary: "Update a user",
    description:
      "Changes the role, payment types, absence and delegation of an active employee. A new role cannot exceed the caller's permissions, and applies immediately to tokens that act for the user.",
    params: { client_id, user_id },
    body: UpdateUser,
    success: one(user),
    problems: [
      notFound,
      unknownReference,
      roleExceedsYours,
      outOfOfficeNeedsDates,
      outOfOfficeEndsBeforeStart,
      delegateIsSelf,
      delegateOutOfOffice,
      featureUnavailable,
      tooManyAssistants,
      repeatedAssistant,
      chainedAssistant,
    ],
  }),
  remove: endpoint({
    operation: "users.remove",
    method: "DELETE",
    path: each,
    access: { resource: "users", action: "delete" },
    summary: "Delete a user",
    description:
      "Ends memberships, ownerships and delegations, cancels pending topups and revokes tokens. Refused for the only active owner of a budget.",
    params: { client_id, user_id },
    success: none,
    problems: [notFound, lastBudgetOwner],
  }),
}
