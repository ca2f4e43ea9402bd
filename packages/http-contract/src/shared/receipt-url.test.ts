import { expect, test } from "vitest"
import { isReceiptUrl } from "./receipt-url.ts"

test.each([
  ["https://receipts.example.com/1.pdf", true],
  ["HTTP://receipts.example.com", true],
  ["http://127.0.0.1:8080/a?b=c#d", true],
  ["https://[::1]/1", true],
  ["https://bücher.example/ä", true],
  ["/v2/businesses/7/transactions/0199a7c2-4f10-7c3a-9b52-6d1e8f0a2b41/receipts/1", true],
  ["/v2/businesses/7/../8/receipts/1", false],
  ["/v2/businesses/7/%2e%2E/8", false],
  ["/v2/businesses/07/receipts/1", false],
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
