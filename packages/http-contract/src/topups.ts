import {
  InsufficientFunds,
  NotAnApprover,
  TopupNeedsBudget,
  TopupNeedsMember,
  TopupNotPending,
  type TopupRecord,
  toMajor,
  topupStatuses,
} from "@outlay/domain"
import { Schema } from "effect"
import { encodeSubUser, SubUser } from "./people.ts"
import { NonZeroAmount } from "./shared/amount.ts"
import { endpoint, one, pageOf, type Shown } from "./shared/endpoint.ts"
import { client_id, integerId, uuidId } from "./shared/path.ts"
import { amountOutOfRange, notFound, problem, tooManyDecimals } from "./shared/problem.ts"
import { page } from "./shared/query.ts"
import { description } from "./shared/text.ts"

const example = {
  id: "0199a7c2-4f10-7c3a-9b52-6d1e8f0a2b3c",
  amount: 12.34,
  description: "Travel to the Perth office",
  status: "APPROVED",
  requested_by: { id: 12, first_name: "Ann", last_name: "Lee", name: "Ann Lee" },
  actioned_by: null,
  actioned_on: "2026-11-02T09:30:00.000Z",
  created: "2026-11-02T09:30:00.000Z",
  updated: "2026-11-02T09:30:00.000Z",
} as const

export const Topup = Schema.Struct({
  id: Schema.String,
  amount: Schema.Finite,
  description: Schema.String,
  status: Schema.Literals(topupStatuses),
  requested_by: Schema.NullOr(SubUser),
  actioned_by: Schema.NullOr(SubUser),
  actioned_on: Schema.NullOr(Schema.String),
  created: Schema.String,
  updated: Schema.String,
}).annotate({
  identifier: "Topup",
  description: "An increase or decrease of what a budget, or a budget member, has available.",
  examples: [example],
})

export const encodeTopup = (topup: TopupRecord, { currency }: Shown): typeof Topup.Type => ({
  id: topup.id,
  amount: toMajor(topup.amount, currency),
  description: topup.description,
  status: topup.status,
  requested_by: encodeSubUser(topup.requested_by),
  actioned_by: encodeSubUser(topup.actioned_by),
  actioned_on: topup.actioned_on,
  created: topup.created,
  updated: topup.updated,
})

/**
 * "`amount` (not 0; positive adds, negative takes away), `description` (1–500), `auto_approve`
 * (optional boolean)."
 */
export const CreateTopup = Schema.Struct({
  amount: NonZeroAmount,
  description,
  auto_approve: Schema.optionalKey(Schema.Boolean),
}).annotate({
  identifier: "CreateTopup",
  description: "What to add, or (negative) to take away.",
  examples: [{ amount: 12.34, description: "Travel to the Perth office" }] as never,
})

export const topupNeedsMember = problem(TopupNeedsMember, {
  status: 400,
  title: "The budget allocates its funds to members",
})
export const topupNeedsBudget = problem(TopupNeedsBudget, {
  status: 400,
  title: "The budget has no member limits",
})
export const insufficientFunds = problem(InsufficientFunds, {
  status: 400,
  title: "Insufficient funds",
})
export const topupNotPending = problem(TopupNotPending, {
  status: 400,
  title: "The topup does not wait for approval",
})
export const notAnApprover = problem(NotAnApprover, {
  status: 403,
  title: "Not allowed to act on this topup",
})

const refusedTopup = [
  notFound,
  topupNeedsMember,
  topupNeedsBudget,
  tooManyDecimals,
  insufficientFunds,
  amountOutOfRange,
] as const
const refusedAction = [
  notFound,
  notAnApprover,
  topupNotPending,
  topupNeedsMember,
  topupNeedsBudget,
  insufficientFunds,
  amountOutOfRange,
] as const

const budget_id = uuidId("The id of the budget.")
const budget_member_id = integerId("The id of the budget member.")
const topup_id = uuidId("The id of the topup.")

const ofBudget = "/v1/businesses/{client_id}/budgets/{budget_id}/topups"
const ofMember = "/v1/businesses/{client_id}/budgets/{budget_id}/members/{budget_member_id}/topups"
const list = pageOf(Topup, encodeTopup)
const answer = one(Topup, encodeTopup)

const approves = "Moves the money of a topup that waits for approval."
const declines = "Ends a topup that waits for approval; nothing is moved."
const cancels = "Withdraws a topup that waits for approval; nothing is moved."
const acting = {
  method: "POST",
  access: { resource: "topups", action: "update" },
  self: "topups.act",
  success: answer,
  problems: refusedAction,
} as const

const onBudget = (action: string, verb: string, description: string) =>
  endpoint({
    ...acting,
    operation: `topups.${action}`,
    path: `${ofBudget}/{topup_id}/${action}`,
    summary: `${verb} a topup of a budget`,
    description,
    params: { client_id, budget_id, topup_id },
  })

const onMember = (action: string, verb: string, description: string) =>
  endpoint({
    ...acting,
    operation: `topups.${action}OfMember`,
    path: `${ofMember}/{topup_id}/${action}`,
    summary: `${verb} a topup of a budget member`,
    description,
    params: { client_id, budget_id, budget_member_id, topup_id },
  })

export const topups = {
  list: endpoint({
    operation: "topups.list",
    method: "GET",
    path: ofBudget,
    access: { resource: "topups", action: "read" },
    self: "topups.list",
    summary: "List the topups of a budget",
    description: "The topups of the budget itself, the newest first.",
    params: { client_id, budget_id },
    query: page,
    success: list,
    problems: [notFound],
  }),
  create: endpoint({
    operation: "topups.create",
    method: "POST",
    path: ofBudget,
    access: { resource: "topups", action: "create" },
    self: "topups.create",
    summary: "Top up a budget",
    description: "Raises or lowers what a budget without member limits has available.",
    params: { client_id, budget_id },
    body: CreateTopup,
    success: answer,
    problems: refusedTopup,
  }),
  listOfMember: endpoint({
    operation: "topups.listOfMember",
    method: "GET",
    path: ofMember,
    access: { resource: "topups", action: "read" },
    self: "topups.list",
    summary: "List the topups of a budget member",
    description: "The topups of the member, the newest first.",
    params: { client_id, budget_id, budget_member_id },
    query: page,
    success: list,
    problems: [notFound],
  }),
  createOfMember: endpoint({
    operation: "topups.createOfMember",
    method: "POST",
    path: ofMember,
    access: { resource: "topups", action: "create" },
    self: "topups.create",
    summary: "Top up a budget member",
    description: "Raises or lowers what a member of a budget with member limits has available.",
    params: { client_id, budget_id, budget_member_id },
    body: CreateTopup,
    success: answer,
    problems: refusedTopup,
  }),
  approve: onBudget("approve", "Approve", approves),
  approveOfMember: onMember("approve", "Approve", approves),
  decline: onBudget("decline", "Decline", declines),
  declineOfMember: onMember("decline", "Decline", declines),
  cancel: onBudget("cancel", "Cancel", cancels),
  cancelOfMember: onMember("cancel", "Cancel", cancels),
}
