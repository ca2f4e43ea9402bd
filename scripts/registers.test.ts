import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { domainLists, registers } from "./registers.ts"

const root = join(import.meta.dirname, "..")

test.each(registers(root))("$path lists what the files have: else run `pnpm goldens`", (list) => {
  expect(readFileSync(join(root, list.path), "utf8")).toBe(list.text)
})

test("services, and what the entrances show of a resource, in the order of their names", () => {
  const service = "export class Vendors extends Context.Service<Vendors, {}>()("
  const files = [
    { path: "vendors/service.ts", text: service },
    { path: "vendors/looks.ts", text: "" },
    { path: "rights/looks.ts", text: "" },
    { path: "core/records/vendors.ts", text: "" },
  ]
  const before = 'export * from "./users/looks.ts"\nexport * from "./webhooks/looks.ts"\n'
  const lists = domainLists(files, () => before)
  const textOf = (name: string) => lists.find(({ path }) => path === name)?.text
  const [users, webhooks] = before.split("\n")
  const line = 'export * from "./vendors/looks.ts"'
  expect(textOf("ports.ts")).toBe([users, line, webhooks, ""].join("\n"))
  expect(textOf("rules.ts")).toBe(before)
  expect(textOf("services.ts")).toContain("export const services = {\n  Vendors,\n}\n")
})
