/** Transactions for the suites of transactions. */
import type { Transaction } from "@outlay/domain/fields"
import { created } from "@outlay/domain/ports"
import { acme, ground, type Tenant } from "./given.ts"

export const transactions = (...rows: ReadonlyArray<Transaction>) =>
  rows.map((row) => created("transactions", row))

export const keyOf = (of: Tenant, n: number) => ({
  client_id: of.client_id,
  transaction_id: of.uuid(n),
})

export const base = [
  ...ground(acme),
  ...[1, 2, 3].map((n) => created("budgets", acme.budget(n))),
  created("accounting_codes", acme.accountingCode(1)),
  created("accounting_codes", acme.accountingCode(2)),
  created("categories", acme.category(1, { accounting_code_id: acme.uuid(1) })),
  created("categories", acme.category(2, { is_deleted: true, name: "Last" })),
  created("categories", acme.category(3)),
  created("budget_members", acme.member(1)),
  created("budget_members", acme.member(2, { budget_id: acme.uuid(2), is_deleted: true })),
  created("budget_members", acme.member(3, { user_id: acme.integer(3) })),
  created("custom_fields", acme.customField(1)),
  created("custom_fields", acme.customField(2, { is_deleted: true })),
  created("custom_fields", acme.customField(3, { is_deleted: true })),
  ...["Kitchen", "Bath", "Roof", "Attic"].map((text, n) =>
    created("custom_field_options", acme.option(n + 1, { text })),
  ),
  created("custom_field_budgets", acme.link()),
  created("custom_field_budgets", acme.link({ budget_id: acme.uuid(3) })),
]

/** Value of field 1, with the name that the field had then. */
const project = {
  custom_field_id: acme.uuid(1),
  field_name: "Project",
  entry_text: "Kitchen",
}

/** A transaction with a value in every field. */
export const full = acme.transaction(1, {
  ...{ user_id: acme.integer(1), budget_id: acme.uuid(1), budget_member_id: acme.integer(1) },
  ...{ attendees: ["Ünï", "Bo"], receipt_urls: ["https://example.test/1"] },
  custom_fields: [project, { ...project, field_name: "None", custom_field_id: null }],
  ...{ currency: "USD", wallet_currency: "AUD", decline_code: "insufficient_funds" },
  explanation: "Only 1.00 AUD is available.",
  line_items: [
    acme.lineItem(9, {
      ...{ category_id: acme.uuid(2), description: "First\nline", tax_rate_id: acme.uuid(7) },
    }),
    acme.lineItem(8, {
      category_id: acme.uuid(1),
      custom_fields: [{ ...project, custom_field_id: acme.uuid(2), entry_text: "Bath" }],
    }),
    acme.lineItem(7),
  ],
})
