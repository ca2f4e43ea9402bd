import { operator, type Profile, runConformance } from "@outlay/conformance-tests"
import { afterAll, beforeAll, expect, test } from "vitest"
import { type Service, startService } from "./service.ts"

/** Everything that needs no process of its own to kill: `pnpm conformance` adds durability. */
const profiles = [
  "smoke",
  "read",
  "write",
  "rules",
  "gaps",
  "tenancy",
  "settled",
] as const satisfies ReadonlyArray<Profile>

/** So long that a slow machine answers, in milliseconds. */
const patience = 120_000

/** No rate is limited here, so that nothing waits for it. */
const ofRates = new Set(["conventions.rate-limit", "conventions.limit-covers"])

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

test("it passes Core and Full, keeps tenants apart, and what was settled", async () => {
  const { url: baseUrl, operatorToken: token } = service
  const report = await runConformance({
    provisioner: operator({ baseUrl, token }),
    baseUrl,
    profiles,
    seed: 42,
    timeout: patience,
  })
  const judged = report.checks.filter(({ requirement }) => !ofRates.has(requirement))
  const others = judged.filter(({ verdict }) => verdict !== "pass")
  expect(others.map(({ id, verdict, reason, seen }) => ({ id, verdict, reason, seen }))).toEqual([])
  expect([report.levels.core, report.levels.full]).toEqual(["passed", "passed"])
  expect(report.checks.length).toBeGreaterThan(700)
})
