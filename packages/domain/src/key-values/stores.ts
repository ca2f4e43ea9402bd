import { Layer } from "effect"
import type { EventEncoder } from "../events/encoder.ts"
import type { Stores } from "../layer.ts"
import { storesOver } from "../stores.ts"
import { KeptBooks, unitOfWork } from "./books.ts"
import { budgetPeriodStore } from "./budget-periods.ts"
import { businessList } from "./businesses.ts"
import { customFieldValueStore } from "./custom-fields.ts"
import { dueBudgetStore } from "./due-budgets.ts"
import { eventStore } from "./events.ts"
import { idempotencyStore } from "./idempotency.ts"
import { ids } from "./ids.ts"
import type { KeyValues } from "./key-values.ts"
import { messageStore } from "./messages.ts"
import { notificationStore } from "./notifications.ts"
import { reassessmentStore } from "./reassessments.ts"
import { reportStore } from "./reports.ts"
import { rightsStore } from "./rights.ts"
import { shownTransactions } from "./shown-transactions.ts"
import { signInStore } from "./sign-in-links.ts"
import { statementStore } from "./statements.ts"
import { store } from "./store.ts"
import { tokenStore } from "./tokens.ts"
import { verificationStore } from "./verification.ts"
import { webhookStore } from "./webhooks.ts"

const stores = storesOver<KeptBooks>({
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
})

/**
 * Every port of the domain over `KeyValues`. It fulfils every contract, but indexes only keys,
 * tokens and the `external_id` of transactions, so the cost of a list grows with the rows of its
 * business. A storage provides `KeyValues` and `Sha256`; the caller provides an `EventEncoder`.
 * Only one process may write: two layers over the same values would not see each other's units of
 * work.
 */
export const KeyValueStores: {
  readonly layer: Layer.Layer<Stores, never, KeyValues | EventEncoder>
} = {
  layer: stores.pipe(
    Layer.provideMerge(unitOfWork),
    Layer.merge(ids),
    Layer.provide(KeptBooks.layer),
  ),
}
