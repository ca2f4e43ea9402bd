import { Result } from "effect"
import { expect, test } from "vitest"
import { aBudget, aBusiness, aMember } from "../../../test/given.ts"
import type { BudgetContext } from "../context.ts"
import { decideResets } from "./resets.ts"

const given = (context: Partial<BudgetContext>): BudgetContext => ({
  ...{ business: aBusiness(), budget: aBudget(), members: [], owners: [], pending_topups: [] },
  ...{ users: [], invites: [], roles: [], categories: [], custom_fields: [] },
  ...{ custom_field_options: [], links: [] },
  ...context,
})

/** Twelve months after the budget's. */
const late = "2027-11-01T00:00:00.000Z"
const members = [aMember(5), aMember(6)]

test.each([
  ["no budget", { budget: null }, 100, { amounts: 0, more: false, periods: 0 }],
  ["all that is due", {}, 100, { amounts: 12, more: false, periods: 12 }],
  ["as many as allowed", {}, 12, { amounts: 12, more: false, periods: 12 }],
  ["no more", {}, 11, { amounts: 11, more: true, periods: 11 }],
  ["members count", { members }, 11, { amounts: 9, more: true, periods: 3 }],
  ["one period in any case", { members }, 0, { amounts: 3, more: true, periods: 1 }],
  ["any number", {}, Number.POSITIVE_INFINITY, { amounts: 12, more: false, periods: 12 }],
])("decideResets: %s", (_, context, most, { periods, ...expected }) => {
  const { result, events } = Result.getOrThrow(decideResets(given(context), late, most))
  expect({ ...result, periods: events.length }).toEqual({ ...expected, periods })
})
