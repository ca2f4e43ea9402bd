import { existsSync, globSync, readFileSync } from "node:fs"
import { basename, join } from "node:path"
import { type EventResource, eventResources, records } from "@outlay/domain/fields"
import { services } from "@outlay/domain/ports"
import { expect, test } from "vitest"
import { resources } from "./resources.ts"

const root = join(import.meta.dirname, "../../..")
const read = (...patterns: ReadonlyArray<string>) =>
  globSync([...patterns], { cwd: root }).map((path) => ({
    path,
    text: readFileSync(join(root, path), "utf8"),
  }))

const own = "packages/sqlite-storage/test"
/** Sources without their imports: an import alone is not a use. */
const bodies = (...patterns: ReadonlyArray<string>): ReadonlyArray<string> =>
  read(...patterns).map(({ text }) => text.replaceAll(/^import [^"]*"[^"]+"$/gmu, ""))

const uses = bodies(`${own}/agreement/*.ts`, `${own}/resources/*.ts`, `${own}/agreement.test.ts`)
const queried = bodies(`${own}/looks.ts`, `${own}/resources/*.ts`)

const isIn = (texts: ReadonlyArray<string>, name: string): boolean =>
  texts.some((text) => new RegExp(`\\b${name}\\b`, "u").test(text))

const kebab = (name: string): string =>
  name.replaceAll(/(?<=[a-z])[A-Z]/gu, (letter) => `-${letter}`).toLowerCase()

const fileOf = (resource: string): string =>
  `${own}/resources/${kebab(resource).replaceAll("_", "-")}.ts`

test.each(resources)("the file of $table in resources/ has its name", ({ table }) => {
  const names = globSync(`${own}/resources/*.ts`, { cwd: root }).map((path) => basename(path))
  expect(names).toContain(basename(fileOf(table)))
  expect(Object.keys(records)).toContain(table)
})

/**
 * Services that only read, or write what other services write; `Me` is about users and has its own
 * suites. Results of sessions and links are random, and notifications read data of other services:
 * `SignInStore` and `NotificationStore` have their own suites.
 */
const withoutCommands = new Set([
  ...["Balances", "BudgetPeriods", "Me", "Reassessments", "Reports", "Rights", "Roles"],
  ...["Notifications", "Sessions", "SignInLinks"],
])

test("storages are compared by commands on every service", () => {
  const missing = Object.keys(services)
    .filter((name) => !withoutCommands.has(name))
    .filter((name) => !isIn(uses, name))
    .map((name) => `no agreement command calls ${name}: write commands in ${fileOf(name)}`)
  expect(missing).toEqual([])
})

/** Questions that other looks ask first. */
const parts = "packages/domain/src/rights/looks.ts"

test("statements of every look are reviewed", () => {
  const files = read("packages/domain/src/*/looks.ts").filter(({ path }) => path !== parts)
  const looks = files.flatMap(({ path, text }) =>
    text
      .split(/^(?=\/\*\*|export |const )/mu)
      .filter((part) => part.includes(": Look<"))
      .flatMap((part) => /^export const (\w+)/u.exec(part)?.[1] ?? [])
      .map((name) => [path, name] as const),
  )
  expect(looks.length).toBeGreaterThan(40)
  const missing = looks
    .filter(([, name]) => !isIn(queried, name))
    .map(([path, name]) => {
      const folder = basename(join(path, ".."))
      return `the statements of ${name} have no plan: add it to the looks of ${fileOf(folder)}`
    })
  expect(missing).toEqual([])
})

/** Tables that are not in the audit trail: they are no resources, or are shown within others. */
const withoutEvents = [
  ...["budget_alerts", "notification_progress", "export_parts", "exported_movements"],
  ...["messages", "movements", "reassessments", "roles", "sign_in_links", "webhook_deliveries"],
]

test("records have events", () => {
  const missing = Object.keys(records)
    .filter((table) => !withoutEvents.includes(table))
    .filter((table) => !eventResources.includes(table as EventResource))
    .map((table) => `${table} has no events: name them in packages/domain/src/core/resources.ts`)
  expect(missing).toEqual([])
})

/** Periods are tested with budgets, the ledger by its bounds. */
const testedElsewhere = ["budget-periods", "ledger"]

test("rules have tables", () => {
  const missing = globSync("packages/domain/src/*/rules.ts", { cwd: root })
    .filter((path) => !existsSync(join(root, path.replace(/\.ts$/u, ".test.ts"))))
    .filter((path) => !testedElsewhere.includes(basename(join(path, ".."))))
    .map((path) => `${path} has no table: write ${path.replace(/\.ts$/u, ".test.ts")}`)
  expect(missing).toEqual([])
})
