import { querying } from "./edges.ts"
import type { Mutant } from "./mutant.ts"

const names = ["conventions.receipt-filter"]
const sought = ["conventions.merchant-and-amount-filters"]

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
  {
    name: "search-by-case",
    breaks: "a merchant is found in the same case only",
    names: sought,
    rules: () => ({ hasMerchant: ({ merchant_name }, search) => merchant_name.includes(search) }),
  },
  {
    name: "search-of-ascii",
    breaks: "ß is not ss where merchants are looked for",
    names: sought,
    rules: () => ({
      hasMerchant: ({ merchant_name }, search) =>
        merchant_name.toLowerCase().includes(search.toLowerCase()),
    }),
  },
  {
    name: "signed-bounds",
    breaks: "bounds of amounts are of credits only",
    names: sought,
    rules: () => ({
      hasAmount: ({ amount }, min, max) =>
        (min === null || min <= amount) && (max === null || amount <= max),
    }),
  },
  {
    name: "exclusive-bounds",
    breaks: "an amount that is a bound is outside",
    names: sought,
    rules: () => ({
      hasAmount: ({ amount }, min, max) =>
        (min === null || min < Math.abs(amount)) && (max === null || Math.abs(amount) < max),
    }),
  },
]
