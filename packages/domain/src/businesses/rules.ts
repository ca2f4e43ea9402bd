import { Result } from "effect"
import { isCurrency } from "../core/currencies.ts"
import { created, type Decision, nothing } from "../core/decision.ts"
import { isUnchanged } from "../core/events.ts"
import { zero } from "../core/money.ts"
import type {
  Business,
  BusinessKey,
  BusinessRecord,
  CreateBusiness,
  UpdateBusiness,
  Wallet,
} from "../core/records/businesses.ts"
import type { Category } from "../core/records/categories.ts"
import type { NamedRole, Role } from "../core/records/roles.ts"
import { NotFound, UnknownReference } from "../core/refusals.ts"
import { eventOf, rowChange } from "../core/row-change.ts"
import { permissionsOf, roleNames } from "../roles/rules.ts"

/** Data that a store loads under its lock before a decision about a business. */
export interface BusinessContext {
  /** Null for a new business, or if the business does not exist. */
  readonly business: Business | null
  /** Roles of the business, by `created`, ties by id. */
  readonly roles: ReadonlyArray<Role>
}

/** "The system categories" that every new business has: `custom` is false and they are enabled. */
export const systemCategories: ReadonlyArray<string> = [
  "Advertising",
  "Bank Fees",
  "Consulting & Accounting",
  "Entertainment",
  "Freight & Courier",
  "General Expenses",
  "Insurance",
  "Meals & Refreshments",
  "Motor Vehicle Expenses",
  "Office Expenses",
  "Rent",
  "Software & Subscriptions",
  "Telephone & Internet",
  "Travel",
]

export interface BusinessCommand extends CreateBusiness {
  readonly client_id: number
  /** One id for each of `roleNames`; `category_ids` has one for each of `systemCategories`. */
  readonly role_ids: ReadonlyArray<string>
  readonly category_ids: ReadonlyArray<string>
  readonly now: string
}

/** Returns a business as the operator sees it. */
export const showBusiness = (
  business: Business,
  roles: ReadonlyArray<NamedRole>,
): BusinessRecord => ({
  ...business,
  roles: roles.map(({ id, name }) => ({ id, name })),
})

/**
 * Creates a business: "makes the four roles, the system categories, the wallet of its currency".
 *
 * Refuses a currency that is not an active ISO 4217 code.
 */
export const decideBusiness = (
  command: BusinessCommand,
): Result.Result<Decision<BusinessRecord>, UnknownReference> => {
  const { client_id, now } = command
  const currency = command.currency ?? "AUD"
  if (!isCurrency(currency)) return Result.fail(unknownCurrency(currency))
  const business: Business = {
    client_id,
    name: command.name,
    currency,
    features: {
      expense_assistant: command.features?.expense_assistant ?? false,
      itemised_tax: command.features?.itemised_tax ?? false,
      hold_to_wallet: command.features?.hold_to_wallet ?? false,
    },
    integration: command.integration ?? null,
    created: now,
    updated: now,
  }
  const roles = roleNames.map(
    (name, index): Role => ({
      client_id,
      id: command.role_ids[index] as string,
      name,
      is_deletable: false,
      permissions: permissionsOf[name],
      created: now,
    }),
  )
  const categories = systemCategories.map(
    (name, index): Category => ({
      client_id,
      id: command.category_ids[index] as string,
      name,
      custom: false,
      enabled: true,
      accounting_code_id: null,
      is_deleted: false,
      locked: [],
      created: now,
      updated: now,
    }),
  )
  const wallet: Wallet = { client_id, currency, balance: zero, created: now, updated: now }
  const result = showBusiness(business, roles)
  return Result.succeed({
    result,
    writes: [
      created("businesses", business),
      ...roles.map((role) => created("roles", role)),
      ...categories.map((category) => created("categories", category)),
      created("wallets", wallet),
    ],
    entries: [],
    events: [
      eventOf("business.created", result, null),
      eventOf("wallet.created", wallet, null),
      ...categories.map((category) => eventOf("category.created", category, null)),
    ],
  })
}

const unknownCurrency = (currency: string): UnknownReference =>
  new UnknownReference({ pointer: "/currency", what: "currency", id: currency })

/** Changes the given fields only. Refuses an unknown business. */
export const decideBusinessUpdate = (
  { business, roles }: BusinessContext,
  { client_id }: BusinessKey,
  patch: UpdateBusiness,
  now: string,
): Result.Result<Decision<BusinessRecord>, NotFound> => {
  if (business === null) return Result.fail(new NotFound({ what: "business", id: client_id }))
  const after: Business = {
    ...business,
    name: patch.name ?? business.name,
    features: {
      expense_assistant: patch.features?.expense_assistant ?? business.features.expense_assistant,
      itemised_tax: patch.features?.itemised_tax ?? business.features.itemised_tax,
      hold_to_wallet: patch.features?.hold_to_wallet ?? business.features.hold_to_wallet,
    },
    integration: patch.integration === undefined ? business.integration : patch.integration,
    updated: now,
  }
  if (isUnchanged(business, after)) return Result.succeed(nothing(showBusiness(business, roles)))
  const show = (row: Business) => showBusiness(row, roles)
  return Result.succeed({
    result: show(after),
    ...rowChange("business.updated", { before: business, after, show }),
  })
}
