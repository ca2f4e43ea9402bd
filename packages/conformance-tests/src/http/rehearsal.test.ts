import { expect, test } from "vitest"
import { operations } from "../interface/operations.ts"
import { world } from "../interface/world/index.ts"
import { noBinding } from "./bindings.ts"
import { checks } from "./checks/index.ts"
import type { Claims } from "./claims.ts"
import { resultOf } from "./execution.ts"
import type { Lent } from "./trial.ts"
import { Untestable } from "./verdict.ts"

const specs = world(1, new Date("2026-11-20T00:00:00.000Z"))

/** A run whose provisioner can create nothing, for a service that is never called. */
const lentWith = (claims: Claims): Lent => {
  const lacking = () => Promise.reject(new Untestable("there is no such data"))
  const target = { claims, binding: noBinding }
  return { target, specs, world: lacking, fresh: lacking, seed: 1 } as unknown as Lent
}

const verdictOf = async (id: string, claims: Claims) => {
  const check = checks.find((each) => each.id === id)
  if (check === undefined) throw new Error(`there is no check ${id}`)
  const { verdict, reason, operations: requested } = await resultOf(lentWith(claims), [], check)
  expect(requested).toEqual([])
  return [verdict, reason]
}

const users = new Set(["users.list", "users.get"])
const notClaimed = (operation: string) =>
  `${operation} is not among the operations that are claimed`

test.each([
  ["the operation under test", "topups.list.answers", "topups.list"],
  ["another operation after a claimed one", "authentication.required.users.update", "budgets.list"],
  ["an operation on two budgets", "errors.wrong-parent.budget-members.get", "budget-members.get"],
  ["an operation on two businesses", "tenancy.foreign-id.budgets.get", "budgets.get"],
])("a check without its data is unclaimed if it needs %s", async (_, id, operation) =>
  expect(await verdictOf(id, users)).toEqual(["unclaimed", notClaimed(operation)]),
)

test.each([
  ["it needs only claimed operations", "users.is-deleted", users],
  ["no claims are given", "topups.list.answers", null],
])("a check without its data is untestable if %s", async (_, id, claims) =>
  expect(await verdictOf(id, claims)).toEqual(["untestable", "there is no such data"]),
)

test("no check is unclaimed if all operations are claimed", async () => {
  const all = new Set(Object.keys(operations))
  const data = checks.filter(({ needs = [] }) => needs.length === 0)
  const verdicts = await Promise.all(data.map(({ id }) => verdictOf(id, all)))
  expect(new Set(verdicts.map(([verdict]) => verdict))).toEqual(new Set(["untestable"]))
})
