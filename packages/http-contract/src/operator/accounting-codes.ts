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
    summary: "Sync an accounting code",
    description:
      "Creates the code (201), or renames or restores the one with this `code` (200), regardless of the connected integration.",
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
    summary: "Delete a synced accounting code",
    description: "Deletes the code and removes its category mappings.",
    params: { client_id, accounting_code_id },
    success: none,
    problems: [notFound],
  }),
}
