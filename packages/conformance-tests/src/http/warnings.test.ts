import { expect, test } from "vitest"
import type { CheckResult } from "./verdict.ts"
import {
  addressWarning,
  clockWarning,
  gatewayWarning,
  rateWarning,
  redirectWarning,
} from "./warnings.ts"

const now = Date.parse("2026-01-02T00:00:00Z")
const day = 86_400_000

test.each([
  ["equal to ours", now, null],
  ["late by a slow response", now - 60_000, null],
  ["not shown", Number.NaN, null],
  ["ahead", now + 30 * day, "is 30 days ahead of this computer's"],
  ["behind", now - day / 4, "is 360 minutes behind this computer's"],
])("a clock that is %s", (_, theirs, message) => {
  const warning = clockWarning(theirs, now)
  if (message === null) expect(warning).toBeNull()
  else expect(warning).toContain(message)
})

test.each([
  ["http://127.0.0.1:1/", null],
  ["http://127.0.0.1:1/api", null],
  ["http://127.0.0.1:1/v1", "http://127.0.0.1:1"],
  ["http://127.0.0.1:1/api/v2/", "http://127.0.0.1:1/api"],
])("the address %s", (address, without) => {
  const warning = addressWarning(new URL(address))
  if (without === null) expect(warning).toBeNull()
  else expect(warning).toMatch(new RegExp(`${without}$`, "u"))
})

test("deferred requests are reported if a check did not pass because of them", () => {
  const check = (given: Partial<CheckResult>) => given as CheckResult
  const fails = check({ verdict: "fail", reason: "200", seen: "status 429: {}" })
  const blocked = check({ verdict: "blocked", reason: "users.list: status 429", seen: null })
  const passes = check({ verdict: "pass", reason: null, seen: null })
  expect(rateWarning([passes])).toBeNull()
  expect(rateWarning([passes, fails])).toContain("1 check did not pass")
  expect(rateWarning([fails, blocked])).toContain("OUTLAY_RATE_LIMIT=off")
})

test("redirects to another address are reported, with the address to use instead", () => {
  const seen = "status 301 to https://127.0.0.1:1/api/v1/businesses/7/users: <h1>Moved</h1>"
  const checks = [{ verdict: "fail", reason: "200", seen } as CheckResult]
  const warning = redirectWarning(checks, new URL("http://127.0.0.1:1/api/"))
  expect(warning).toContain("redirects to https://127.0.0.1:1.")
  expect(warning).toContain("give https://127.0.0.1:1/api as")
  expect(redirectWarning(checks, new URL("https://127.0.0.1:1/"))).toBeNull()
  expect(redirectWarning([], new URL("https://127.0.0.1:1/"))).toBeNull()
})

test("a response of a proxy instead of the service is reported", () => {
  const check = (seen: string) => ({ verdict: "fail", reason: "200", seen }) as CheckResult
  expect(gatewayWarning([check("status 500: {}")])).toBeNull()
  expect(gatewayWarning([check("status 502: <html>")])).toContain("1 check did not pass")
})
