import { existsSync } from "node:fs"
import { readdir, readFile } from "node:fs/promises"
import { join } from "node:path"
import { Ajv2020 } from "ajv/dist/2020.js"
import addFormats from "ajv-formats"
import { describe, expect, test } from "vitest"
import { temporaryFolder } from "../../../scripts/temporary.ts"
import { exitOf } from "../src/cli/exit.ts"
import { forms, writeReports } from "../src/cli/forms.ts"
import { summary } from "../src/cli/summary.ts"
import type { Profile } from "../src/http/check.ts"
import { levelNames } from "../src/http/levels.ts"
import type { RunResult } from "../src/http/runner.ts"
import { type CheckResult, countsOf } from "../src/http/verdict.ts"
import { requirements } from "../src/interface/requirements/index.ts"
import { badge } from "../src/reports/badge.ts"
import { compared } from "../src/reports/comparison.ts"
import { curlOf } from "../src/reports/curl.ts"
import { github } from "../src/reports/github.ts"
import { html } from "../src/reports/html/html.ts"
import { escaped } from "../src/reports/html/markup.ts"
import { junit } from "../src/reports/junit.ts"
import { markdown } from "../src/reports/markdown.ts"
import { reportSchema } from "../src/reports/report.schema.ts"
import { type Report, reportOf } from "../src/reports/report.ts"

const [first, second] = requirements
const hostile = `<script>alert("1")</script> & 'quotes' | pipe \u0000 \u001b[31m`

const check = (id: string, given: Partial<CheckResult> = {}): CheckResult => ({
  id,
  requirement: first?.id ?? "",
  profile: "smoke",
  title: `What ${id} does`,
  verdict: "pass",
  reason: null,
  seen: null,
  exchanges: [],
  decisive: 1,
  operations: [],
  notes: [],
  expected: false,
  milliseconds: 3,
  ...given,
})

const failed = check("failing", {
  verdict: "fail",
  requirement: second?.id ?? "",
  reason: hostile,
  seen: hostile,
  exchanges: [
    {
      operation: null,
      method: "POST",
      url: "http://127.0.0.1:1/v1/businesses/1/budgets/it's/topups",
      request_headers: { authorization: "Bearer [redacted]", "content-type": "application/json" },
      request_body: `{"description":"it's ${hostile}"}`,
      status: 500,
      response_headers: { "content-type": "text/plain" },
      response_body: hostile,
    },
  ],
})

const report = (
  checks: ReadonlyArray<CheckResult>,
  given: Partial<RunResult> = {},
  profiles: ReadonlyArray<Profile> = ["smoke", "read", "write", "rules"],
): Report =>
  reportOf(
    {
      product: { name: `A service ${hostile}`, version: "1.2.3" },
      base_url: "http://127.0.0.1:1/",
      seed: 42,
      started: "2026-01-02T03:04:05.006Z",
      milliseconds: 1234,
      checks,
      counts: countsOf(checks),
      stale: [],
      died: null,
      warnings: [],
      ...given,
    },
    { profiles, whole: new Set(profiles) },
    requirements,
    { suite: { name: "suite", version: "0.0.0" }, documents: { interface: "0".repeat(64) } },
  )

const everyCore = (["smoke", "read", "write", "rules"] as const).map((profile) =>
  check(`of-${profile}`, { profile }),
)
const untestable = check("untestable", { verdict: "untestable", reason: "no clock" })
const notMade = check("not-made", {
  verdict: "blocked",
  reason: "the provisioner failed: no rows",
})
const unclaimed = check("unclaimed", { verdict: "unclaimed", reason: "not claimed" })
const blocked = check("blocked", { verdict: "blocked", reason: "no list" })

describe("a level", () => {
  test.each<[what: string, made: Report, core: string, full: string]>([
    ["passes if everything passed", report(everyCore), "passed", "not run"],
    ["does not pass with a failure", report([...everyCore, failed]), "not passed", "not passed"],
    [
      "does not pass with an expected failure",
      report([...everyCore, { ...failed, expected: true }]),
      "not passed",
      "not passed",
    ],
    [
      "does not pass with an untestable check",
      report([...everyCore, untestable]),
      "not passed",
      "not passed",
    ],
    ["is not run with an unclaimed check", report([...everyCore, unclaimed]), "not run", "not run"],
    [
      "does not pass with a blocked check",
      report([...everyCore, blocked]),
      "not passed",
      "not passed",
    ],
    ["is not run if a profile is missing", report(everyCore.slice(1)), "not run", "not run"],
    ["is not run if the target died", report(everyCore, { died: "gone" }), "not run", "not run"],
  ])("%s", (_, made, core, full) => {
    expect([made.levels.core, made.levels.full]).toEqual([core, full])
  })
})

