import { ownRights } from "@outlay/domain/rules"
import { expect, test } from "vitest"
import { endpoints } from "../src/api.ts"
import type { Endpoint } from "../src/shared/endpoint.ts"

/** The kinds of record to which people are tied by who they are. */
const tied =
  /^\/v[12]\/businesses\/\{client_id\}\/(budgets|topups|transactions|reports)\b|\/budget-members$/u

/** What no tie permits, whoever one is. */
const never = new Set(["budgets.create"])

const all: ReadonlyArray<Endpoint> = endpoints

test("every operation on a record to which people are tied says what they may", () => {
  const silent = all.filter(
    ({ path, self, operation }) => tied.test(path) && self === undefined && !never.has(operation),
  )
  expect(silent.map((_) => _.operation)).toEqual([])
})

test("and no other does, nor one of the operator", () => {
  const loud = all.filter(({ path, self }) => self !== undefined && !tied.test(path))
  expect(loud.map((_) => _.operation)).toEqual([])
})

test("a list of rows is listed by who sees them, and one record is not", () => {
  for (const { operation, self, success } of all) {
    if (self === undefined || self === "budgets.periods" || self === "transactions.read") continue
    // A report is of the rows that a list would have.
    const isOfMany = success.kind === "page" || operation === "reports.spend"
    expect([operation, self.includes("list")]).toEqual([operation, isOfMany])
  }
})

test("each right is known to the domain", () => {
  expect(all.flatMap(({ self }) => self ?? []).filter((_) => !ownRights.includes(_))).toEqual([])
})
