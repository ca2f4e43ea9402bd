import type { Business } from "./business.ts"
import type { Judge } from "./judge.ts"

/** Calls every operation on tax rates, and records a taxed transaction. Itemised tax stays on. */
export const callTaxRates = async (
  judge: Judge,
  business: Business,
  budget_id: string,
): Promise<void> => {
  const { operator, client_id, ann, annToken: token } = business
  const path = { client_id }
  const features = { expense_assistant: true, itemised_tax: true }
  await judge.succeed("businesses.update", { token: operator, path, body: { features } })
  const body = {
    name: "GST on expenses",
    rate: 0.125,
    code: "INPUT",
    is_default_for: "DOMESTIC",
    is_enabled: true,
  }
  const { id } = await judge.succeed("taxRates.create", { token: operator, path, body })
  const each = { client_id, tax_rate_id: id }
  const patch = { rate: 0.1, code: null }
  await judge.succeed("taxRates.update", { token: operator, path: each, body: patch })
  await judge.succeed("taxRates.list", { token, path, query: { limit: 10 } })
  await judge.succeed("taxRates.get", { token, path: each })
  await judge.succeed("transactions.record", {
    token: operator,
    path,
    body: {
      external_id: "taxed-1",
      transaction_type: "CARD_TRANSACTION",
      status: "CLEARED",
      auth_date: "2026-01-02T03:15:00.000Z",
      cleared_date: "2026-01-03T03:15:00.000Z",
      merchant_name: "Rail",
      amount: -110,
      user_id: ann,
      budget_id,
      line_items: [{ amount: 100, tax_rate_id: id }, { amount: 10 }],
    },
  })
  await judge.succeed("transactions.list", { token, path, query: { limit: 10 } })
  await judge.succeed("taxRates.remove", { token: operator, path: each })
}
