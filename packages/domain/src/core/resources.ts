/**
 * The types of resource that a permission is about, with the names and in the order of the
 * interface.
 */
export const permissionResources = [
  "users",
  "roles",
  "invites",
  "transactions",
  "budgets",
  "budget_members",
  "budget_owners",
  "topups",
  "statements",
  "balances",
  "custom_fields",
  "accounting_codes",
  "categories",
  "tax_rates",
  "webhooks",
  "policies",
  "audit",
] as const

/**
 * Every type of event, `<resource>.<what happened>`, by the table of the record that it shows. The
 * contract, the filter of the list, webhooks, the audit replay and the API document are derived
 * from it.
 */
export const eventsOf = {
  accounting_codes: [
    "accounting_code.created",
    "accounting_code.deleted",
    "accounting_code.restored",
    "accounting_code.updated",
  ],
  books: ["books.updated"],
  budget_members: [
    "budget_member.created",
    "budget_member.deleted",
    "budget_member.reinstated",
    "budget_member.updated",
  ],
  budget_owners: [
    "budget_owner.created",
    "budget_owner.deleted",
    "budget_owner.reinstated",
    "budget_owner.updated",
  ],
  budget_periods: ["budget.period_restated"],
  budgets: ["budget.created", "budget.deleted", "budget.period_reset", "budget.updated"],
  businesses: ["business.created", "business.updated"],
  categories: ["category.created", "category.deleted", "category.updated"],
  custom_field_budgets: ["custom_field_budget.created", "custom_field_budget.deleted"],
  custom_field_options: [
    "custom_field_option.created",
    "custom_field_option.deleted",
    "custom_field_option.updated",
  ],
  custom_fields: ["custom_field.created", "custom_field.deleted", "custom_field.updated"],
  exports: ["export.created"],
  invites: ["invite.accepted", "invite.cancelled", "invite.created"],
  policies: ["policy.created", "policy.deleted", "policy.updated"],
  receipts: ["receipt.created", "receipt.deleted"],
  tax_rates: ["tax_rate.created", "tax_rate.deleted", "tax_rate.updated"],
  tokens: ["session.ended", "session.opened", "token.created", "token.revoked"],
  topups: ["topup.approved", "topup.cancelled", "topup.created", "topup.declined"],
  transactions: [
    "transaction.authorised",
    "transaction.cleared",
    "transaction.declined",
    "transaction.recorded",
    "transaction.refunded",
    "transaction.reversed",
    "transaction.updated",
  ],
  users: ["user.created", "user.deleted", "user.updated"],
  wallets: ["wallet.created"],
  webhooks: ["webhook.created", "webhook.deleted", "webhook.disabled", "webhook.updated"],
} as const satisfies { readonly [table: string]: ReadonlyArray<string> }
