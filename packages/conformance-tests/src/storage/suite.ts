import type { Stores } from "@outlay/domain"
import { accountingCodeSuites } from "./accounting-codes.ts"
import { booksSuites } from "./books.ts"
import { boundsSuites } from "./bounds.ts"
import { budgetMemberSuites } from "./budget-members.ts"
import { budgetOwnerSuites } from "./budget-owners.ts"
import { budgetPeriodStoreSuites, chargedPeriodSuites } from "./budget-periods.ts"
import { budgetSuites } from "./budgets.ts"
import { businessSuites, roleSuites } from "./businesses.ts"
import type { Suites } from "./cases.ts"
import { categorySuites } from "./categories.ts"
import { customFieldSuites } from "./custom-fields.ts"
import { eventStoreSuites } from "./events.ts"
import { exportSuites } from "./exports.ts"
import { idempotencyStoreSuites } from "./idempotency.ts"
import { idsSuites } from "./ids.ts"
import { inviteSuites } from "./invites.ts"
import { meSuites } from "./me.ts"
import { messageStoreSuites } from "./messages.ts"
import { movementSuites } from "./movements.ts"
import { notificationStoreSuites } from "./notifications.ts"
import { policySuites } from "./policies.ts"
import { reassessmentStoreSuites } from "./reassessments.ts"
import { recordSuites } from "./records.ts"
import { reportStoreSuites } from "./reports.ts"
import { rightsStoreSuites } from "./rights.ts"
import { signInStoreSuites } from "./sign-in-links.ts"
import { storeSuites } from "./store.ts"
import { taxRateSuites } from "./tax-rates.ts"
import { tokenStoreSuites } from "./tokens.ts"
import { topupSuites } from "./topups.ts"
import { transactionStoreSuites } from "./transactions.ts"
import { unitOfWorkSuites } from "./unit-of-work.ts"
import { userSuites } from "./users.ts"
import { balanceSuites, statementStoreSuites, walletSuites } from "./wallets.ts"
import { webhookStoreSuites } from "./webhooks.ts"

/** Guarantees of a whole storage. */
export const storageSuites: Suites<Stores> = [
  ...unitOfWorkSuites,
  ...storeSuites,
  ...recordSuites,
  ...boundsSuites,
  ...booksSuites,
  ...idsSuites,
  ...idempotencyStoreSuites,
  ...businessSuites,
  ...roleSuites,
  ...tokenStoreSuites,
  ...signInStoreSuites,
  ...userSuites,
  ...meSuites,
  ...inviteSuites,
  ...messageStoreSuites,
  ...notificationStoreSuites,
  ...budgetSuites,
  ...budgetMemberSuites,
  ...budgetOwnerSuites,
  ...budgetPeriodStoreSuites,
  ...policySuites,
  ...rightsStoreSuites,
  ...topupSuites,
  ...eventStoreSuites,
  ...taxRateSuites,
  ...transactionStoreSuites,
  ...reassessmentStoreSuites,
  ...movementSuites,
  ...exportSuites,
  ...chargedPeriodSuites,
  ...accountingCodeSuites,
  ...categorySuites,
  ...customFieldSuites,
  ...walletSuites,
  ...balanceSuites,
  ...statementStoreSuites,
  ...reportStoreSuites,
  ...webhookStoreSuites,
]
