import { expect, test } from "vitest"
import { needClaim, operationAt, presences } from "./claims.ts"
import { collapsed } from "./missing-operations.ts"
import { type CheckResult, Unclaimed } from "./verdict.ts"

const check = (id: string, given: Partial<CheckResult>): CheckResult => ({
  id,
  requirement: id,
  profile: "read",
  title: id,
  verdict: "fail",
  reason: "200",
  seen: "status 404",
  exchanges: [],
  decisive: 1,
  operations: [],
  notes: [],
  expected: false,
  milliseconds: 1,
  ...given,
})

/** Records operations with responses of these statuses. */
const presencesOf = (statuses: { readonly [operation: string]: ReadonlyArray<number> }) => {
  const seen = presences()
  for (const [operation, all] of Object.entries(statuses)) {
    for (const status of all) seen.record(operation, status)
  }
  return seen
}

test("a missing operation is reported once, and checks that depend on it are blocked", () => {
  const seen = presencesOf({ "invites.list": [404, 401, 405], "users.list": [200, 404] })
  const found = collapsed(
    [
      check("first", { operations: ["users.list", "invites.list"] }),
      check("own", { operations: ["invites.list"], profile: "gaps" }),
      check("stands-on", {
        verdict: "blocked",
        reason: "invites.list: status 404",
        seen: null,
        operations: ["invites.list"],
      }),
      check("another", { operations: ["users.list"] }),
      check("other-fault", { operations: ["invites.list"], seen: "no answer" }),
      check("passes", { verdict: "pass", operations: ["invites.list"] }),
    ],
    seen,
  )
  expect(found.map(({ id, verdict }) => [id, verdict])).toEqual([
    ["first", "blocked"],
    ["own", "fail"],
    ["stands-on", "blocked"],
    ["another", "fail"],
    ["other-fault", "fail"],
    ["passes", "pass"],
  ])
  expect(found[1]?.seen).toContain("all requests for invites.list (2) returned 404, 405 or 501")
  expect(found[0]?.reason).toBe(found[2]?.reason)
})

test("any status that does not mean missing shows that an operation exists", () => {
  const seen = presences()
  seen.record("users.list", 404)
  seen.record("budgets.list", 401)
  expect(seen.isAnyPresent()).toBe(false)
  seen.record("users.list", 200)
  expect(seen.isAnyPresent()).toBe(true)
})

test("an operation is identified by its method and its path, also if it is bound", () => {
  const bound = { operations: { "roles.list": { path: "/v3/{client_id}/roles" } } }
  expect(operationAt(bound, "GET", "/v1/businesses/1/users?limit=1")).toBe("users.list")
  expect(operationAt(bound, "GET", "/v1/businesses/1/users/7")).toBe("users.get")
  expect(operationAt(bound, "PUT", "/v1/businesses/1/users/7")).toBeNull()
  expect(operationAt(bound, "GET", "/v3/1/roles")).toBe("roles.list")
  expect(operationAt(bound, "GET", "/v1/businesses/1/roles")).toBeNull()
})

test("only an unclaimed operation ends a check", () => {
  const claims = new Set(["users.list"])
  expect(() => needClaim(claims, "users.get")).toThrow(Unclaimed)
  for (const [some, operation] of [
    [claims, "users.list"],
    [claims, null],
    [null, "users.get"],
  ] as const) {
    expect(() => needClaim(some, operation)).not.toThrow()
  }
})
