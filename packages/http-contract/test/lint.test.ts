import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describe, expect, test } from "vitest"
import { endpoints } from "../src/api.ts"
import { openApi } from "../src/shared/openapi.ts"

interface Linted {
  readonly status: number | null
  readonly rules: ReadonlyArray<string>
}

/** Returns the findings of Redocly's recommended rules, with warnings as errors. */
const lint = (document: unknown): Linted => {
  const folder = mkdtempSync(join(tmpdir(), "outlay-lint-"))
  const file = join(folder, "openapi.json")
  writeFileSync(file, JSON.stringify(document))
  const args = ["lint", file, "--extends=recommended-strict", "--format=json"]
  const env = {
    ...process.env,
    REDOCLY_TELEMETRY: "off",
    REDOCLY_SUPPRESS_UPDATE_NOTICE: "true",
  }
  const redocly = join(import.meta.dirname, "../node_modules/.bin/redocly")
  const { status, stdout } = spawnSync(redocly, args, { cwd: folder, encoding: "utf8", env })
  rmSync(folder, { recursive: true })
  const { problems } = JSON.parse(stdout) as { problems: ReadonlyArray<{ ruleId: string }> }
  return { status, rules: problems.map(({ ruleId }) => ruleId) }
}

const document = openApi(endpoints, { version: "1.0.0" })

describe("Redocly's recommended rules", () => {
  test("report nothing in the document", () => {
    expect(lint(document)).toEqual({ status: 0, rules: [] })
  })

  test("report a broken reference", () => {
    const { components: _, ...broken } = document
    const { status, rules } = lint(broken)
    expect(status).toBe(1)
    expect(rules).toContain("no-unresolved-refs")
  })
})

/** Returns every property without a description, as `Component.property`. */
const undescribed = (name: string, schema: unknown): ReadonlyArray<string> => {
  if (typeof schema !== "object" || schema === null) return []
  const own = Object.entries(
    (schema as { readonly properties?: Record<string, object> }).properties ?? {},
  )
    .filter(([, property]) => !("description" in property) && !("$ref" in property))
    .map(([property]) => `${name}.${property}`)
  return [...own, ...Object.values(schema).flatMap((part) => undescribed(name, part))]
}

/** Returns every number without a format, for which client generators would use 32 bits. */
const widthless = (name: string, schema: unknown): ReadonlyArray<string> => {
  if (typeof schema !== "object" || schema === null) return []
  const { type, format } = schema as { readonly type?: unknown; readonly format?: unknown }
  const isNumber = type === "integer" || type === "number"
  return [
    ...(isNumber && format === undefined ? [name] : []),
    ...Object.entries(schema).flatMap(([key, part]) => widthless(`${name}.${key}`, part)),
  ]
}

describe("the document", () => {
  const { schemas } = document["components"] as { readonly schemas: Record<string, object> }

  test("describes every property", () => {
    expect(Object.entries(document).flatMap(([name, part]) => undescribed(name, part))).toEqual([])
  })

  test("gives every number its width", () => {
    expect(Object.entries(document).flatMap(([name, part]) => widthless(name, part))).toEqual([])
    expect(widthless("Page", { count: { type: "integer" } })).toEqual(["Page.count"])
  })

  test("gives every id, instant and day its format", () => {
    const text = JSON.stringify(schemas)
    const formats = ["uuid", "date-time", "date", "email", "uri", "int64"]
    expect(formats.filter((format) => !text.includes(`"format":"${format}"`))).toEqual([])
  })
})
