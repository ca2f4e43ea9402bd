import type { Stores } from "@outlay/domain"
import { accountingCodeStoreSuite } from "./accounting-codes.ts"
import { budgetMemberStoreSuite } from "./budget-members.ts"
import { budgetOwnerStoreSuite } from "./budget-owners.ts"
import { budgetPeriodStoreSuite, chargedPeriodSuite } from "./budget-periods.ts"
import { budgetStoreSuite } from "./budgets.ts"
import { businessStoreSuite, roleStoreSuite } from "./businesses.ts"
import { categoryStoreSuite } from "./categories.ts"
import { customFieldStoreSuite } from "./custom-fields.ts"
import { eventStoreSuite } from "./events.ts"
import { idempotencyStoreSuite } from "./idempotency.ts"
import { idsSuite } from "./ids.ts"
import { inviteStoreSuite } from "./invites.ts"
import type { Storage } from "./judge.ts"
import { messageStoreSuite } from "./messages.ts"
import { movementSuite } from "./movements.ts"
import { policyStoreSuite } from "./policies.ts"
import { reassessmentStoreSuite } from "./reassessments.ts"
import { rightsStoreSuite } from "./rights.ts"
import { taxRateStoreSuite } from "./tax-rates.ts"
import { tokenStoreSuite } from "./tokens.ts"
import { topupStoreSuite } from "./topups.ts"
import { transactionStoreSuite } from "./transactions.ts"
import { unitOfWorkSuite } from "./unit-of-work.ts"
import { userStoreSuite } from "./users.ts"
import { balanceStoreSuite, statementStoreSuite, walletStoreSuite } from "./wallets.ts"
import { webhookStoreSuite } from "./webhooks.ts"

/** Judges a whole storage. `name` says which, in the names of the tests. */
export const storageSuite = (name: string, storage: Storage<Stores>): void => {
  unitOfWorkSuite(name, storage)
  idsSuite(name, storage)
  idempotencyStoreSuite(name, storage)
  businessStoreSuite(name, storage)
  roleStoreSuite(name, storage)
  tokenStoreSuite(name, storage)
  userStoreSuite(name, storage)
  inviteStoreSuite(name, storage)
  messageStoreSuite(name, storage)
  budgetStoreSuite(name, storage)
  budgetMemberStoreSuite(name, storage)
  budgetOwnerStoreSuite(name, storage)
  budgetPeriodStoreSuite(name, storage)
  policyStoreSuite(name, storage)
  rightsStoreSuite(name, storage)
  topupStoreSuite(name, storage)
  eventStoreSuite(name, storage)
  taxRateStoreSuite(name, storage)
  transactionStoreSuite(name, storage)
  reassessmentStoreSuite(name, storage)
  movementSuite(name, storage)
  chargedPeriodSuite(name, storage)
  accountingCodeStoreSuite(name, storage)
  categoryStoreSuite(name, storage)
  customFieldStoreSuite(name, storage)
  walletStoreSuite(name, storage)
  balanceStoreSuite(name, storage)
  statementStoreSuite(name, storage)
  webhookStoreSuite(name, storage)
}
