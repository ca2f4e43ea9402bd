import { events } from "./events.ts"
import { syncedAccountingCodes } from "./operator/accounting-codes.ts"
import { businesses } from "./operator/businesses.ts"
import { clock } from "./operator/clock.ts"
import { syncedCustomFields } from "./operator/custom-fields.ts"
import { operatorInvites } from "./operator/invites.ts"
import { operatorTaxRates } from "./operator/tax-rates.ts"
import { operatorTokens } from "./operator/tokens.ts"
import { authorisations, operatorTransactions, transactionImport } from "./operator/transactions.ts"
import { operatorUsers } from "./operator/users.ts"
import { wallets } from "./operator/wallets.ts"
import { operations } from "./resources.ts"
import type { Api, Endpoint } from "./shared/endpoint.ts"

/** The API for tokens of a business: everything under `/v1` and `/v2`. */
export const api = { ...operations, events } as const satisfies Api

/** The operator's API: everything under `/operator/v1`. */
export const operatorApi = {
  businesses,
  clock,
  tokens: operatorTokens,
  users: operatorUsers,
  invites: operatorInvites,
  wallets,
  syncedAccountingCodes,
  syncedCustomFields,
  taxRates: operatorTaxRates,
  authorisations,
  transactions: operatorTransactions,
  transactionImport,
} as const satisfies Api

/** Every operation of both APIs. */
export const endpoints: ReadonlyArray<Endpoint> = [api, operatorApi].flatMap((side: Api) =>
  Object.values(side).flatMap((verbs) => Object.values(verbs)),
)
