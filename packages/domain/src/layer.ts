import { Layer } from "effect"
import { BudgetMembers } from "./budget-members/service.ts"
import type { BudgetMemberStore } from "./budget-members/store.ts"
import { BudgetOwners } from "./budget-owners/service.ts"
import type { BudgetOwnerStore } from "./budget-owners/store.ts"
import { Budgets } from "./budgets/service.ts"
import type { BudgetStore } from "./budgets/store.ts"
import { Businesses } from "./businesses/service.ts"
import type { BusinessStore } from "./businesses/store.ts"
import type { IdempotencyStore } from "./idempotency/store.ts"
import { Roles } from "./roles/service.ts"
import type { RoleStore } from "./roles/store.ts"
import type { Ids } from "./shared/ids.ts"
import type { UnitOfWork } from "./shared/unit-of-work.ts"
import type { Secrets } from "./tokens/secrets.ts"
import { Tokens } from "./tokens/service.ts"
import type { TokenStore } from "./tokens/store.ts"
import { Topups } from "./topups/service.ts"
import type { TopupStore } from "./topups/store.ts"
import { Users } from "./users/service.ts"
import type { UserStore } from "./users/store.ts"

/** Every port that a storage supplies: a new resource adds its own here. */
export type Stores =
  | BudgetMemberStore
  | BudgetOwnerStore
  | BudgetStore
  | BusinessStore
  | IdempotencyStore
  | Ids
  | RoleStore
  | TokenStore
  | TopupStore
  | UnitOfWork
  | UserStore

/** Every service of the domain: what handlers and commands are written with. */
export type Services =
  | BudgetMembers
  | BudgetOwners
  | Budgets
  | Businesses
  | Roles
  | Tokens
  | Topups
  | Users

/** The services that stand on budgets, which they first bring into their current period. */
const onBudgets = Layer.mergeAll(BudgetOwners.layer, Topups.layer, Users.layer).pipe(
  Layer.provideMerge(BudgetMembers.layer),
  Layer.provideMerge(Budgets.layer),
)

const layer: Layer.Layer<Services, never, Stores | Secrets> = Layer.mergeAll(
  onBudgets,
  Businesses.layer,
  Roles.layer,
  Tokens.layer,
)

/** Every service of the domain as one layer, over a storage and a source of secrets. */
export const Services = { layer }
