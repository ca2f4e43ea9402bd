import { expect, test } from "vitest"
import type { Trial } from "../check.ts"
import { idOf, justPassed } from "./steps.ts"

const trialWith = (missing: ReadonlyArray<string>) =>
  ({
    business: { ids: { budgets: {} }, missing },
    untestable: (reason: string) => {
      throw new Error(reason)
    },
  }) as unknown as Trial

test.each([
  [["budgets"], "the target cannot hold budgets"],
  [[], "the provisioner gave no id for budgets pool"],
])("a check names the missing part if there is no id, and %j is missing", (missing, message) => {
  expect(() => idOf(trialWith(missing), "budgets", "pool")).toThrow(message)
})

test.each([
  ["behind ours", -240_000, -241_000],
  ["ahead of ours", 240_000, -1_000],
  ["not shown", null, -1_000],
])("an instant has just passed even if the target's clock is %s", async (_, apart, expected) => {
  const now = Date.now()
  const headers = apart === null ? {} : { date: new Date(now + apart).toUTCString() }
  const trial = { business: { call: async () => ({ headers }) } } as unknown as Trial
  const apartFromWanted = (await justPassed(trial)) - now - expected
  // The field shows whole seconds, and some time passes here.
  expect(apartFromWanted).toBeGreaterThanOrEqual(-1_000)
  expect(apartFromWanted).toBeLessThanOrEqual(Date.now() - now)
})
