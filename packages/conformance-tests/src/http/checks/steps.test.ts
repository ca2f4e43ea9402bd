import { expect, test } from "vitest"
import type { Trial } from "../check.ts"
import { idOf } from "./steps.ts"

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
])("without an id, and with %j missing, a check says what it lacks", (missing, said) => {
  expect(() => idOf(trialWith(missing), "budgets", "pool")).toThrow(said)
})
