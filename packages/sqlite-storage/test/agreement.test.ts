import { describe, test } from "vitest"
import { onCatalogue } from "./agreement/catalogue.ts"
import { onBudgets } from "./agreement/commands.ts"
import { agreeOn } from "./agreement/comparison.ts"
import { onCustomFields } from "./agreement/custom-fields.ts"
import { onInvites } from "./agreement/invites.ts"
import { onTransactions } from "./agreement/transactions.ts"
import { onWebhooks } from "./agreement/webhooks.ts"
import { sqliteSide } from "./agreement/world.ts"

/** `RUNS=2000 pnpm test agreement` tests more. A failure is shrunk while there is time. */
const runs = Number(process.env["RUNS"] ?? 25)
const limit = Math.max(20_000, runs * 500)

const agree = agreeOn(sqliteSide, runs, limit)

describe("SQLite agrees with memory", { timeout: limit + 600_000 }, () => {
  test("on businesses, people, budgets, topups and periods", agree(onBudgets))
  test("on policies, accounting codes and categories", agree(onCatalogue))
  test("on invites, the people who depend on them, and their messages", agree(onInvites))
  test("on webhooks, their queues and due deliveries", agree(onWebhooks))
  test("on transactions, wallets and statements", agree(onTransactions))
  test("on custom fields, and charges to budgets that have some", agree(onCustomFields))
})
