export { AccountingCodes } from "./accounting-codes/service.ts"
export { Balances } from "./balances/service.ts"
export { Books } from "./books/service.ts"
export { BudgetMembers } from "./budget-members/service.ts"
export { BudgetOwners } from "./budget-owners/service.ts"
export { BudgetPeriods } from "./budget-periods/service.ts"
export { Budgets } from "./budgets/service.ts"
export { Businesses } from "./businesses/service.ts"
export { Categories } from "./categories/service.ts"
export { type Actor, operator, type Permission, system } from "./core/actor.ts"
export { Amount, type AmountsOf, InvalidAmount } from "./core/amount.ts"
export { type Caller, CurrentCaller } from "./core/caller.ts"
export { type Money, money } from "./core/money.ts"
export type { Page, PageRequest } from "./core/page.ts"
export {
  nextPeriod,
  type Period,
  periodContaining,
  type ResetPeriod,
  resetPeriods,
} from "./core/periods.ts"
export { CurrentActor, StorageUnavailable, UnitOfWork } from "./core/unit-of-work.ts"
export { CustomFieldBudgets } from "./custom-field-budgets/service.ts"
export { CustomFieldOptions } from "./custom-field-options/service.ts"
export { CustomFields } from "./custom-fields/service.ts"
export { EventsAsRecorded } from "./events/encoder.ts"
export { Events } from "./events/service.ts"
export { Exports } from "./exports/service.ts"
export { Invites } from "./invites/service.ts"
export { Services, type Stores } from "./layer.ts"
export { Me } from "./me/service.ts"
export { Mailer, MessageNotSent } from "./messages/mailer.ts"
export { Messages } from "./messages/service.ts"
export { Notifications } from "./notifications/service.ts"
export { Policies } from "./policies/service.ts"
export { Receipts } from "./receipts/service.ts"
export type { Refusal } from "./refusal.ts"
/**
 * Every refusal as a class: `Effect.catchTag("NotFound", …)` catches a `Refusals.NotFound`. A
 * refusal changes nothing. Its `message` is a sentence for people, and its fields name the error
 * and its place.
 */
export * as Refusals from "./refusals.ts"
export { Reports } from "./reports/service.ts"
export { Rights } from "./rights/service.ts"
export { Roles } from "./roles/service.ts"
export { Sessions } from "./sessions/service.ts"
export { SignInLinks } from "./sign-in-links/service.ts"
export { Statements } from "./statements/service.ts"
export { TaxRates } from "./tax-rates/service.ts"
export { Secrets } from "./tokens/secrets.ts"
export { Tokens } from "./tokens/service.ts"
export { Topups } from "./topups/service.ts"
export { type ImportLine, ImportReport } from "./transactions/import-report.ts"
export { Transactions } from "./transactions/service.ts"
export { Reassessments } from "./transactions/service-reassessments.ts"
export { Users } from "./users/service.ts"
export { Wallets } from "./wallets/service.ts"
export {
  type WebhookAnswer,
  WebhookNotSent,
  type WebhookRequest,
  WebhookSender,
} from "./webhooks/sender.ts"
export { Webhooks } from "./webhooks/service.ts"
export { WebhookDeliveries } from "./webhooks/service-deliveries.ts"
