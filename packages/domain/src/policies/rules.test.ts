import { describe, expect, test } from "vitest"
import {
  aBudget,
  aBusiness,
  aPolicy,
  decimal,
  type Expected,
  judge,
  now,
} from "../../test/given.ts"
import { money } from "../core/money.ts"
import type { CreatePolicy, UpdatePolicy } from "../core/records/policies.ts"
import {
  decidePolicy,
  decidePolicyRemoval,
  decidePolicyUpdate,
  type PolicyContext,
} from "./rules.ts"

const contextOf = (given: Partial<PolicyContext>): PolicyContext => ({
  business: aBusiness(),
  policy: null,
  budget: null,
  ...given,
})

const key = { client_id: 7, policy_id: "policy-1" }

interface Row<Command> {
  readonly name: string
  readonly given?: Partial<PolicyContext>
  readonly command: Command
  readonly expected: Expected
}

const creations: ReadonlyArray<Row<CreatePolicy>> = [
  {
    name: "refuses an unknown budget before too many decimals",
    command: { name: "Big", budget_id: "budget-1", above_amount: decimal("0.001") },
    expected: { verdict: "UnknownReference", pointer: "/budget_id" },
  },
  {
    name: "refuses a deleted budget like an unknown one",
    given: { budget: aBudget({ is_deleted: true }) },
    command: { name: "Big", budget_id: "budget-1", above_amount: decimal("0.001") },
    expected: { verdict: "UnknownReference", pointer: "/budget_id" },
  },
  {
    name: "refuses more decimals than the currency has",
    given: { business: aBusiness({ currency: "JPY" }) },
    command: { name: "Big", above_amount: decimal("0.5") },
    expected: { verdict: "TooManyDecimals", pointer: "/above_amount" },
  },
  {
    name: "for one budget",
    given: { budget: aBudget() },
    command: { name: "Big", budget_id: "budget-1", above_amount: decimal("100") },
    expected: { verdict: ["policies created", "event policy.created"] },
  },
  {
    name: "for every budget and amount",
    command: { name: "All", budget_id: null, above_amount: null },
    expected: { verdict: ["policies created", "event policy.created"] },
  },
]

const policy = aPolicy({ budget_id: "budget-1", above_amount: money(10_000) })

const changes: ReadonlyArray<Row<UpdatePolicy>> = [
  {
    name: "refuses an unknown policy before an unknown budget",
    command: { budget_id: "budget-9" },
    expected: { verdict: "NotFound" },
  },
  {
    name: "refuses another, unknown budget before too many decimals",
    given: { policy },
    command: { budget_id: "budget-9", above_amount: decimal("0.001") },
    expected: { verdict: "UnknownReference", pointer: "/budget_id" },
  },
  {
    name: "refuses more decimals than the currency has",
    given: { policy },
    command: { above_amount: decimal("0.001") },
    expected: { verdict: "TooManyDecimals", pointer: "/above_amount" },
  },
  {
    name: "accepts the same budget, deleted in the meantime",
    given: { policy, budget: aBudget({ is_deleted: true }) },
    command: { name: "Renamed", budget_id: "budget-1" },
    expected: { verdict: ["policies name=Renamed", "event policy.updated"] },
  },
  {
    name: "null widens the policy",
    given: { policy },
    command: { budget_id: null, above_amount: null },
    expected: { verdict: ["policies budget_id=null above_amount=null", "event policy.updated"] },
  },
  {
    name: "equal values change nothing",
    given: { policy },
    command: { name: policy.name, above_amount: decimal("1e2") },
    expected: { verdict: [] },
  },
]

describe("policies", () => {
  test.each(creations)("created: $name", ({ given = {}, command, expected }) =>
    judge(decidePolicy(contextOf(given), { ...command, client_id: 7, id: "p", now }), expected),
  )

  test.each(changes)("changed: $name", ({ given = {}, command, expected }) =>
    judge(decidePolicyUpdate(contextOf(given), key, command, now), expected),
  )

  test("deleted: removes the row and reports it in the event", () => {
    judge(decidePolicyRemoval(contextOf({}), key), { verdict: "NotFound" })
    const removal = decidePolicyRemoval(contextOf({ policy }), key)
    judge(removal, { verdict: ["policies removed", "event policy.deleted"] })
    expect(removal).toMatchObject({ success: { events: [{ data: policy }] } })
  })
})
