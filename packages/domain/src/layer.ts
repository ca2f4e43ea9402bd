import { Layer } from "effect"
import { AccountingCodes } from "./accounting-codes/service.ts"
import type { AccountingCodeStore } from "./accounting-codes/store.ts"
import { Balances } from "./balances/service.ts"
import type { BalanceStore } from "./balances/store.ts"
import { BudgetMembers } from "./budget-members/service.ts"
import type { BudgetMemberStore } from "./budget-members/store.ts"
import { BudgetOwners } from "./budget-owners/service.ts"
import type { BudgetOwnerStore } from "./budget-owners/store.ts"
import { BudgetPeriods } from "./budget-periods/service.ts"
import type { BudgetPeriodStore } from "./budget-periods/store.ts"
import { Budgets } from "./budgets/service.ts"
import type { BudgetStore } from "./budgets/store.ts"
import type { DueBudgetStore } from "./budgets/store-due.ts"
import { Businesses } from "./businesses/service.ts"
import type { BusinessList, BusinessStore } from "./businesses/store.ts"
import { Categories } from "./categories/service.ts"
import type { CategoryStore } from "./categories/store.ts"
import type { Ids } from "./core/ids.ts"
import type { Store } from "./core/store.ts"
import type { UnitOfWork } from "./core/unit-of-work.ts"
import { CustomFieldBudgets } from "./custom-field-budgets/service.ts"
import { CustomFieldOptions } from "./custom-field-options/service.ts"
import { CustomFields } from "./custom-fields/service.ts"
import type { CustomFieldStore } from "./custom-fields/store.ts"
import type { CustomFieldValueStore } from "./custom-fields/store-values.ts"
import { Events } from "./events/service.ts"
import type { EventStore } from "./events/store.ts"
import type { IdempotencyStore } from "./idempotency/store.ts"
import { Invites } from "./invites/service.ts"
import type { InviteStore } from "./invites/store.ts"
import { Me } from "./me/service.ts"
import type { MeStore } from "./me/store.ts"
import type { MessageStore } from "./messages/store.ts"
import { Policies } from "./policies/service.ts"
import type { PolicyStore } from "./policies/store.ts"
import type { ReassessmentStore } from "./reassessments/store.ts"
import { Rights } from "./rights/service.ts"
import type { RightsStore } from "./rights/store.ts"
import { Roles } from "./roles/service.ts"
import type { RoleStore } from "./roles/store.ts"
import { Statements } from "./statements/service.ts"
import type { StatementStore } from "./statements/store.ts"
import { TaxRates } from "./tax-rates/service.ts"
import type { TaxRateStore } from "./tax-rates/store.ts"
import type { Secrets } from "./tokens/secrets.ts"
import { Tokens } from "./tokens/service.ts"
import type { TokenStore } from "./tokens/store.ts"
import { Topups } from "./topups/service.ts"
import type { TopupStore } from "./topups/store.ts"
import { Transactions } from "./transactions/service.ts"
import { Reassessments } from "./transactions/service-reassessments.ts"
import type { TransactionStore } from "./transactions/store.ts"
import { Users } from "./users/service.ts"
import type { UserStore } from "./users/store.ts"
import { Wallets } from "./wallets/service.ts"
import type { WalletStore } from "./wallets/store.ts"
import type { WebhookSender } from "./webhooks/sender.ts"
import { Webhooks } from "./webhooks/service.ts"
import type { WebhookStore } from "./webhooks/store.ts"

/** Every port that a storage supplies: a new resource adds its own here. */
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
  | PolicyStore
  | ReassessmentStore
  | RightsStore
  | RoleStore
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

/** Every service of the domain: what handlers and commands are written with. */
export type Services =
  | AccountingCodes
  | Balances
  | BudgetMembers
  | BudgetOwners
  | BudgetPeriods
  | Budgets
  | Businesses
  | Categories
  | CustomFieldBudgets
  | CustomFieldOptions
  | CustomFields
  | Events
  | Policies
  | Invites
  | Me
  | Reassessments
  | Rights
  | Roles
  | Statements
  | TaxRates
  | Tokens
  | Topups
  | Transactions
  | Users
  | Wallets
  | Webhooks

/** The services that stand on budgets, which they first bring into their current period. */
const onBudgets = Layer.mergeAll(
  BudgetOwners.layer,
  BudgetPeriods.layer,
  Categories.layer,
  Invites.layer,
  Topups.layer,
  Users.layer,
).pipe(
  Layer.provideMerge(Transactions.layer),
  Layer.provideMerge(BudgetMembers.layer),
  Layer.provideMerge(Budgets.layer),
)

const customFields = Layer.mergeAll(CustomFieldBudgets.layer, CustomFieldOptions.layer).pipe(
  Layer.provideMerge(CustomFields.layer),
)

const core: Layer.Layer<Exclude<Services, Tokens | Webhooks>, never, Stores> = Layer.mergeAll(
  onBudgets,
  AccountingCodes.layer,
  Balances.layer,
  Businesses.layer,
  customFields,
  Events.layer,
  Me.layer,
  Policies.layer,
  Reassessments.layer,
  Rights.layer,
  Roles.layer,
  Statements.layer,
  TaxRates.layer,
  Wallets.layer,
)

const full: Layer.Layer<Services, never, Stores | Secrets | WebhookSender> = Layer.mergeAll(
  core,
  Tokens.layer,
  Webhooks.layer,
)

/**
 * The services of the domain as one layer: `core` over a storage alone, for programs that know by
 * themselves who acts and tell no webhooks; `full` with tokens and webhooks, which need a source of
 * secrets and a sender of webhooks.
 */
export const Services = { core, full }
