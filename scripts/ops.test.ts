import { spawnSync } from "node:child_process"
import { globSync, readFileSync } from "node:fs"
import { basename, join } from "node:path"
import { parser } from "@prometheus-io/lezer-promql"
import { expect, test } from "vitest"

const root = join(import.meta.dirname, "..")
const ops = join(root, "ops")
const read = (path: string): string => readFileSync(join(root, path), "utf8")

const metric = /\b(?:outlay|process)_[a-z0-9_]+\b/gu

/** Metrics defined in the sources, including the series of each histogram. */
const known = new Set(
  globSync("{packages/http-server/src/kernel/metrics,apps/api/src/server/*gauges}.ts", {
    cwd: root,
  })
    .flatMap((path) => read(path).match(metric) ?? [])
    .flatMap((name) => [name, `${name}_bucket`]),
)

test.each(["ops/prometheus/alerts.yml", "ops/grafana/outlay.json"])(
  "%s asks for metrics that the service has",
  (path) => {
    const requested = new Set(read(path).match(metric))
    expect(requested.size).toBeGreaterThan(4)
    expect([...requested].filter((name) => !known.has(name))).toEqual([])
  },
)

const alertNames = [...read("ops/prometheus/alerts.yml").matchAll(/- alert: (\w+)/gu)].map(
  ([, name]) => name as string,
)

test("every alert has a summary, a severity and a time", () => {
  const text = read("ops/prometheus/alerts.yml")
  const alerts = text.split("- alert: ").slice(1)
  expect(alerts.length).toBeGreaterThan(4)
  for (const alert of alerts) {
    expect(alert).toMatch(/ for: \d+m\n/u)
    expect(alert).toMatch(/severity: (?:critical|warning)/u)
    expect(alert).toMatch(/summary: .*\n +description: /u)
  }
})

const alertTests = globSync("ops/prometheus/*.test.yml", { cwd: root })

test.each(alertNames)("there is a test in which %s fires, and one in which it does not", (name) => {
  const cases = alertTests
    .flatMap((path) => read(path).split("- eval_time: ").slice(1))
    .filter((text) => text.includes(`alertname: ${name}\n`))
  expect(cases.some((text) => text.includes("exp_alerts: []"))).toBe(true)
  expect(cases.some((text) => text.includes("exp_labels: "))).toBe(true)
})

interface Dashboard {
  readonly panels: ReadonlyArray<{ readonly targets: ReadonlyArray<{ readonly expr: string }> }>
}

const queries = (JSON.parse(read("ops/grafana/outlay.json")) as Dashboard).panels.flatMap(
  ({ targets }) => targets.map(({ expr }) => expr),
)

/** Returns syntax errors of a query, according to Prometheus's own grammar of PromQL. */
const faults = (query: string): ReadonlyArray<string> => {
  const found: Array<string> = []
  parser.parse(query).iterate({
    enter: ({ type, from }) => {
      if (type.isError) found.push(query.slice(0, from))
    },
  })
  return found
}

test.each(queries)("Prometheus can parse the dashboard's %s", (query) => {
  expect(faults(query)).toEqual([])
})

test("a query that Prometheus cannot parse is found", () => {
  expect(faults("sum by (status) rate(outlay_http_requests_total[5m]))")).not.toEqual([])
})

test("promtool finds the rules right, where it is installed", () => {
  const promtool = (...args: ReadonlyArray<string>) =>
    spawnSync("promtool", args, { cwd: join(ops, "prometheus"), encoding: "utf8" })
  if (promtool("--version").error !== undefined) {
    console.warn("promtool is not installed: its checks were left out")
    return
  }
  for (const args of [
    ["check", "rules", "alerts.yml"],
    ["check", "config", "prometheus.yml"],
    ...alertTests.map((path) => ["test", "rules", basename(path)]),
  ]) {
    const { status, stdout, stderr } = promtool(...args)
    expect({ status, output: status === 0 ? "" : stdout + stderr }).toEqual({
      status: 0,
      output: "",
    })
  }
})

test("the unit exposes little, where systemd-analyze is installed", () => {
  const judged = spawnSync(
    "systemd-analyze",
    ["security", "--offline=true", "--threshold=20", "--no-pager", "outlay.service"],
    { cwd: join(ops, "systemd"), encoding: "utf8" },
  )
  if (judged.error !== undefined || /unrecognized option/u.test(judged.stderr)) {
    console.warn("systemd-analyze cannot judge a file here: its check was left out")
    return
  }
  expect({ status: judged.status, output: judged.stderr }).toMatchObject({ status: 0 })
  expect(judged.stdout).toMatch(/exposure level for outlay\.service: [01]\.\d OK/u)
})
