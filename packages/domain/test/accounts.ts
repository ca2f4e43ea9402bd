import type { AccountingCode } from "../src/core/records/accounting-codes.ts"
import type { TaxRate } from "../src/core/records/tax-rates.ts"

const created = "2026-01-05T09:00:00.000Z"

export const anAccountingCode = (fields: Partial<AccountingCode> = {}): AccountingCode => ({
  ...{ client_id: 7, id: "code-1", code: "6-1200", name: "Travel" },
  ...{ is_deleted: false, locked: [], created, updated: created, ...fields },
})

export const aTaxRate = (fields: Partial<TaxRate> = {}): TaxRate => ({
  ...{ client_id: 7, id: "rate-1", name: "GST on expenses", rate: 100_000, code: "INPUT" },
  ...{ is_default_for: "DOMESTIC", is_enabled: true, source: "INTEGRATION" },
  ...{ is_deleted: false, locked: [] },
  ...{ created, updated: created },
  ...fields,
})
