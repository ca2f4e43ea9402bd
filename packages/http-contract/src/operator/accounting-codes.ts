import {
  accounting_code_id,
  UpsertAccountingCode,
  upsertedAccountingCode,
} from "../accounting-codes.ts"
import { endpoint, none } from "../shared/endpoint.ts"
import { client_id } from "../shared/path.ts"
import { notFound } from "../shared/problem.ts"

const all = "/operator/v1/businesses/{client_id}/sync/accounting-codes"

export const syncedAccountingCodes = {
  upsert: endpoint({
    operation: "syncedAccountingCodes.upsert",
    method: "POST",
    path: all,
    access: "operator",
    summary: "Create or rename an accounting code, as an integration does",
    description:
      "Creates the code (201), or renames or restores the one with this `code` (200), whichever integration is connected.",
    params: { client_id },
    body: UpsertAccountingCode,
    success: upsertedAccountingCode,
    problems: [notFound],
  }),
  remove: endpoint({
    operation: "syncedAccountingCodes.remove",
    method: "DELETE",
    path: `${all}/{accounting_code_id}`,
    access: "operator",
    summary: "Delete an accounting code, as an integration does",
    description: "Deletes the code, and clears the mappings of categories to it.",
    params: { client_id, accounting_code_id },
    success: none,
    problems: [notFound],
  }),
}
