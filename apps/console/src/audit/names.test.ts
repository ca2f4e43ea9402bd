import { readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, test } from "vitest"
import { english } from "../texts/english.ts"
import { german } from "../texts/german.ts"
import { valueName } from "./names.ts"

const path = join(import.meta.dirname, "../../../../docs/openapi.json")
const { schemas } = JSON.parse(readFileSync(path, "utf8")).components

interface Schema {
  readonly $ref?: string
  readonly anyOf?: ReadonlyArray<Schema>
  readonly items?: Schema
  readonly enum?: ReadonlyArray<string>
  readonly properties?: Readonly<Record<string, Schema>>
}

/** Fields of a record and of nested records, with the enumerated values that each can have. */
const fieldsOf = (schema: Schema, field = ""): ReadonlyArray<readonly [string, string | null]> => {
  if (schema.$ref !== undefined)
    return fieldsOf(schemas[schema.$ref.split("/").at(-1) ?? ""], field)
  const own = Object.entries(schema.properties ?? {})
  return [
    ...(schema.enum ?? []).map((value) => [field, value] as const),
    ...[...(schema.anyOf ?? []), schema.items ?? {}].flatMap((part) =>
      Object.keys(part).length === 0 ? [] : fieldsOf(part, field),
    ),
    ...own.flatMap(([name, part]) => [[name, null] as const, ...fieldsOf(part, name)]),
  ]
}

const events = (schemas.Event.anyOf as ReadonlyArray<Schema>).map(({ $ref = "" }) =>
  fieldsOf(schemas[$ref.split("/").at(-1) ?? ""].properties.data),
)
const fields = events.flat()

describe.each([
  ["English", english],
  ["German", german],
])("the audit trail in %s", (_, texts) => {
  test("has a name for each field of an event", () => {
    const names = new Set(fields.map(([name]) => name))
    expect(names.size).toBeGreaterThan(80)
    expect([...names].filter((name) => texts.audit.fields[name] === undefined)).toEqual([])
  })

  test("has words for each name that can be a value", () => {
    const values = fields.flatMap(([field, value]) => (value === null ? [] : [{ field, value }]))
    expect(values.length).toBeGreaterThan(60)
    const unnamed = values.filter(({ field, value }) => valueName(texts, field, value) === null)
    expect(unnamed).toEqual([])
  })

  test("has words for the events that a webhook is for", () => {
    const { nouns, any } = texts.audit
    expect(valueName(texts, "event_types", "*")).toBe(texts.settings.allEvents)
    expect(valueName(texts, "event_types", "topup.*")).toBe(`${nouns["topup"]} (${any})`)
    expect(valueName(texts, "event_types", "topup.approved")).toContain(nouns["topup"])
  })
})
