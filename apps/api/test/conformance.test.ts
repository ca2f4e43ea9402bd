import { operator, type Profile, type Report, runConformance } from "@outlay/conformance-tests"
import { afterAll, beforeAll, expect, test } from "vitest"
import { behind, whollyBehind } from "../../../packages/conformance-selftest/src/behind.ts"
import {
  settledEdge,
  withoutExtensions,
} from "../../../packages/conformance-selftest/src/lawful/settled/index.ts"
import { extended } from "../../../packages/conformance-tests/src/http/checks/settled/extensions.ts"
import { type Service, startService } from "./service.ts"

/** All profiles that need no process to kill. `pnpm conformance` also tests durability. */
const profiles = [
  "smoke",
  "read",
  "write",
  "rules",
  "gaps",
  "tenancy",
  "settled",
] as const satisfies ReadonlyArray<Profile>

/** Timeout in milliseconds, long enough for a slow machine. */
const patience = 120_000

/** Requirements about rate limits, which are off here for speed. */
const ofRates = new Set(["conventions.rate-limit", "conventions.limit-covers"])

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

/** Requirements whose checks go through all operations, including extensions. */
const walking = [
  "conventions.permissions.matrix",
  "conventions.unknown-input.",
  "conventions.lengths.every-text",
  "conventions.order.beside",
  "conventions.bounds.",
]

/** Returns the checks that did not pass. */
const othersIn = ({ checks }: Report) =>
  checks
    .filter(({ requirement, verdict }) => !ofRates.has(requirement) && verdict !== "pass")
    .map(({ id, verdict, reason, seen }) => ({ id, verdict, reason, seen }))

test("the service passes Core, Full, tenant isolation and the settled points", async () => {
  const { url: baseUrl, operatorToken: token } = service
  const report = await runConformance({
    provisioner: operator({ baseUrl, token }),
    baseUrl,
    profiles,
    seed: 42,
    timeout: patience,
  })
  expect(othersIn(report)).toEqual([])
  expect([report.levels.core, report.levels.full]).toEqual(["passed", "passed"])
  expect(report.checks.length).toBeGreaterThan(700)
})

test("checks of settled points pass a server that differs in undefined behaviour", async () => {
  const { url, operatorToken: token } = service
  const provisioner = whollyBehind(settledEdge(), url, (baseUrl) => operator({ baseUrl, token }))
  const report = await runConformance({
    ...{ provisioner, profiles: ["settled"], seed: 42, timeout: patience },
  })
  expect(othersIn(report)).toEqual([])
  expect(report.checks.length).toBeGreaterThan(250)
})

test("checks of extensions are untestable on a server without extensions", async () => {
  const { url: baseUrl, operatorToken: token } = service
  const provisioner = behind(settledEdge([withoutExtensions]), operator({ baseUrl, token }))
  const report = await runConformance({
    ...{ provisioner, profiles: ["settled"], seed: 42, timeout: patience },
    // Checks of some filters need a business with a thousand transactions, so those are excluded.
    only: [...extended.filter((id) => id !== "conventions.transaction-filters"), ...walking],
  })
  const { pass, untestable } = report.counts
  expect(othersIn(report).filter(({ verdict }) => verdict !== "untestable")).toEqual([])
  expect([pass > 15, untestable > 60]).toEqual([true, true])
})
