import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import fc from "fast-check"
import { beforeAll, describe, expect, test } from "vitest"
import { onCatalogue } from "../../sqlite-storage/test/agreement/catalogue.ts"
import { onBudgets } from "../../sqlite-storage/test/agreement/commands.ts"
import { agreeOn } from "../../sqlite-storage/test/agreement/comparison.ts"
import { onCustomFields } from "../../sqlite-storage/test/agreement/custom-fields.ts"
import { onInvites } from "../../sqlite-storage/test/agreement/invites.ts"
import { onTransactions } from "../../sqlite-storage/test/agreement/transactions.ts"
import { onWebhooks } from "../../sqlite-storage/test/agreement/webhooks.ts"
import { sideOf } from "../../sqlite-storage/test/agreement/world.ts"
import { examined, nothingFound } from "../../sqlite-storage/test/examined.ts"
import { services } from "../../sqlite-storage/test/money/engine.ts"
import { story, tellBoth } from "../../sqlite-storage/test/money/stories.ts"
import { hasPostgres, leftOut, newDatabase } from "./server.ts"
import { emptied } from "./witness.ts"

let url: string
beforeAll(async () => {
  if (hasPostgres) url = await newDatabase()
})

/** `RUNS=200 pnpm vitest run postgres-storage/test/agreement` tests more. */
const runs = Number(process.env["RUNS"] ?? 2)
const limit = Math.max(20_000, runs * 1_000)

const agree = agreeOn((time) => sideOf(emptied(url), time), runs, limit)

const tests = () => {
  test("on businesses, people, budgets, topups and periods", agree(onBudgets))
  test("on policies, accounting codes and categories", agree(onCatalogue))
  test("on invites, the people who depend on them, and their messages", agree(onInvites))
  test("on webhooks, their queues and due deliveries", agree(onWebhooks))
  test("on transactions, wallets and statements", agree(onTransactions))
  test("on custom fields, and charges to budgets that have some", agree(onCustomFields))

  test("on stories, with the model of the money rules", () =>
    fc.assert(
      fc.asyncProperty(story, async (example) => {
        const postgres = services.pipe(
          Layer.provideMerge(emptied(url)),
          Layer.provideMerge(TestClock.layer()),
        )
        const { differing, engine, model, found } = await Effect.gen(function* () {
          const end = yield* tellBoth(example, (at) => TestClock.setTime(at))
          return { ...end, found: yield* examined(end.client_id) }
        }).pipe(Effect.provide(postgres), Effect.runPromise)
        expect(found).toEqual(nothingFound)
        expect(differing).toEqual([])
        expect(engine).toEqual(model)
      }),
      { numRuns: 2 * runs },
    ))
}

if (hasPostgres) describe("PostgreSQL agrees", { timeout: limit + 600_000 }, tests)
else test(leftOut, () => expect(hasPostgres).toBe(false))
