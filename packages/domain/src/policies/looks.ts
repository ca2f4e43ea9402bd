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

/** Which policy changes (null: a new one), and which budget its change names. */
export interface PolicyChange {
  readonly policy_id: string | null
  readonly budget_id: string | null
}

/** What is looked at before a policy is created, changed or removed. */
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
 * Those that cover a budget, its own and those of every budget, by `created`; null: a new one,
 * which only those of every budget do.
 */
export const coveringPolicies = (budget_id: string | null): Question<ReadonlyArray<Policy>> =>
  budget_id === null
    ? all("policies", { budget_id }, byCreated)
    : all("policies", {}, byCreated, [{ budget_id: null }, { budget_id }])

/** The policy of this id, or null. */
export const policyById = (id: string): Look<Policy | null> => answerTo(one("policies", { id }))

/** By `created` ascending, ties by id. */
export const policies = (request: PageRequest): Look<Page<Policy>> =>
  answerTo(pageOf("policies", {}, byCreated, request))
