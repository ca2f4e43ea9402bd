import type {
  BudgetMemberStore,
  BudgetOwnerStore,
  BudgetStore,
  BusinessStore,
  IdempotencyStore,
  Ids,
  RoleStore,
  TokenStore,
  TopupStore,
  UnitOfWork,
  UserStore,
} from "@outlay/domain"
import { budgetMemberStoreSuite } from "./budget-members.ts"
import { budgetOwnerStoreSuite } from "./budget-owners.ts"
import { budgetStoreSuite } from "./budgets.ts"
import { businessStoreSuite, roleStoreSuite } from "./businesses.ts"
import { idempotencyStoreSuite } from "./idempotency.ts"
import { idsSuite } from "./ids.ts"
import type { Storage } from "./judge.ts"
import { tokenStoreSuite } from "./tokens.ts"
import { topupStoreSuite } from "./topups.ts"
import { unitOfWorkSuite } from "./unit-of-work.ts"
import { userStoreSuite } from "./users.ts"

/** Every port that a storage has. */
export type Ports =
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

/** Judges a whole storage. `name` says which, in the names of the tests. */
export const storageSuite = (name: string, storage: Storage<Ports>): void => {
  unitOfWorkSuite(name, storage)
  idsSuite(name, storage)
  idempotencyStoreSuite(name, storage)
  businessStoreSuite(name, storage)
  roleStoreSuite(name, storage)
  tokenStoreSuite(name, storage)
  userStoreSuite(name, storage)
  budgetStoreSuite(name, storage)
  budgetMemberStoreSuite(name, storage)
  budgetOwnerStoreSuite(name, storage)
  topupStoreSuite(name, storage)
}