describe("the exit code", () => {
  const expected = { ...failed, expected: true }
  test.each<[exit: number, what: string, made: Report]>([
    [0, "all pass", report(everyCore)],
    [0, "the only failure is expected", report([...everyCore, expected])],
    [1, "a failure, and something untestable", report([failed, untestable])],
    [1, "a failure, and a stale expectation", report([failed], { stale: ["x"] })],
    [2, "a stale expectation, and something untestable", report([untestable], { stale: ["x"] })],
    [0, "something unclaimed", report([...everyCore, unclaimed])],
    [7, "nothing that is claimed", report([unclaimed])],
    [3, "something untestable", report([...everyCore, untestable])],
    [3, "something blocked", report([...everyCore, blocked])],
    [1, "a failure, and a business that was not made", report([failed, notMade])],
    [4, "a business that was not made, and something untestable", report([untestable, notMade])],
    [6, "the target died, and a failure", report([failed], { died: "gone" })],
    [7, "nothing ran", report([])],
  ])("%i: %s", (exit, _, made) => {
    expect(exitOf(made)).toBe(exit)
  })
})

const full = report([
  ...everyCore,
  failed,
  untestable,
  blocked,
  unclaimed,
  check("noted", {
    notes: [{ what: "a limit of 501", choice: "400" }],
  }),
])

test("the JSON report matches its schema", () => {
  const ajv = new Ajv2020({ allErrors: true, strictTypes: false })
  addFormats.default(ajv)
  const validate = ajv.compile(reportSchema)
  validate(JSON.parse(JSON.stringify(full)))
  expect(validate.errors).toBeNull()
  validate({ ...full, token: "x" })
  expect(validate.errors).toHaveLength(1)
})

