import { describe, test } from "vitest"
import { onCatalogue } from "./agreement/catalogue.ts"
import { onBudgets } from "./agreement/commands.ts"
import { agreeOn } from "./agreement/comparison.ts"
import { onCustomFields } from "./agreement/custom-fields.ts"
import { onInvites } from "./agreement/invites.ts"
import { onTransactions } from "./agreement/transactions.ts"
import { onWebhooks } from "./agreement/webhooks.ts"
import { sqliteSide } from "./agreement/world.ts"

/** `RUNS=2000 pnpm test agreement` looks longer. A failure is made smaller while there is time. */
const runs = Number(process.env["RUNS"] ?? 25)
const limit = Math.max(20_000, runs * 500)

const agree = agreeOn(sqliteSide, runs, limit)

describe("SQLite agrees with memory", { timeout: limit + 600_000 }, () => {
  test("on businesses, people, budgets, topups and periods", agree(onBudgets))
  test("on policies, accounting codes and categories", agree(onCatalogue))
  test("on invites, who hangs on them, and their messages", agree(onInvites))
  test("on webhooks, their lines and what is due", agree(onWebhooks))
  test("on transactions, wallets and statements", agree(onTransactions))
  test("on custom fields, and what is charged to budgets that have some", agree(onCustomFields))
})
