import { budgetMembers } from "./budget-members.ts"
import { budgetOwners } from "./budget-owners.ts"
import { budgets } from "./budgets.ts"
import { businesses } from "./operator/businesses.ts"
import { clock } from "./operator/clock.ts"
import { tokens } from "./operator/tokens.ts"
import { operatorUsers } from "./operator/users.ts"
import { roles } from "./roles.ts"
import type { Endpoint } from "./shared/endpoint.ts"
import { topups } from "./topups.ts"
import { transactions } from "./transactions.ts"
import { users } from "./users.ts"

/** Operations by resource and verb: `api.topups.create` is the operation `topups.create`. */
export interface Api {
  readonly [resource: string]: { readonly [verb: string]: Endpoint }
}

/** The interface, for tokens of a business: everything under `/v1` and `/v2`. */
export const api = {
  users,
  roles,
  budgets,
  budgetMembers,
  budgetOwners,
  topups,
  transactions,
} as const satisfies Api

/** The operator's side: everything under `/operator/v1`. */
export const operatorApi = {
  businesses,
  clock,
  tokens,
  users: operatorUsers,
} as const satisfies Api
