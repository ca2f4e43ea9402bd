/** The kinds of record that events are about: the contract has an encoder for each. */
export const eventResources = [
  "accounting_codes",
  "budget_members",
  "budget_owners",
  "budget_periods",
  "budgets",
  "businesses",
  "categories",
  "custom_field_budgets",
  "custom_field_options",
  "custom_fields",
  "invites",
  "policies",
  "tax_rates",
  "tokens",
  "topups",
  "transactions",
  "users",
  "wallets",
  "webhooks",
] as const
export type EventResource = (typeof eventResources)[number]

/**
 * Every type of event, with the kind of record that it shows: "every type is a known one". The
 * contract, the filter of the list, webhooks and the document of the interface follow from it.
 */
export const eventTypes = {
  "accounting_code.created": "accounting_codes",
  "accounting_code.deleted": "accounting_codes",
  "accounting_code.restored": "accounting_codes",
  "accounting_code.updated": "accounting_codes",
  "budget.created": "budgets",
  "budget.deleted": "budgets",
  "budget.period_reset": "budgets",
  "budget.period_restated": "budget_periods",
  "budget.updated": "budgets",
  "budget_member.created": "budget_members",
  "budget_member.deleted": "budget_members",
  "budget_member.reinstated": "budget_members",
  "budget_member.updated": "budget_members",
  "budget_owner.created": "budget_owners",
  "budget_owner.deleted": "budget_owners",
  "budget_owner.reinstated": "budget_owners",
  "budget_owner.updated": "budget_owners",
  "business.created": "businesses",
  "business.updated": "businesses",
  "category.created": "categories",
  "category.deleted": "categories",
  "category.updated": "categories",
  "custom_field.created": "custom_fields",
  "custom_field.deleted": "custom_fields",
  "custom_field.updated": "custom_fields",
  "custom_field_budget.created": "custom_field_budgets",
  "custom_field_budget.deleted": "custom_field_budgets",
  "custom_field_option.created": "custom_field_options",
  "custom_field_option.deleted": "custom_field_options",
  "custom_field_option.updated": "custom_field_options",
  "invite.accepted": "invites",
  "invite.cancelled": "invites",
  "invite.created": "invites",
  "policy.created": "policies",
  "policy.deleted": "policies",
  "policy.updated": "policies",
  "tax_rate.created": "tax_rates",
  "tax_rate.deleted": "tax_rates",
  "tax_rate.updated": "tax_rates",
  "token.created": "tokens",
  "token.revoked": "tokens",
  "topup.approved": "topups",
  "topup.cancelled": "topups",
  "topup.created": "topups",
  "topup.declined": "topups",
  "transaction.authorised": "transactions",
  "transaction.cleared": "transactions",
  "transaction.declined": "transactions",
  "transaction.recorded": "transactions",
  "transaction.refunded": "transactions",
  "transaction.reversed": "transactions",
  "transaction.updated": "transactions",
  "user.created": "users",
  "user.deleted": "users",
  "user.updated": "users",
  "wallet.created": "wallets",
  "webhook.created": "webhooks",
  "webhook.deleted": "webhooks",
  "webhook.disabled": "webhooks",
  "webhook.updated": "webhooks",
} as const satisfies { readonly [type: string]: EventResource }

/** `<resource>.<what happened>`, such as `topup.approved`. */
export type EventType = keyof typeof eventTypes

export const isEventType = (type: string): type is EventType => Object.hasOwn(eventTypes, type)

/** What a webhook may ask for: a type, `<resource>.*` for all of a kind, or `*` for all. */
export const eventTypePatterns: ReadonlyArray<string> = [
  "*",
  ...new Set(Object.keys(eventTypes).map((type) => `${type.slice(0, type.indexOf("."))}.*`)),
  ...Object.keys(eventTypes),
]

const patterns = new Set(eventTypePatterns)

export const isEventTypePattern = (pattern: string): boolean => patterns.has(pattern)
