import { describe, expect, test } from "vitest"
import { aCustomField } from "../../../test/given.ts"
import { fieldsByName, recordValues, showValues } from "./values.ts"

const fields = [
  aCustomField("f1", { name: "Project" }),
  aCustomField("f2", { name: "Centre", is_deleted: true }),
  aCustomField("f3", { name: "Centre" }),
]
const byName = fieldsByName(fields)
const nameOf = (id: string) => fields.find((_) => _.id === id)?.name
const entry_text = "Perth"

describe("values of custom fields", () => {
  test.each([
    ["Project", "f1", "Project"],
    ["PROJECT", "f1", "Project"],
    ["Centre", "f3", "Centre"],
    ["Projects", null, "Projects"],
  ])("recorded as %s belong to %s and show %s", (field_name, custom_field_id, name) => {
    const recorded = recordValues([{ field_name, entry_text }], byName)
    expect(recorded).toEqual([{ custom_field_id, field_name, entry_text }])
    expect(showValues(recorded, nameOf)).toEqual([{ field_name: name, entry_text }])
  })

  test("show the last name of a deleted field; plain text is unchanged", () => {
    const shown = showValues(
      [
        { custom_field_id: "f2", field_name: "Before", entry_text },
        { custom_field_id: null, field_name: "project", entry_text },
        { custom_field_id: "unknown", field_name: "Known then", entry_text },
      ],
      nameOf,
    )
    expect(shown.map((_) => _.field_name)).toEqual(["Centre", "project", "Known then"])
  })

  test("preserve their number and order, including duplicates", () => {
    const twice = ["Project", "Other", "Project"].map((field_name) => ({ field_name, entry_text }))
    expect(recordValues(twice, byName).map((_) => _.custom_field_id)).toEqual(["f1", null, "f1"])
    expect(recordValues(undefined, byName)).toEqual([])
    expect(showValues([], nameOf)).toEqual([])
  })
})
