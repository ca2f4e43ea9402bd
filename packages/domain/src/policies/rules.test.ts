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
    name: "a budget of elsewhere comes before the decimals",
    command: { name: "Big", budget_id: "budget-1", above_amount: decimal("0.001") },
    expected: { verdict: "UnknownReference", pointer: "/budget_id" },
  },
  {
    name: "a deleted budget is as unknown",
    given: { budget: aBudget({ is_deleted: true }) },
    command: { name: "Big", budget_id: "budget-1", above_amount: decimal("0.001") },
    expected: { verdict: "UnknownReference", pointer: "/budget_id" },
  },
  {
    name: "more decimals than the currency has",
    given: { business: aBusiness({ currency: "JPY" }) },
    command: { name: "Big", above_amount: decimal("0.5") },
    expected: { verdict: "TooManyDecimals", pointer: "/above_amount" },
  },
  {
    name: "of one budget",
    given: { budget: aBudget() },
    command: { name: "Big", budget_id: "budget-1", above_amount: decimal("100") },
    expected: { verdict: ["policies created", "event policy.created"] },
  },
  {
    name: "of every budget, always",
    command: { name: "All", budget_id: null, above_amount: null },
    expected: { verdict: ["policies created", "event policy.created"] },
  },
]

const policy = aPolicy({ budget_id: "budget-1", above_amount: money(10_000) })

const changes: ReadonlyArray<Row<UpdatePolicy>> = [
  {
    name: "no such policy comes before a budget of elsewhere",
    command: { budget_id: "budget-9" },
    expected: { verdict: "NotFound" },
  },
  {
    name: "another budget, unknown, comes before the decimals",
    given: { policy },
    command: { budget_id: "budget-9", above_amount: decimal("0.001") },
    expected: { verdict: "UnknownReference", pointer: "/budget_id" },
  },
  {
    name: "more decimals than the currency has",
    given: { policy },
    command: { above_amount: decimal("0.001") },
    expected: { verdict: "TooManyDecimals", pointer: "/above_amount" },
  },
  {
    name: "the same budget, deleted since",
    given: { policy, budget: aBudget({ is_deleted: true }) },
    command: { name: "Renamed", budget_id: "budget-1" },
    expected: { verdict: ["policies name=Renamed", "event policy.updated"] },
  },
  {
    name: "null widens it",
    given: { policy },
    command: { budget_id: null, above_amount: null },
    expected: { verdict: ["policies budget_id=null above_amount=null", "event policy.updated"] },
  },
  {
    name: "what is said already changes nothing",
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
