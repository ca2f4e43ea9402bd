import { BusinessTopup, TopupRecord, topupStatuses } from "@outlay/domain/fields"
import {
  InsufficientFunds,
  NotAnApprover,
  TopupNeedsBudget,
  TopupNeedsMember,
  TopupNotPending,
} from "@outlay/domain/rules"
import { Schema } from "effect"
import { NonZeroAmount } from "./shared/amount.ts"
import { bodyOf } from "./shared/body.ts"
import { endpoint, mayLackBody, one, pageOf } from "./shared/endpoint.ts"
import { client_id, integerId, type PathParameters, uuidId } from "./shared/path.ts"
import { amountOutOfRange, notFound, problem, tooManyDecimals } from "./shared/problem.ts"
import { oneOf, page } from "./shared/query.ts"
import { description } from "./shared/text.ts"
import * as value from "./shared/values.ts"
import { wire } from "./shared/wire.ts"

const example = {
  id: "0199a7c2-4f10-7c3a-9b52-6d1e8f0a2b3c",
  amount: 12.34,
  description: "Travel to the Perth office",
  status: "APPROVED",
  requested_by: { id: 12, first_name: "Ann", last_name: "Lee", name: "Ann Lee" },
  actioned_by: null,
  actioned_on: "2026-11-02T09:30:00.000Z",
  reason: null,
  created: "2026-11-02T09:30:00.000Z",
  updated: "2026-11-02T09:30:00.000Z",
} as const

export const topup = wire(TopupRecord, { example })

export const businessTopup = wire(BusinessTopup, {
  example: {
    ...example,
    status: "PENDING",
    actioned_on: null,
    budget: {
      id: "0199a7c2-4f10-7c3a-9b52-6d1e8f0a2b3d",
      name: "Travel",
      budget_type: "BUDGET",
    },
    member: null,
    can_decide: true,
  },
})

/**
 * "`amount` (not 0; positive adds, negative takes away), `description` (1–500), `auto_approve`
 * (optional boolean)."
 */
export const CreateTopup = bodyOf(
  TopupRecord,
  {
    amount: NonZeroAmount,
    description,
    auto_approve: Schema.optionalKey(Schema.Boolean),
  },
  {
    auto_approve:
      "False if the topup always needs approval; true if an Admin's topup is approved immediately even if a policy covers it.",
  },
).annotate({
  identifier: "CreateTopup",
  description: "Amount to add, or to remove if negative.",
  examples: [{ amount: 12.34, description: "Travel to the Perth office" }] as never,
})

/** "Approved and declined with a reason": the reason is optional. */
export const DecideTopup = bodyOf(
  TopupRecord,
  { reason: Schema.optionalKey(description) },
  { reason: "Reason for the decision, shown on the topup." },
).annotate({
  identifier: "DecideTopup",
  description: "Reason for a decision, if any.",
  examples: [{ reason: "The trip is paid from the travel budget." }] as never,
})

export const topupNeedsMember = problem(
  TopupNeedsMember,
  "The budget allocates its funds to members",
  { values: { budget_id: value.id } },
)
export const topupNeedsBudget = problem(TopupNeedsBudget, "The budget has no member limits", {
  values: { budget_id: value.id },
})
export const insufficientFunds = problem(InsufficientFunds, "Insufficient funds", {
  values: { available: value.amount, requested: value.amount },
})
export const topupNotPending = problem(TopupNotPending, "The topup is not pending", {
  values: { topup_id: value.id, status: value.words },
})
export const notAnApprover = problem(NotAnApprover, "The caller cannot act on this topup", {
  status: 403,
  values: {
    topup_id: value.id,
    action: value.oneOf("approve", "decline", "cancel"),
    status: value.words,
  },
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

const topup_id = uuidId("Id of the topup.")
const success = one(topup)

/** Target of topups: a budget, or a member of a budget that has member limits. */
interface Target<Params> {
  /** Suffix of the operation ids. */
  readonly suffix: "" | "OfMember"
  readonly path: string
  readonly params: Params
  /** Name in summaries, with its article. */
  readonly name: string
  /** Texts for the list and for a new topup. */
  readonly lists: string
  readonly raises: string
}

/** Returns the operations for one of the targets. */
const topupsOf = <const Params extends PathParameters>(target: Target<Params>) => {
  const { suffix, path, params, name } = target
  const act = (action: string, verb: string, description: string) =>
    mayLackBody(
      endpoint({
        operation: `topups.${action}${suffix}`,
        method: "POST",
        path: `${path}/{topup_id}/${action}`,
        access: { resource: "topups", action: "update" },
        self: "topups.act",
        summary: `${verb} a topup of ${name}`,
        description,
        params: { ...params, topup_id },
        body: DecideTopup,
        success,
        problems: refusedAction,
      }),
    )
  return {
    list: endpoint({
      operation: `topups.list${suffix}`,
      method: "GET",
      path,
      access: { resource: "topups", action: "read" },
      self: "topups.list",
      summary: `List the topups of ${name}`,
      description: target.lists,
      params,
      query: page,
      success: pageOf(topup),
      problems: [notFound],
    }),
    create: endpoint({
      operation: `topups.create${suffix}`,
      method: "POST",
      path,
      access: { resource: "topups", action: "create" },
      self: "topups.create",
      summary: `Top up ${name}`,
      description: target.raises,
      params,
      body: CreateTopup,
      success,
      problems: refusedTopup,
    }),
    approve: act("approve", "Approve", "Approves a pending topup and moves its funds."),
    decline: act("decline", "Decline", "Declines a pending topup. No funds move."),
    cancel: act("cancel", "Cancel", "Cancels a pending topup. No funds move."),
  }
}

const budget_id = uuidId("Id of the budget.")
const budget_member_id = integerId("Id of the budget member.")
const budget = "/v1/businesses/{client_id}/budgets/{budget_id}"

const ofBudget = topupsOf({
  suffix: "",
  path: `${budget}/topups`,
  params: { client_id, budget_id },
  name: "a budget",
  lists: "Returns the topups of the budget itself, newest first.",
  raises: "Adds or removes funds of a budget without member limits.",
})

const ofMember = topupsOf({
  suffix: "OfMember",
  path: `${budget}/members/{budget_member_id}/topups`,
  params: { client_id, budget_id, budget_member_id },
  name: "a budget member",
  lists: "Returns the topups of the member, newest first.",
  raises: "Adds or removes funds of a member of a budget with member limits.",
})

const listOfBusiness = endpoint({
  operation: "topups.listOfBusiness",
  method: "GET",
  path: "/v1/businesses/{client_id}/topups",
  access: { resource: "topups", action: "read" },
  self: "topups.list_of_business",
  summary: "List the topups of a business",
  description:
    "Returns the topups of all budgets and budget members, newest first. `status=PENDING` limits the list to topups without a decision. `can_decide` is true if the caller can approve or decline the topup.",
  params: { client_id },
  query: { ...page, status: oneOf(topupStatuses, "Only topups of this status.") },
  success: pageOf(businessTopup),
  problems: [],
})

export const topups = {
  listOfBusiness,
  list: ofBudget.list,
  create: ofBudget.create,
  listOfMember: ofMember.list,
  createOfMember: ofMember.create,
  approve: ofBudget.approve,
  approveOfMember: ofMember.approve,
  decline: ofBudget.decline,
  declineOfMember: ofMember.decline,
  cancel: ofBudget.cancel,
  cancelOfMember: ofMember.cancel,
}
