import { byCreated, present } from "../core/looks.ts"
import type { Page, PageRequest } from "../core/page.ts"
import {
  all,
  answerTo,
  known,
  type Look,
  look,
  one,
  pageOf,
  type Question,
  seen,
} from "../core/questions.ts"
import type { Policy } from "../core/records/policies.ts"
import type { PolicyContext } from "./rules.ts"

/** Policy that changes (null: a new one) and the budget that the change names. */
export interface PolicyChange {
  readonly policy_id: string | null
  readonly budget_id: string | null
}

/** Loads the context of a decision about a policy. */
export const policyContext = ({ policy_id, budget_id }: PolicyChange): Look<PolicyContext> =>
  look(
    {
      business: one("businesses"),
      policy: policy_id === null ? known(null) : one("policies", { id: policy_id }),
      budget: budget_id === null ? known(null) : one("budgets", { id: budget_id }),
    },
    ({ business, policy, budget }) => seen({ business: present(business), policy, budget }),
  )

/**
 * Policies that cover a budget, its own and those of every budget, by `created`. If `budget_id` is
 * null, the budget is new, and only those of every budget cover it.
 */
export const coveringPolicies = (budget_id: string | null): Question<ReadonlyArray<Policy>> =>
  budget_id === null
    ? all("policies", { budget_id }, byCreated)
    : all("policies", {}, byCreated, [{ budget_id: null }, { budget_id }])

/** Returns the policy with this id, or null. */
export const policyById = (id: string): Look<Policy | null> => answerTo(one("policies", { id }))

/** Returns policies by `created` ascending, ties by id. */
export const policies = (request: PageRequest): Look<Page<Policy>> =>
  answerTo(pageOf("policies", {}, byCreated, request))
