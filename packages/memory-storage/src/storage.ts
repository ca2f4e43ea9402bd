import { Layer } from "effect"
import { budgetMemberStore } from "./budget-members.ts"
import { budgetOwnerStore } from "./budget-owners.ts"
import { budgetStore } from "./budgets.ts"
import { businessStore } from "./businesses.ts"
import { idempotencyStore } from "./idempotency.ts"
import { roleStore } from "./roles.ts"
import { ids } from "./shared/ids.ts"
import { Memory, unitOfWork } from "./shared/memory.ts"
import { tokenStore } from "./tokens.ts"
import { topupStore } from "./topups.ts"
import { userStore } from "./users.ts"

const stores = Layer.mergeAll(
  budgetMemberStore,
  budgetOwnerStore,
  budgetStore,
  businessStore,
  idempotencyStore,
  roleStore,
  tokenStore,
  topupStore,
  userStore,
)

/** Every port of the domain in memory: each time the layer is built, a storage of its own. */
export const MemoryStorage = {
  layer: Layer.mergeAll(stores, unitOfWork).pipe(
    Layer.provideMerge(Memory.layer),
    Layer.merge(ids),
  ),
}
