import { readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, test } from "vitest"
import { eventTypes, filtersIn, queryOf, withFilter } from "./filters.ts"

describe("the filters of the trail", () => {
  test.each([
    ["nothing", {}, {}],
    [
      "a type, days and a page",
      { type: "budget.updated", from: "2026-10-01", to: "2026-10-31", page: "2" },
      { type: "budget.updated", from: "2026-10-01", to: "2026-10-31", page: "2" },
    ],
    ["an unknown type", { type: "budget.eaten" }, {}],
    ["a day that is none, and a page before the first", { from: "2026-13-01", page: "0" }, {}],
    ["a name that is no filter", { types: "budget.updated" }, {}],
  ])("%s", (_, search, expected) => {
    expect(filtersIn(search)).toEqual(expected)
  })

  test("a change leads back to the first page", () => {
    expect(withFilter({ type: "user.created", page: "3" }, { from: "2026-01-01" })).toEqual({
      type: "user.created",
      from: "2026-01-01",
    })
  })

  test("the last day is asked for to its end", () => {
    expect(queryOf({ from: "2026-10-01", to: "2026-10-31", page: "2" })).toEqual({
      min_created: "2026-10-01T00:00:00.000Z",
      max_created: "2026-10-31T23:59:59.999Z",
    })
  })

  test("the types are those of the API", () => {
    const path = join(import.meta.dirname, "../../../../docs/openapi.json")
    const { paths } = JSON.parse(readFileSync(path, "utf8"))
    const { parameters } = paths["/v1/businesses/{client_id}/events"].get
    const { schema } = parameters.find(({ name }: { name?: string }) => name === "type")
    const ours = Object.entries(eventTypes).flatMap(([noun, verbs]) =>
      verbs.map((verb) => `${noun}.${verb}`),
    )
    expect(ours.toSorted()).toEqual(schema.enum.toSorted())
  })
})
