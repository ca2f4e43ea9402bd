import { Businesses, Policies, Rights, Tokens } from "@outlay/domain"
import { api, type operatorApi } from "@outlay/http-contract"
import { Effect, Layer } from "effect"
import { accountingCodesHandlers, syncedAccountingCodesHandlers } from "./accounting-codes.ts"
import { balancesHandlers } from "./balances.ts"
import { booksHandlers } from "./books.ts"
import { budgetMembersHandlers } from "./budget-members.ts"
import { budgetOwnersHandlers } from "./budget-owners.ts"
import { budgetPeriodsHandlers } from "./budget-periods.ts"
import { budgetsHandlers } from "./budgets.ts"
import { businessesHandlers } from "./businesses.ts"
import { categoriesHandlers } from "./categories.ts"
import { customFieldBudgetsHandlers } from "./custom-field-budgets.ts"
import { customFieldOptionsHandlers } from "./custom-field-options.ts"
import { customFieldsHandlers, syncedCustomFieldsHandlers } from "./custom-fields.ts"
import { eventsHandlers } from "./events.ts"
import { exportsHandlers } from "./exports.ts"
import { invitesHandlers, operatorInvitesHandlers } from "./invites.ts"
import { Authentication } from "./kernel/authentication.ts"
import { type HandlersOf, listOf, plainHandlersOf } from "./kernel/handler.ts"
import { meHandlers } from "./me.ts"
import { notificationsHandlers } from "./notifications.ts"
import { receiptsHandlers } from "./receipts.ts"
import { reportsHandlers } from "./reports.ts"
import { rolesHandlers } from "./roles.ts"
import { sessionsHandlers } from "./sessions.ts"
import { signInHandlers } from "./sign-in.ts"
import { statementsHandlers } from "./statements.ts"
import { operatorTaxRatesHandlers, taxRatesHandlers } from "./tax-rates.ts"
import { apiTokensHandlers, operatorTokensHandlers } from "./tokens.ts"
import { topupsHandlers } from "./topups.ts"
import { transactionImportHandlers } from "./transaction-import.ts"
import {
  authorisationsHandlers,
  expensesHandlers,
  operatorTransactionsHandlers,
  transactionsHandlers,
} from "./transactions.ts"
import { operatorUsersHandlers, usersHandlers } from "./users.ts"
import { walletsHandlers } from "./wallets.ts"
import { webhooksHandlers } from "./webhooks.ts"

/** The handlers of one API: omitting a resource is a compile error. */
type HandlersByResource<A> = { readonly [Resource in keyof A]: HandlersOf<A[Resource]> }

const ofBusiness = {
  signIn: signInHandlers,
  me: meHandlers,
  sessions: sessionsHandlers,
  notifications: notificationsHandlers,
  users: usersHandlers,
  roles: rolesHandlers,
  invites: invitesHandlers,
  budgets: budgetsHandlers,
  budgetMembers: budgetMembersHandlers,
  budgetOwners: budgetOwnersHandlers,
  budgetPeriods: budgetPeriodsHandlers,
  topups: topupsHandlers,
  policies: plainHandlersOf(api.policies, Policies),
  transactions: transactionsHandlers,
  expenses: expensesHandlers,
  receipts: receiptsHandlers,
  taxRates: taxRatesHandlers,
  statements: statementsHandlers,
  reports: reportsHandlers,
  books: booksHandlers,
  exports: exportsHandlers,
  balances: balancesHandlers,
  events: eventsHandlers,
  webhooks: webhooksHandlers,
  apiTokens: apiTokensHandlers,
  accountingCodes: accountingCodesHandlers,
  categories: categoriesHandlers,
  customFields: customFieldsHandlers,
  customFieldOptions: customFieldOptionsHandlers,
  customFieldBudgets: customFieldBudgetsHandlers,
} satisfies HandlersByResource<typeof api>

/** All handlers except those of the clock, which only a sandbox has. */
const ofOperator = {
  businesses: businessesHandlers,
  tokens: operatorTokensHandlers,
  users: operatorUsersHandlers,
  invites: operatorInvitesHandlers,
  wallets: walletsHandlers,
  syncedAccountingCodes: syncedAccountingCodesHandlers,
  syncedCustomFields: syncedCustomFieldsHandlers,
  taxRates: operatorTaxRatesHandlers,
  authorisations: authorisationsHandlers,
  transactions: operatorTransactionsHandlers,
  transactionImport: transactionImportHandlers,
} satisfies HandlersByResource<Omit<typeof operatorApi, "clock">>

/** The handlers of every operation of the contract. */
export const handlers = [...listOf(ofBusiness), ...listOf(ofOperator)]

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
