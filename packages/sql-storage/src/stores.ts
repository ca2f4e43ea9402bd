import { storesOver } from "@outlay/domain/ports"
import type { Effect } from "effect"
import { budgetPeriodStore } from "./budget-periods.ts"
import { dueBudgetStore } from "./budgets.ts"
import { businessList } from "./businesses.ts"
import { customFieldValueStore } from "./custom-fields.ts"
import { eventStore } from "./events.ts"
import { idempotencyStore } from "./idempotency.ts"
import { messageStore } from "./messages.ts"
import { notificationStore } from "./notifications.ts"
import { reassessmentStore } from "./reassessments.ts"
import { reportStore } from "./reports.ts"
import { rightsStore } from "./rights.ts"
import type { engineServices } from "./shared/services.ts"
import { shownTransactions } from "./shown-transactions.ts"
import { signInStore } from "./sign-in-links.ts"
import { statementStore } from "./statements.ts"
import { store } from "./store.ts"
import { tokenStore } from "./tokens.ts"
import { verificationStore } from "./verification.ts"
import { webhookStore } from "./webhooks.ts"

/** Every port of the domain, over an engine's `Sql`, its `Ids` and its `UnitOfWork`. */
export const SqlStores = {
  layer: storesOver<Effect.Services<typeof engineServices>>({
    budgetPeriods: budgetPeriodStore,
    businessList,
    customFieldValues: customFieldValueStore,
    dueBudgets: dueBudgetStore,
    events: eventStore,
    idempotency: idempotencyStore,
    messages: messageStore,
    notifications: notificationStore,
    reassessments: reassessmentStore,
    reports: reportStore,
    rights: rightsStore,
    shownTransactions,
    signIn: signInStore,
    statements: statementStore,
    store,
    tokens: tokenStore,
    verification: verificationStore,
    webhooks: webhookStore,
  }),
}
