import { Result } from "effect"
import { describe, expect, test } from "vitest"
import { aReceipt, aTransaction, type Expected, judge, now } from "../../test/given.ts"
import { context as aContext } from "../../test/transactions.ts"
import type { Receipt } from "../core/records/receipts.ts"
import {
  decideReceipt,
  decideReceiptRemoval,
  maxReceipts,
  type ReceiptContext,
  urlOf,
} from "./rules.ts"

const own = aReceipt()
const url = urlOf(own)
const elsewhere = aReceipt({ id: "receipt-2", transaction_id: "transaction-2" })
const urls = Array.from({ length: maxReceipts }, (_, n) => `https://receipts.example.com/${n}`)

const context = (
  receipt_urls: ReadonlyArray<string> = [],
  receipts: ReadonlyArray<Receipt> = [],
): ReceiptContext => ({
  transactions: aContext({ transactions: [aTransaction({ receipt_urls })] }),
  receipts,
})
const nowhere: ReceiptContext = { transactions: aContext(), receipts: [] }

const file = {
  file_id: "file-9",
  media_type: "image/png",
  size: 70,
  sha256: "5f70",
  name: "new.png",
} as const
const command = { ...file, id: "receipt-9", transaction_id: "transaction-1", now }
const path = "/v2/businesses/7/transactions/transaction-1/receipts"

interface Row {
  readonly name: string
  readonly given: ReceiptContext
  readonly expected: Expected
}

const attached = (receipt_url: string): Expected => ({
  verdict: [
    "receipts created",
    `transactions receipt_urls=["${receipt_url}"]`,
    "event receipt.created",
    "event transaction.updated",
  ],
})

const creations: ReadonlyArray<Row> = [
  { name: "refuses an unknown transaction", given: nowhere, expected: { verdict: "NotFound" } },
  {
    name: "refuses too many receipts, also for the bytes of another transaction",
    given: context(urls, [elsewhere]),
    expected: { verdict: "TooManyReceipts" },
  },
  {
    name: "refuses a removed URL if there are too many",
    given: context(urls, [own]),
    expected: { verdict: "TooManyReceipts" },
  },
  { name: "new bytes", given: context(), expected: attached(`${path}/receipt-9`) },
  {
    name: "the bytes of another transaction",
    given: context([], [elsewhere]),
    expected: attached(`${path}/receipt-9`),
  },
  {
    name: "nothing for bytes that it already has, even if it is full",
    given: context([...urls.slice(1), url], [own]),
    expected: { verdict: [] },
  },
  {
    name: "a URL that was removed before",
    given: context([], [own]),
    expected: {
      verdict: [`transactions receipt_urls=["${url}"]`, "event transaction.updated"],
    },
  },
]

describe("receipts", () => {
  test.each(creations)("attached: $name", ({ given, expected }) =>
    judge(decideReceipt(given, command), expected),
  )

  test("stores the file of the command for new bytes, and the existing file for known ones", () => {
    const made = Result.getOrThrow(decideReceipt(context(), command)).result
    expect(made).toMatchObject({ created: true, receipt: { name: "new.png", duplicate_of: null } })
    const same = Result.getOrThrow(decideReceipt(context([], [elsewhere]), command))
    expect(same.result).toMatchObject({
      created: false,
      receipt: { id: "receipt-9", name: "lunch.png", duplicate_of: "transaction-2" },
    })
    expect(same.writes[0]).toMatchObject({ after: { file_id: "file-1" } })
    const again = Result.getOrThrow(decideReceipt(context([url], [own]), command))
    expect(again.result).toMatchObject({ created: false, receipt: { id: "receipt-1" } })
  })

  const key = { client_id: 7, transaction_id: "transaction-1", receipt_id: "receipt-1" }
  const removals: ReadonlyArray<Row> = [
    {
      name: "refuses an unknown transaction and receipt",
      given: nowhere,
      expected: { verdict: "NotFound" },
    },
    {
      name: "refuses an unknown receipt",
      given: context([url]),
      expected: { verdict: "NotFound" },
    },
    {
      name: "refuses a receipt of another transaction",
      given: context([url], [{ ...own, transaction_id: "transaction-2" }]),
      expected: { verdict: "NotFound" },
    },
    {
      name: "the receipt and its URL",
      given: context([url, "https://a.example/1.pdf"], [own]),
      expected: {
        verdict: [
          "receipts removed",
          'transactions receipt_urls=["https://a.example/1.pdf"]',
          "event receipt.deleted",
          "event transaction.updated",
        ],
      },
    },
    {
      name: "a receipt whose URL was removed before",
      given: context([], [own]),
      expected: { verdict: ["receipts removed", "event receipt.deleted"] },
    },
  ]

  test.each(removals)("removed: $name", ({ given, expected }) =>
    judge(decideReceiptRemoval(given, key, now), expected),
  )

  test("removing the last receipt of a file reports that it was the last", () => {
    const isLast = (receipts: ReadonlyArray<Receipt>) =>
      Result.getOrThrow(decideReceiptRemoval(context([url], receipts), key, now)).result.isLast
    expect(isLast([own])).toBe(true)
    expect(isLast([own, elsewhere])).toBe(false)
    // The same bytes were uploaded again after they were removed: that is another file.
    expect(isLast([own, { ...elsewhere, file_id: "file-2" }])).toBe(true)
  })
})
