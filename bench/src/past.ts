/** Imports transactions of a past year. */
import { Readable } from "node:stream"
import type { Business } from "./postgres.ts"
import { operatorToken, type Running } from "./processes.ts"

const begin = Date.UTC(2025, 0, 1)
const year = 365 * 86_400_000

/** Lines written at a time. */
const chunk = 500

/** Generates the lines of one business in the order of their dates. */
function* linesOf({ user_id, budget_id, category_id }: Business, count: number) {
  for (let first = 0; first < count; first += chunk) {
    const length = Math.min(chunk, count - first)
    const rows = Array.from({ length }, (_, k) => {
      const n = first + k
      const at = new Date(begin + Math.floor((year / count) * n)).toISOString()
      return JSON.stringify({
        ...{ external_id: `p-${n}`, transaction_type: "CARD_TRANSACTION", status: "CLEARED" },
        ...{ auth_date: at, cleared_date: at, merchant_name: `Merchant ${(n * 7) % 2_000}` },
        ...{ amount: -10, user_id, budget_id },
        line_items: [{ amount: 10, description: "Lunch", category_id }],
      })
    })
    yield `${rows.join("\n")}\n`
  }
}

/** Imports a number of transactions of a business in one request. */
export const importPast = async (
  server: Running,
  business: Business,
  count: number,
): Promise<void> => {
  const path = `/operator/v1/businesses/${business.client_id}/transactions/import`
  const response = await fetch(`http://127.0.0.1:${server.port}${path}`, {
    ...{ method: "POST", duplex: "half" },
    headers: {
      authorization: `Bearer ${operatorToken}`,
      "content-type": "application/x-ndjson",
    },
    body: Readable.toWeb(Readable.from(linesOf(business, count))) as never,
  })
  const report = (await response.json()) as { readonly imported?: number }
  if (report.imported !== count) throw new Error(`POST ${path}: ${JSON.stringify(report)}`)
}