test("the HTML report is one file that allows no injection", () => {
  const page = html(full)
  expect(page).not.toContain('<script>alert("1")')
  expect(page.match(/<script>/gu)).toHaveLength(1)
  expect(page).not.toMatch(/(src|href)="http/u)
  for (const { id } of full.checks) expect(page).toContain(id)
  expect(page).toContain("a limit of 501")
})

test("the JUnit report is well-formed and its counts match its content", () => {
  const xml = junit(full)
  expect(xml).toContain(`tests="${full.checks.length}" failures="1" errors="0"`)
  expect(xml.match(/<testcase /gu)).toHaveLength(full.checks.length)
  expect(xml.match(/<skipped /gu)).toHaveLength(3)
  expect(xml).not.toMatch(/[^\P{Cc}\n]/u)
  expect(xml.replaceAll(/<[^<>]*>/gu, "")).not.toMatch(/[<>]/u)
})

test.each([
  ["the terminal", summary],
  ["Markdown", markdown],
  ["HTML", html],
  ["JUnit", junit],
  ["the summary of a job", github],
])("a failure in %s shows the place of its sentence", (_, form) => {
  const text = form(full).replaceAll("&quot;", '"').replaceAll("\\", "")
  expect(text).toContain(`"${second?.section}" in the interface document`)
})

test("a failure in JUnit has the sentence, and the command that explains it", () => {
  const [failure] = /<failure .*<\/failure>/u.exec(junit(full)) ?? [""]
  expect(failure).toContain(`says: ${escaped((second?.sentence ?? "").replaceAll(/\s+/gu, " "))}`)
  expect(failure).toContain("explain: outlay-conformance explain failing")
})

test("every check in the JSON report has its sentence and heading", () => {
  const found = full.checks.find(({ id }) => id === "failing")
  expect(found).toMatchObject({ section: second?.section, sentence: second?.sentence })
})

test("a failure of two requests has a command for each", () => {
  const [exchange] = failed.exchanges
  if (exchange === undefined) throw new Error("an exchange is wanted")
  const exchanges = ["/first", "/second", "/third"].map((path) => ({
    ...exchange,
    url: `http://127.0.0.1:1${path}`,
  }))
  const made = report([{ ...failed, exchanges, decisive: 2 }])
  for (const form of [summary, markdown, junit]) {
    const text = form(made)
    expect(
      ["/first", "/second", "/third"].map((path) => text.includes(`127.0.0.1:1${path}`)),
    ).toEqual([false, true, true])
  }
})

test("a warning is shown", () => {
  const made = report(everyCore, { warnings: ["The clock is odd"] })
  for (const form of [summary, markdown, html]) expect(form(made)).toContain("The clock is odd")
})

test("the Markdown report quotes the sentence and repeats the request", () => {
  const text = markdown(full)
  expect(text).toContain("curl -i -X POST")
  expect(text).toContain('"authorization: Bearer $TOKEN"')
  expect(text).toContain("it'\\''s")
  expect(text).toContain("| untestable | untestable | no clock |")
})

test.each([
  [report(everyCore), "Core"],
  [report([failed]), "no level"],
  [report(everyCore.slice(1)), "not run"],
])("the badge shows the level that was reached", (made, label) => {
  expect(badge(made)).toContain(`>${label}</text>`)
})

test("a named token is in the command by its name", () => {
  const [exchange] = failed.exchanges
  const request_headers = { authorization: "Bearer $ALPHA_7_ADMIN" }
  const named = exchange === undefined ? "" : curlOf({ ...exchange, request_headers })
  expect(named).toContain('-H "authorization: Bearer $ALPHA_7_ADMIN"')
})

test.each([
  ["nothing failed", report(everyCore)],
  ["something failed", full],
  ["20 failed", report(Array.from({ length: 20 }, (_, n) => ({ ...failed, id: `f${n}` })))],
  ["the target died", report([failed], { died: hostile })],
])("the summary of a job has ten lines at most: %s", (_, made) => {
  const text = github(made)
  expect(text.trimEnd().split("\n").length).toBeLessThanOrEqual(11)
  expect(text).not.toMatch(/<script>/u)
})

test("two reports are compared check by check", () => {
  const [one, two, three, four] = everyCore
  if (!one || !two || !three || !four) throw new Error("four checks are wanted")
  const failing = { ...two, verdict: "fail" as const }
  const before = report([one, failing, three])
  const after = report([{ ...one, verdict: "untestable" }, two, three, four])
  const found = compared(before, after)
  const ids = (changes: ReadonlyArray<{ readonly id: string }>) => changes.map(({ id }) => id)
  expect([ids(found.fixed), ids(found.broken), ids(found.changed), found.same]).toEqual([
    [two.id],
    [one.id],
    [four.id],
    1,
  ])
})

test("a business that cannot be created is reported once, regardless of its ids", () => {
  const lost = ["17", "18"].map((id) =>
    check(`lost-${id}`, {
      verdict: "blocked",
      reason: `the provisioner failed: POST /b/${id}: 500`,
    }),
  )
  expect(summary(report(lost)).match(/the provisioner failed/gu)).toHaveLength(1)
})

test("the summary ends with the counts", () => {
  const lines = summary(full).trimEnd().split("\n")
  expect(lines.at(-1)).toBe("5 passed, 1 failed, 1 untestable, 1 blocked, 1 not claimed, in 1.2 s")
  for (const level of levelNames) expect(summary(full).toLowerCase()).toContain(level)
})

test("every form is written to a file with its name", async () => {
  const folder = temporaryFolder("reports")
  const paths = await writeReports(full, forms, join(folder, "deep", "er"))
  expect(paths).toHaveLength(forms.length)
  expect((await readdir(join(folder, "deep", "er"))).sort()).toEqual([
    "badge.svg",
    "junit.xml",
    "report.html",
    "report.json",
    "report.md",
    "summary.md",
  ])
  expect(JSON.parse(await readFile(paths[2] ?? "", "utf8")).seed).toBe(42)
})

test.skipIf(!existsSync("/proc/self"))("a folder that cannot be created is an error", () =>
  expect(writeReports(full, forms, "/proc/outlay/below")).rejects.toThrow(/ENOENT/u),
)
