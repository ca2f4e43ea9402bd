import { Businesses, Rights, Tokens } from "@outlay/domain"
import { Effect, Layer } from "effect"
import { accountingCodeHandlers } from "./accounting-codes.ts"
import { balanceHandlers } from "./balances.ts"
import { budgetMemberHandlers } from "./budget-members.ts"
import { budgetOwnerHandlers } from "./budget-owners.ts"
import { budgetPeriodHandlers } from "./budget-periods.ts"
import { budgetHandlers } from "./budgets.ts"
import { businessHandlers } from "./businesses.ts"
import { categoryHandlers } from "./categories.ts"
import { customFieldBudgetHandlers } from "./custom-field-budgets.ts"
import { customFieldOptionHandlers } from "./custom-field-options.ts"
import { customFieldHandlers } from "./custom-fields.ts"
import { eventHandlers } from "./events.ts"
import { inviteHandlers } from "./invites.ts"
import { Authentication } from "./kernel/authentication.ts"
import { policyHandlers } from "./policies.ts"
import { roleHandlers } from "./roles.ts"
import { statementHandlers } from "./statements.ts"
import { taxRateHandlers } from "./tax-rates.ts"
import { tokenHandlers } from "./tokens.ts"
import { topupHandlers } from "./topups.ts"
import { transactionImportHandlers } from "./transaction-import.ts"
import { transactionHandlers } from "./transactions.ts"
import { userHandlers } from "./users.ts"
import { walletHandlers } from "./wallets.ts"
import { webhookHandlers } from "./webhooks.ts"

/** What answers every operation of the contract. */
export const handlers = [
  ...accountingCodeHandlers,
  ...balanceHandlers,
  ...budgetHandlers,
  ...budgetMemberHandlers,
  ...budgetOwnerHandlers,
  ...budgetPeriodHandlers,
  ...businessHandlers,
  ...categoryHandlers,
  ...customFieldHandlers,
  ...customFieldOptionHandlers,
  ...customFieldBudgetHandlers,
  ...policyHandlers,
  ...inviteHandlers,
  ...eventHandlers,
  ...roleHandlers,
  ...statementHandlers,
  ...taxRateHandlers,
  ...tokenHandlers,
  ...topupHandlers,
  ...transactionHandlers,
  ...transactionImportHandlers,
  ...userHandlers,
  ...walletHandlers,
  ...webhookHandlers,
]

/** Authentication by the domain's tokens. */
export const authentication = Layer.effect(
  Authentication,
  Effect.gen(function* () {
    const tokens = yield* Tokens
    const businesses = yield* Businesses
    const rights = yield* Rights
    return {
      authenticate: tokens.authenticate,
      business: (client_id) =>
        Effect.catchTag(businesses.get({ client_id }), "NotFound", () => Effect.succeed(null)),
      judge: rights.judge,
    }
  }),
)
