import { Layer } from "effect"
import type { AccountingCodeStore } from "./accounting-codes/store.ts"
import type { BalanceStore } from "./balances/store.ts"
import type { BudgetMemberStore } from "./budget-members/store.ts"
import type { BudgetOwnerStore } from "./budget-owners/store.ts"
import type { BudgetPeriodStore } from "./budget-periods/store.ts"
import type { BudgetStore } from "./budgets/store.ts"
import type { DueBudgetStore } from "./budgets/store-due.ts"
import type { BusinessList, BusinessStore } from "./businesses/store.ts"
import type { CategoryStore } from "./categories/store.ts"
import type { Ids } from "./core/ids.ts"
import type { Store } from "./core/store.ts"
import type { UnitOfWork } from "./core/unit-of-work.ts"
import type { CustomFieldStore } from "./custom-fields/store.ts"
import type { CustomFieldValueStore } from "./custom-fields/store-values.ts"
import type { EventStore } from "./events/store.ts"
import type { IdempotencyStore } from "./idempotency/store.ts"
import type { InviteStore } from "./invites/store.ts"
import type { MeStore } from "./me/store.ts"
import type { MessageStore } from "./messages/store.ts"
import type { NotificationStore } from "./notifications/store.ts"
import type { PolicyStore } from "./policies/store.ts"
import type { ReassessmentStore } from "./reassessments/store.ts"
import type { ReceiptStore } from "./receipts/store.ts"
import type { ReportStore } from "./reports/store.ts"
import type { RightsStore } from "./rights/store.ts"
import type { RoleStore } from "./roles/store.ts"
import { services } from "./services.ts"
import type { SignInStore } from "./sign-in-links/store.ts"
import type { StatementStore } from "./statements/store.ts"
import type { TaxRateStore } from "./tax-rates/store.ts"
import type { Secrets } from "./tokens/secrets.ts"
import type { TokenStore } from "./tokens/store.ts"
import type { TopupStore } from "./topups/store.ts"
import type { TransactionStore } from "./transactions/store.ts"
import type { UserStore } from "./users/store.ts"
import type { WalletStore } from "./wallets/store.ts"
import type { WebhookSender } from "./webhooks/sender.ts"
import type { WebhookStore } from "./webhooks/store.ts"

/** Every port that a storage supplies. */
export type Stores =
  | AccountingCodeStore
  | BalanceStore
  | BudgetMemberStore
  | BudgetOwnerStore
  | BudgetPeriodStore
  | BudgetStore
  | BusinessList
  | BusinessStore
  | CategoryStore
  | CustomFieldStore
  | CustomFieldValueStore
  | DueBudgetStore
  | EventStore
  | IdempotencyStore
  | Ids
  | InviteStore
  | MessageStore
  | MeStore
  | NotificationStore
  | PolicyStore
  | ReassessmentStore
  | ReceiptStore
  | ReportStore
  | RightsStore
  | RoleStore
  | SignInStore
  | StatementStore
  | Store
  | TaxRateStore
  | TokenStore
  | TopupStore
  | TransactionStore
  | UnitOfWork
  | UserStore
  | WalletStore
  | WebhookStore

type Layers = { readonly [N in keyof typeof services]: (typeof services)[N]["layer"] }

/** Every service of the domain, as the type of what handlers and commands require. */
export type Services = Layer.Success<Layers[keyof Layers]>

const {
  BudgetMembers,
  Budgets,
  CustomFields,
  Notifications,
  Sessions,
  SignInLinks,
  Tokens,
  Transactions,
  Webhooks,
  ...others
} = services

const layers = Object.values(others).map(({ layer }) => layer)

/** Others stand on transactions, members, budgets and custom fields, in this order. */
const core: Layer.Layer<
  Exclude<
    Services,
    Layer.Success<
      | typeof Notifications.layer
      | typeof Sessions.layer
      | typeof SignInLinks.layer
      | typeof Tokens.layer
      | typeof Webhooks.layer
    >
  >,
  never,
  Stores
> = Layer.mergeAll(...(layers as [(typeof layers)[number]])).pipe(
  Layer.provideMerge(Transactions.layer),
  Layer.provideMerge(BudgetMembers.layer),
  Layer.provideMerge(Layer.merge(Budgets.layer, CustomFields.layer)),
)

const full: Layer.Layer<Services, never, Stores | Secrets | WebhookSender> = Layer.mergeAll(
  Notifications.layer,
  Sessions.layer,
  Webhooks.layer,
).pipe(Layer.provideMerge(SignInLinks.layer), Layer.provideMerge(Layer.merge(core, Tokens.layer)))

/**
 * The services of the domain as one layer. `core` needs a storage only: for programs that check
 * permissions themselves and send no webhooks. `full` adds tokens, sessions and webhooks, and needs
 * `Secrets` and a `WebhookSender`.
 */
export const Services = { core, full }
