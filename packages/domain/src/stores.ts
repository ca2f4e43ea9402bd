import { Layer } from "effect"
import type { BudgetPeriodStore } from "./budget-periods/store.ts"
import type { DueBudgetStore } from "./budgets/store-due.ts"
import type { BusinessList } from "./businesses/store.ts"
import type { Store } from "./core/store.ts"
import type { CustomFieldValueStore } from "./custom-fields/store-values.ts"
import type { EventStore } from "./events/store.ts"
import type { IdempotencyStore } from "./idempotency/store.ts"
import type { MessageStore } from "./messages/store.ts"
import type { NotificationStore } from "./notifications/store.ts"
import type { ReassessmentStore } from "./reassessments/store.ts"
import type { ReportStore } from "./reports/store.ts"
import type { RightsStore } from "./rights/store.ts"
import type { SignInStore } from "./sign-in-links/store.ts"
import type { StatementStore } from "./statements/store.ts"
import type { TokenStore } from "./tokens/store.ts"
import type { ShownTransactions } from "./transactions/shown.ts"
import type { VerificationStore } from "./verification/store.ts"
import type { WebhookStore } from "./webhooks/store.ts"

/** Ports that a storage implements, one layer each; `R` is what these layers require. */
export type OwnStores<R> = {
  readonly budgetPeriods: Layer.Layer<BudgetPeriodStore, never, R>
  readonly businessList: Layer.Layer<BusinessList, never, R>
  readonly customFieldValues: Layer.Layer<CustomFieldValueStore, never, R>
  readonly dueBudgets: Layer.Layer<DueBudgetStore, never, R>
  readonly events: Layer.Layer<EventStore, never, R>
  readonly idempotency: Layer.Layer<IdempotencyStore, never, R>
  readonly messages: Layer.Layer<MessageStore, never, R>
  readonly notifications: Layer.Layer<NotificationStore, never, R>
  readonly reassessments: Layer.Layer<ReassessmentStore, never, R>
  readonly reports: Layer.Layer<ReportStore, never, R>
  readonly rights: Layer.Layer<RightsStore, never, R>
  readonly shownTransactions: Layer.Layer<ShownTransactions, never, R>
  readonly signIn: Layer.Layer<SignInStore, never, R>
  readonly statements: Layer.Layer<StatementStore, never, R>
  readonly store: Layer.Layer<Store, never, R>
  readonly tokens: Layer.Layer<TokenStore, never, R>
  readonly verification: Layer.Layer<VerificationStore, never, R>
  readonly webhooks: Layer.Layer<WebhookStore, never, R>
}

/**
 * Returns every port of a storage, except its ids and its unit of work. A missing port is a compile
 * error.
 */
export const storesOver = <R>(own: OwnStores<R>) => Layer.mergeAll(own.store, ...Object.values(own))
