import { querying } from "./edges.ts"
import type { Mutant } from "./mutant.ts"

const names = ["conventions.receipt-filter"]

export const receipts: ReadonlyArray<Mutant> = [
  {
    name: "receipts-turned",
    breaks: "those with a receipt are those without one",
    names,
    rules: () => ({ hasReceipt: ({ receipt_urls }) => receipt_urls.length === 0 }),
  },
  {
    name: "one-receipt-only",
    breaks: "two receipts are as good as none",
    names,
    rules: () => ({ hasReceipt: ({ receipt_urls }) => receipt_urls.length === 1 }),
  },
  {
    name: "receipt-filter-ignored",
    breaks: "with or without a receipt, all are listed",
    names,
    edge: querying(["transactions"], (query) => {
      if (query.get("has_receipt") !== "yes") query.delete("has_receipt")
    }),
  },
]
