import { AccountingCode, type UpsertedAccountingCode } from "@outlay/domain/fields"
import { IntegrationManagesCodes } from "@outlay/domain/rules"
import { bodyOf } from "./shared/body.ts"
import { endpoint, none, pageOf, upserted } from "./shared/endpoint.ts"
import { client_id, uuidId } from "./shared/path.ts"
import { notFound, problem } from "./shared/problem.ts"
import { page } from "./shared/query.ts"
import { text } from "./shared/text.ts"
import * as value from "./shared/values.ts"
import { wire } from "./shared/wire.ts"

export const accountingCode = wire(AccountingCode, {
  example: {
    id: "0199a7c2-4f10-7c3a-9b52-6d1e8f0a2b3c",
    code: "6-1200",
    name: "Travel expenses",
    created: "2026-01-05T09:00:00.000Z",
    updated: "2026-01-05T09:00:00.000Z",
  },
})

/** "`code` (≤ 128), `name` (≤ 150)." */
export const UpsertAccountingCode = bodyOf(AccountingCode, {
  code: text(128, "6-1200"),
  name: text(150, "Travel expenses"),
}).annotate({
  identifier: "UpsertAccountingCode",
  description: "Accounting code and its name.",
  examples: [{ code: "6-1200", name: "Travel expenses" }] as never,
})

/** "The rule violation has a `code` of its own: `integration_managed`." */
export const integrationManagesCodes = problem(
  IntegrationManagesCodes,
  "The accounting codes are managed by an integration",
  {
    code: () => "integration_managed",
    codes: ["integration_managed"],
    values: { integration: value.words },
  },
)

/** "201 when new, 200 when renamed or restored, same id." */
export const upsertedAccountingCode = upserted(
  {
    schema: accountingCode.schema,
    encode: ({ accounting_code }: UpsertedAccountingCode, business) =>
      accountingCode.encode(accounting_code, business),
  },
  ({ is_new }) => is_new,
)

export const accounting_code_id = uuidId("Id of the accounting code.")

const all = "/v1/businesses/{client_id}/accounting-codes"

export const accountingCodes = {
  list: endpoint({
    operation: "accountingCodes.list",
    method: "GET",
    path: all,
    access: { resource: "accounting_codes", action: "read" },
    summary: "List accounting codes",
    description: "Returns the accounting codes of the business, oldest first.",
    params: { client_id },
    query: page,
    success: pageOf(accountingCode),
    problems: [],
  }),
  upsert: endpoint({
    operation: "accountingCodes.upsert",
    method: "POST",
    path: all,
    access: { resource: "accounting_codes", action: "create" },
    summary: "Create or rename an accounting code",
    description:
      "Creates the code (201), or renames or restores the one with this `code` (200). The first code creates a manual integration if none exists.",
    params: { client_id },
    body: UpsertAccountingCode,
    success: upsertedAccountingCode,
    problems: [integrationManagesCodes],
  }),
  remove: endpoint({
    operation: "accountingCodes.remove",
    method: "DELETE",
    path: `${all}/{accounting_code_id}`,
    access: { resource: "accounting_codes", action: "delete" },
    summary: "Delete an accounting code",
    description: "Deletes the code and removes its category mappings.",
    params: { client_id, accounting_code_id },
    success: none,
    problems: [notFound, integrationManagesCodes],
  }),
}
