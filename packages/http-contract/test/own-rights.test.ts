import { ownRights } from "@outlay/domain/rules"
import { expect, test } from "vitest"
import { endpoints } from "../src/api.ts"
import type { Endpoint } from "../src/shared/endpoint.ts"

/** Paths of the records to which users can have ties. */
const tied =
  /^\/v[12]\/businesses\/\{client_id\}\/(budgets|topups|transactions|reports)\b|\/budget-members$/u

/** Operations that no tie permits. */
const never = new Set(["budgets.create"])

const all: ReadonlyArray<Endpoint> = endpoints

test("every operation on a record with ties states the rights of users", () => {
  const silent = all.filter(
    ({ path, self, operation }) => tied.test(path) && self === undefined && !never.has(operation),
  )
  expect(silent.map((_) => _.operation)).toEqual([])
})

test("no other operation does, and none of the operator", () => {
  const loud = all.filter(({ path, self }) => self !== undefined && !tied.test(path))
  expect(loud.map((_) => _.operation)).toEqual([])
})

test("lists have a list right, and single records do not", () => {
  for (const { operation, self, success } of all) {
    if (self === undefined || self === "budgets.periods" || self === "transactions.read") continue
    // A report covers the rows that a list would show.
    const isOfMany = success.kind === "page" || operation === "reports.spend"
    expect([operation, self.includes("list")]).toEqual([operation, isOfMany])
  }
})

test("the domain defines every right", () => {
  expect(all.flatMap(({ self }) => self ?? []).filter((_) => !ownRights.includes(_))).toEqual([])
})
