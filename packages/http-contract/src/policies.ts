import { Policy } from "@outlay/domain/fields"
import { NeedsApproval } from "@outlay/domain/rules"
import { Schema } from "effect"
import { NonNegativeAmount } from "./shared/amount.ts"
import { bodyOf } from "./shared/body.ts"
import { endpoint, none, one, pageOf } from "./shared/endpoint.ts"
import { client_id, uuidId } from "./shared/path.ts"
import { notFound, problem, tooManyDecimals, unknownReference } from "./shared/problem.ts"
import { page } from "./shared/query.ts"
import { text, Uuid } from "./shared/text.ts"
import * as value from "./shared/values.ts"
import { wire } from "./shared/wire.ts"

const example = {
  id: "0199a7c2-4f10-7c3a-9b52-6d1e8f0a2b50",
  name: "Large topups of Travel",
  budget_id: "0199a7c2-4f10-7c3a-9b52-6d1e8f0a2b3c",
  above_amount: 500,
  created: "2026-11-02T09:30:00.000Z",
  updated: "2026-11-02T09:30:00.000Z",
}

export const policy = wire(Policy, { example })

const name = text(128, "Large topups of Travel")
const bounds = {
  budget_id: Schema.optionalKey(Schema.NullOr(Uuid)),
  above_amount: Schema.optionalKey(Schema.NullOr(NonNegativeAmount)),
}

export const CreatePolicy = bodyOf(Policy, { name, ...bounds }).annotate({
  identifier: "CreatePolicy",
  description: "New approval policy.",
  examples: [{ name: "Large topups", above_amount: 500 }] as never,
})

export const UpdatePolicy = bodyOf(Policy, { name: Schema.optionalKey(name), ...bounds }).annotate({
  identifier: "UpdatePolicy",
  description: "Fields to change; others keep their values.",
  examples: [{ above_amount: null }] as never,
})

export const needsApproval = problem(NeedsApproval, "The amount needs approval", {
  status: 403,
  values: { policy: value.words, amount: value.amount },
})

const all = "/v1/businesses/{client_id}/policies"
const each = "/v1/businesses/{client_id}/policies/{policy_id}"
const params = { client_id, policy_id: uuidId("Id of the policy.") }

export const policies = {
  list: endpoint({
    operation: "policies.list",
    method: "GET",
    path: all,
    access: { resource: "policies", action: "read" },
    summary: "List policies",
    description: "Returns the policies of the business, oldest first.",
    params: { client_id },
    query: page,
    success: pageOf(policy),
    problems: [],
  }),
  create: endpoint({
    operation: "policies.create",
    method: "POST",
    path: all,
    access: { resource: "policies", action: "create" },
    summary: "Create a policy",
    description:
      "Creates an approval policy. New topups that any policy covers need approval. Removing funds never needs approval.",
    params: { client_id },
    body: CreatePolicy,
    success: one(policy, 201),
    problems: [unknownReference, tooManyDecimals],
  }),
  get: endpoint({
    operation: "policies.get",
    method: "GET",
    path: each,
    access: { resource: "policies", action: "read" },
    summary: "Get a policy",
    description: "Returns one policy.",
    params,
    success: one(policy),
    problems: [notFound],
  }),
  update: endpoint({
    operation: "policies.update",
    method: "PATCH",
    path: each,
    access: { resource: "policies", action: "update" },
    summary: "Update a policy",
    description: "Changes the policy for new requests. Pending topups stay pending.",
    params,
    body: UpdatePolicy,
    success: one(policy),
    problems: [notFound, unknownReference, tooManyDecimals],
  }),
  remove: endpoint({
    operation: "policies.remove",
    method: "DELETE",
    path: each,
    access: { resource: "policies", action: "delete" },
    summary: "Delete a policy",
    description: "Deletes the policy. Pending topups stay pending.",
    params,
    success: none,
    problems: [notFound],
  }),
}
