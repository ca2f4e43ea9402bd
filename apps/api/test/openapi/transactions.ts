import { callBooks } from "./books.ts"
import type { Business } from "./business.ts"
import { callExports } from "./exports.ts"
import type { Judge } from "./judge.ts"

/** Calls every operation on transactions, and those that show the amounts they moved. */
export const callTransactions = async (
  judge: Judge,
  business: Business,
  budget_id: string,
): Promise<void> => {
  const { operator: token, client_id, ann, annToken } = business
  const path = { client_id }
  const authorise = async (external_id: string) => {
    const charge = { user_id: ann, budget_id, amount: 42.5, merchant_name: "Harbour Kitchen" }
    const decision = await judge.succeed<{ transaction: { id: string } }>("authorisations.create", {
      token,
      path,
      body: { external_id, ...charge },
    })
    return { client_id, transaction_id: decision.transaction.id }
  }
  const cleared = await authorise("card-1")
  await judge.succeed("transactions.clear", { token, path: cleared, body: { amount: 40 } })
  await judge.succeed("transactions.refund", { token, path: cleared, body: { amount: 10 } })
  const reversed = await authorise("card-2")
  await judge.succeed("transactions.reverse", { token, path: reversed, body: {} })

  const row = {
    transaction_type: "CARD_TRANSACTION",
    status: "CLEARED",
    auth_date: "2026-01-02T03:15:00.000Z",
    cleared_date: "2026-01-03T03:15:00.000Z",
    merchant_name: "Rail",
    amount: -110,
    gst: 10,
    user_id: ann,
    budget_id,
    line_items: [{ amount: 110, gst_amount: 10, description: "Tickets" }],
    receipt_urls: ["https://receipts.example.com/1.pdf"],
    custom_fields: [{ field_name: "Project", entry_text: "Perth" }],
  }
  const body = { external_id: "bank-1", ...row }
  const { id } = await judge.succeed("transactions.record", { token, path, body })
  await judge.succeed("transactions.record", { token, path, body })
  const each = { client_id, transaction_id: id }
  const change = { attendees: ["Pat Doe"], custom_fields: [] }
  await judge.succeed("transactions.update", { token, path: each, body: change })
  const chosen = { receipt_urls: ["https://receipts.example.com/2.pdf"] }
  await judge.succeed("expenses.update", { token: annToken, path: each, body: chosen })
  const lines = ["bank-2", "bank-3"].map((external_id) => JSON.stringify({ external_id, ...row }))
  const { imported } = await judge.succeed<{ imported: number }>("transactionImport.create", {
    token,
    path,
    body: lines.join("\n"),
  })
  if (imported !== lines.length) throw new Error(`${imported} lines were imported`)

  const query = { status: ["AUTHED", "CLEARED"], min_auth_date: "2026-01-01", limit: 2 }
  await judge.succeed("transactions.list", { token: annToken, path, query })
  const missing = { has_receipt: false, limit: 2 }
  await judge.succeed("transactions.list", { token: annToken, path, query: missing })
  const sought = { search: "rail", min_amount: 100, max_amount: 110.5, limit: 2 }
  await judge.succeed("transactions.list", { token: annToken, path, query: sought })
  const sorted = { custom_field: "Project:Perth", sort: "-amount", limit: 2 }
  await judge.succeed("transactions.list", { token: annToken, path, query: sorted })
  await judge.succeed("transactions.get", { token: annToken, path: each })
  await judge.succeed("transactions.movements", { token: annToken, path: cleared })
  const period = { start_date: "2026-01-01", end_date: "2026-01-31" }
  await judge.succeed("statements.get", { token: annToken, path, query: period })
  const second = { ...period, offset: 1, limit: 1 }
  await judge.succeed("statements.get", { token: annToken, path, query: second })
  await judge.succeed("balances.list", { token: annToken, path })
  const grouped = { ...period, group_by: ["category", "custom_field:Project"] }
  await judge.succeed("reports.spend", { token: annToken, path, query: grouped })
  await callBooks(judge, business, row)
  await callExports(judge, business)
}
