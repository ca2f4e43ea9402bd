import { expect, test } from "vitest"
import { isReceiptUrl } from "./receipt-url.ts"

const transaction = "/v2/businesses/7/transactions/0199a7c2-4f10-7c3a-9b52-6d1e8f0a2b41"

test.each([
  ["https://receipts.example.com/1.pdf", true],
  ["HTTP://receipts.example.com", true],
  ["http://127.0.0.1:8080/a?b=c#d", true],
  ["https://[::1]/1", true],
  ["https://bücher.example/ä", true],
  [`${transaction}/receipts/0199a7c2-4f10-7c3a-9b52-6d1e8f0a2b50`, true],
  [transaction, false],
  [`${transaction}/receipts`, false],
  [`${transaction}/receipts/1`, false],
  [`${transaction}/receipts/0199a7c2-4f10-7c3a-9b52-6d1e8f0a2b50/thumbnail`, false],
  [`${transaction}/receipts/0199a7c2-4f10-7c3a-9b52-6d1e8f0a2b50?a=b`, false],
  [`${transaction}/../receipts/0199a7c2-4f10-7c3a-9b52-6d1e8f0a2b50`, false],
  [`${transaction.replace("7", "07")}/receipts/0199a7c2-4f10-7c3a-9b52-6d1e8f0a2b50`, false],
  ["/v1/businesses/7/users", false],
  ["/v1/businesses/77/nothing/at/all", false],
  ["/operator/v1/businesses/7", false],
  ["//receipts.example.com/1.pdf", false],
  ["receipts.example.com/1.pdf", false],
  ["1.pdf", false],
  ["ftp://receipts.example.com/1.pdf", false],
  ["javascript:alert(1)", false],
  ["data:text/plain,1", false],
  ["file:///etc/passwd", false],
  ["https://", false],
  ["https:///1.pdf", false],
  ["https:/receipts.example.com", false],
  ["https://receipts.example.com/a b", false],
  ["https://receipts.example.com\\1", false],
  ["https://name:word@receipts.example.com/1", false],
])("%s is a receipt's URL: %s", (url, expected) => {
  expect(isReceiptUrl(url)).toBe(expected)
})
