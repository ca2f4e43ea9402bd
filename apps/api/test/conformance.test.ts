import { operator, type Profile, type Report, runConformance } from "@outlay/conformance-tests"
import { afterAll, beforeAll, expect, test } from "vitest"
import { behind, whollyBehind } from "../../../packages/conformance-selftest/src/behind.ts"
import {
  settledEdge,
  withoutExtensions,
} from "../../../packages/conformance-selftest/src/lawful/settled/index.ts"
import { extended } from "../../../packages/conformance-tests/src/http/checks/settled/extensions.ts"
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

/** What walks through operations of which some are extensions. */
const walking = [
  "conventions.permissions.matrix",
  "conventions.unknown-input.",
  "conventions.lengths.every-text",
  "conventions.order.beside",
  "conventions.bounds.",
]

/** What did not pass. */
const othersIn = ({ checks }: Report) =>
  checks
    .filter(({ requirement, verdict }) => !ofRates.has(requirement) && verdict !== "pass")
    .map(({ id, verdict, reason, seen }) => ({ id, verdict, reason, seen }))

test("it passes Core and Full, keeps tenants apart, and what was settled", async () => {
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

test("checks of the settlement pass a server that differs where no sentence decides", async () => {
  const { url, operatorToken: token } = service
  const provisioner = whollyBehind(settledEdge(), url, (baseUrl) => operator({ baseUrl, token }))
  const report = await runConformance({
    ...{ provisioner, profiles: ["settled"], seed: 42, timeout: patience },
  })
  expect(othersIn(report)).toEqual([])
  expect(report.checks.length).toBeGreaterThan(250)
})

test("checks of extensions are untestable, and not failed, where a server has none", async () => {
  const { url: baseUrl, operatorToken: token } = service
  const provisioner = behind(settledEdge([withoutExtensions]), operator({ baseUrl, token }))
  const report = await runConformance({
    ...{ provisioner, profiles: ["settled"], seed: 42, timeout: patience },
    // Two of the filters are tested in a business of a thousand transactions: the rest will do.
    only: [...extended.filter((id) => id !== "conventions.transaction-filters"), ...walking],
  })
  const { pass, untestable } = report.counts
  expect(othersIn(report).filter(({ verdict }) => verdict !== "untestable")).toEqual([])
  expect([pass > 15, untestable > 60]).toEqual([true, true])
})
