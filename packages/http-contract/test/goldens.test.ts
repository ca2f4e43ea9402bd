import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { endpoints } from "../src/api.ts"
import { openApi } from "../src/shared/openapi.ts"

/** `pnpm goldens` rewrites these files, so that a review shows every change of the interface. */
const docs = join(import.meta.dirname, "../../../docs")
const { version } = JSON.parse(readFileSync(join(import.meta.dirname, "../package.json"), "utf8"))

test("docs/openapi.json is up to date", async () => {
  const document = `${JSON.stringify(openApi(endpoints, { version }), null, 2)}\n`
  await expect(document).toMatchFileSnapshot(join(docs, "openapi.json"))
})

test("docs/endpoints.txt lists method, path, permission and name of each operation", async () => {
  const rows = endpoints.map(({ method, path, access, operation }) => [
    method,
    path,
    typeof access === "string" ? access : `${access.resource}:${access.action}`,
    operation,
  ])
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]!.length)))
  const lines = rows
    .sort(([, a = ""], [, b = ""]) => (a < b ? -1 : a > b ? 1 : 0))
    .map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  "))
  await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot(join(docs, "endpoints.txt"))
})
