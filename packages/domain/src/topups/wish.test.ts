import { describe, expect, test } from "vitest"
import {
  aBudget,
  aBusiness,
  anActor,
  aPolicy,
  aUser,
  decimal,
  now,
  verdict,
} from "../../test/given.ts"
import { decideTopup, type TopupCommand, type TopupContext } from "./rules.ts"

const context: TopupContext = {
  ...{ business: aBusiness(), budget: aBudget(), member: null, topup: null },
  ...{ policies: [], people: [], approvers: { owners: [aUser(1)], admins: [] } },
}

const decide = (fields: Partial<TopupCommand>, given: Partial<TopupContext> = {}) =>
  verdict(
    decideTopup(
      { ...context, ...given },
      {
        ...{ id: "topup-1", description: "More", amount: decimal("10"), actor: anActor(2), now },
        target: { client_id: 7, budget_id: "budget-1", budget_member_id: null },
        ...fields,
      },
    ),
  )

const waiting = ["topups created", "event topup.created"]

describe("a topup that a member without further rights requests", () => {
  const rows: ReadonlyArray<
    readonly [string, Partial<TopupCommand>, Partial<TopupContext>, string | ReadonlyArray<string>]
  > = [
    ["is pending if no policy covers it", { asks: true }, {}, waiting],
    ["is pending if a policy covers it", { asks: true }, { policies: [aPolicy()] }, waiting],
    ["is pending even if it removes funds", { asks: true, amount: decimal("-10") }, {}, waiting],
    ["is pending even with auto_approve", { asks: true, auto_approve: true }, {}, waiting],
    [
      "is refused instead of pending if funds are insufficient",
      { asks: true, amount: decimal("-1000") },
      {},
      "InsufficientFunds",
    ],
    [
      "is approved immediately if the member has further rights",
      { asks: false },
      {},
      [
        "topups created",
        "budgets available_amount=11000",
        "1000 allocations → budget:budget-1:available",
        "event topup.created",
        "event topup.approved",
      ],
    ],
  ]
  test.each(rows)("%s", (_, fields, given, expected) => {
    expect(decide(fields, given)).toEqual(expected)
  })
})
