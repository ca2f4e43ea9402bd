import { type BigDecimal, Result } from "effect"
import type { Decision } from "../core/decision.ts"
import { format, type Money, toMinor } from "../core/money.ts"
import { existing } from "../core/not-found.ts"
import type { Budget } from "../core/records/budgets.ts"
import type { Business } from "../core/records/businesses.ts"
import type { CreatePolicy, Policy, PolicyKey, UpdatePolicy } from "../core/records/policies.ts"
import { type NotFound, type TooManyDecimals, UnknownReference } from "../core/refusals.ts"
import { recordUpdate, rowCreation, rowRemoval } from "../core/row-change.ts"
import { NeedsApproval } from "./errors.ts"

/** Data that a store loads under its lock before a decision about a policy. */
export interface PolicyContext {
  readonly business: Business
  /** Null for a new policy, or if the policy does not exist. */
  readonly policy: Policy | null
  /** Budget of the command, deleted or not; null if there is none. */
  readonly budget: Budget | null
}

export interface PolicyCommand extends CreatePolicy {
  readonly client_id: number
  readonly id: string
  readonly now: string
}

/**
 * Creates a policy. It applies to later requests, not to earlier decisions.
 *
 * Refuses, in this order: an unknown or deleted budget; more decimals than the currency has.
 */
export const decidePolicy = (
  context: PolicyContext,
  { client_id, id, name, budget_id = null, above_amount = null, now }: PolicyCommand,
): Result.Result<Decision<Policy>, UnknownReference | TooManyDecimals> =>
  Result.gen(function* () {
    yield* activeBudget(context, budget_id)
    const policy: Policy = {
      client_id,
      id,
      name,
      budget_id,
      above_amount: yield* bound(context, above_amount),
      created: now,
      updated: now,
    }
    return { result: policy, ...rowCreation("policy.created", policy) }
  })

/**
 * Changes the given fields only.
 *
 * Refuses, in this order: an unknown policy; another budget that is unknown or deleted; more
 * decimals than the currency has.
 */
export const decidePolicyUpdate = (
  context: PolicyContext,
  key: PolicyKey,
  patch: UpdatePolicy,
  now: string,
): Result.Result<Decision<Policy>, NotFound | UnknownReference | TooManyDecimals> =>
  Result.gen(function* () {
    const before = yield* existing(context.policy, "policy", key.policy_id)
    const budget_id = patch.budget_id === undefined ? before.budget_id : patch.budget_id
    if (budget_id !== before.budget_id) yield* activeBudget(context, budget_id)
    const above_amount =
      patch.above_amount === undefined
        ? before.above_amount
        : yield* bound(context, patch.above_amount)
    const name = patch.name ?? before.name
    const after: Policy = { ...before, name, budget_id, above_amount, updated: now }
    return recordUpdate("policy.updated", before, after)
  })

/** Deletes a policy. Pending topups stay pending. Refuses an unknown policy. */
export const decidePolicyRemoval = (
  context: PolicyContext,
  key: PolicyKey,
): Result.Result<Decision<void>, NotFound> =>
  Result.map(existing(context.policy, "policy", key.policy_id), (policy) => ({
    result: undefined,
    ...rowRemoval("policy.deleted", policy),
  }))

const activeBudget = (
  { budget }: PolicyContext,
  id: string | null,
): Result.Result<void, UnknownReference> =>
  id === null || (budget?.id === id && !budget.is_deleted)
    ? Result.void
    : Result.fail(new UnknownReference({ pointer: "/budget_id", what: "budget", id }))

const bound = (
  { business }: PolicyContext,
  amount: BigDecimal.BigDecimal | null,
): Result.Result<Money | null, TooManyDecimals> =>
  amount === null
    ? Result.succeed(null)
    : toMinor(amount, business.currency, "/above_amount", "at least 0")

/**
 * Returns the first policy that covers an amount of a budget (null: a new one): "any policy covers
 * its budget and its amount is above the bound".
 */
export const coveredBy = (
  policies: ReadonlyArray<Policy>,
  budget_id: string | null,
  amount: number,
): Policy | undefined =>
  policies.find(
    (policy) =>
      (policy.budget_id === null || policy.budget_id === budget_id) &&
      (policy.above_amount === null || amount > policy.above_amount),
  )

/** Increase of the funds of a budget, from `before` to `amount`, and the field of the request. */
export interface Raise {
  readonly currency: string
  /** Null for a new budget. */
  readonly budget_id: string | null
  readonly before: number
  readonly amount: number
  readonly pointer: string
}

/**
 * "A new budget, a new member's limit, or a raised `reset_amount` whose new amount is above the
 * bound (and above the old one) is 403 `needs_approval`." `policies` are those that apply to the
 * caller, none if the caller may approve.
 */
export const decideRaise = (
  policies: ReadonlyArray<Policy>,
  { currency, budget_id, before, amount, pointer }: Raise,
): Result.Result<void, NeedsApproval> => {
  if (amount <= before) return Result.void
  const policy = coveredBy(policies, budget_id, amount)
  return policy === undefined
    ? Result.void
    : Result.fail(
        new NeedsApproval({ pointer, policy: policy.name, amount: format(amount, currency) }),
      )
}
