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

/** A run whose provisioner can make nothing, of a service that is never asked. */
const lentWith = (claims: Claims): Lent => {
  const lacking = () => Promise.reject(new Untestable("there is no such data"))
  const target = { claims, binding: noBinding }
  return { target, specs, world: lacking, fresh: lacking, seed: 1 } as unknown as Lent
}

const verdictOf = async (id: string, claims: Claims) => {
  const check = checks.find((each) => each.id === id)
  if (check === undefined) throw new Error(`there is no check ${id}`)
  const { verdict, reason, operations: asked } = await resultOf(lentWith(claims), [], check)
  expect(asked).toEqual([])
  return [verdict, reason]
}

const users = new Set(["users.list", "users.get"])
const notClaimed = (operation: string) =>
  `${operation} is not among the operations that are claimed`

test.each([
  ["the operation it is about", "topups.list.answers", "topups.list"],
  ["another, after one that is claimed", "authentication.required.users.update", "budgets.list"],
  ["the same of two budgets", "errors.wrong-parent.budget-members.get", "budget-members.get"],
  ["the same of two businesses", "tenancy.foreign-id.budgets.get", "budgets.get"],
])("a check without its data is not claimed where it needs %s", async (_, id, operation) =>
  expect(await verdictOf(id, users)).toEqual(["unclaimed", notClaimed(operation)]),
)

test.each([
  ["it needs only what is claimed", "users.is-deleted", users],
  ["nothing is said to be left out", "topups.list.answers", null],
])("a check without its data is untestable where %s", async (_, id, claims) =>
  expect(await verdictOf(id, claims)).toEqual(["untestable", "there is no such data"]),
)

test("no check lacks an operation where all are claimed", async () => {
  const all = new Set(Object.keys(operations))
  const data = checks.filter(({ needs = [] }) => needs.length === 0)
  const verdicts = await Promise.all(data.map(({ id }) => verdictOf(id, all)))
  expect(new Set(verdicts.map(([verdict]) => verdict))).toEqual(new Set(["untestable"]))
})
