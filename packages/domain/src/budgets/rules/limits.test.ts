import { expect, test } from "vitest"
import { decidedWhole } from "../../../test/decided.ts"
import { aBudget, aBusiness, aMember, now } from "../../../test/given.ts"
import { money } from "../../core/money.ts"
import type { BudgetContext } from "../context.ts"
import { decideBudgetUpdate } from "./update.ts"

const given = (has_member_limits: boolean): BudgetContext => ({
  business: aBusiness(),
  budget: aBudget({ has_member_limits, available_amount: money(7_500) }),
  members: [aMember(2, { available_amount: money(8_000), reset_amount: money(6_000) })],
  ...{ owners: [], pending_topups: [], users: [], invites: [], roles: [] },
  ...{ categories: [], custom_fields: [], custom_field_options: [], links: [] },
})

const updated = aMember(2).updated

test.each([
  [
    "off",
    true,
    { available_amount: 7_500, reset_amount: 10_000 },
    { available_amount: 8_000, reset_amount: 6_000 },
  ],
  ["on", false, { available_amount: 7_500, reset_amount: 10_000 }, {}],
])(
  "turning limits %s shows every member in an event, as the interface does",
  (_, limits, shown, was) => {
    const key = { client_id: 7, budget_id: "budget-1" }
    const decided = decideBudgetUpdate(given(limits), key, { has_member_limits: !limits }, now)
    expect(decidedWhole(decided).events.slice(1)).toEqual([
      {
        type: "budget_member.updated",
        resource: "budget_members",
        data: expect.objectContaining({ id: 2, budget_id: "budget-1", ...shown, updated: now }),
        previous: { ...was, updated },
      },
    ])
  },
)
