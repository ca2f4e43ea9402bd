import { Result } from "effect"
import { describe, expect, test } from "vitest"
import {
  aBudget,
  aCategory,
  aCustomField,
  aLink,
  anOption,
  type Expected,
  refusal,
} from "../../../test/given.ts"
import type { CustomFieldInput } from "../../core/records/budgets.ts"
import { type Catalogue, decideLinks, findCategories, linked, showBudget } from "./links.ts"

const given = (fields: Partial<Catalogue> = {}): Catalogue => ({
  categories: [
    aCategory("meals"),
    aCategory("taxis", { custom: true }),
    aCategory("off", { enabled: false }),
    aCategory("gone", { is_deleted: true }),
  ],
  custom_fields: [
    aCustomField("some"),
    aCustomField("text", { field_type: "FREE_TEXT" }),
    aCustomField("all", { budget_setting: "ALL_CURRENT_AND_NEW" }),
    aCustomField("none", { budget_setting: "NONE" }),
  ],
  custom_field_options: [anOption("s1", "some"), anOption("s2", "some"), anOption("a1", "all")],
  links: [],
  ...fields,
})

describe("showBudget shows categories", () => {
  const ids = ["taxis", "off", "gone", "unheard", "meals"]
  test("that exist and are enabled, in the budget's order, if it is limited to them", () => {
    const budget = aBudget({ limit_categories: true, categories: ids })
    expect(showBudget(budget, given()).categories).toEqual([
      { id: "taxis", name: "Category taxis" },
      { id: "meals", name: "Category meals" },
    ])
  })
  test("only if it is limited to them", () => {
    expect(showBudget(aBudget({ categories: ids }), given()).categories).toEqual([])
  })
})

describe("showBudget shows custom fields", () => {
  const rows: ReadonlyArray<
    readonly [string, Catalogue["links"], ReadonlyArray<readonly [string, unknown]>]
  > = [
    ["fields under ALL without a link", [], [["all", null]]],
    [
      "fields under SOME with a link",
      [aLink("some", ["s1"])],
      [
        ["some", ["s1"]],
        ["all", null],
      ],
    ],
    ["the options of fields under ALL", [aLink("all", [])], [["all", []]]],
    ["no fields under NONE, even if a link remains", [aLink("none")], [["all", null]]],
  ]
  test.each(rows)("%s", (_, links, shown) => {
    expect(showBudget(aBudget(), given({ links })).custom_fields).toEqual(
      shown.map(([id, allow_options]) => ({ id, name: `Field ${id}`, allow_options })),
    )
  })
})

describe("findCategories", () => {
  const rows: ReadonlyArray<readonly [string, ReadonlyArray<string>, ReadonlyArray<string>]> = [
    ["accepts an empty list", [], []],
    ["preserves the order, without duplicates", ["taxis", "meals", "taxis"], ["taxis", "meals"]],
    ["accepts a disabled category, which is shown once it is enabled", ["off"], ["off"]],
  ]
  test.each(rows)("%s", (_, ids, found) => {
    expect(findCategories(given(), ids)).toEqual(Result.succeed(found))
  })

  test.each(["gone", "unheard"])("refuses %s and names the first unknown one", (id) => {
    const result = findCategories(given(), ["meals", id, "unheard"])
    expect(Result.isFailure(result) && result.failure).toMatchObject({
      _tag: "UnknownReference",
      pointer: "/categories/1",
      what: "category",
      id,
    })
  })
})

interface Row extends Expected {
  readonly name: string
  readonly links?: Catalogue["links"]
  readonly inputs: ReadonlyArray<CustomFieldInput>
}

const accepted: ReadonlyArray<Row> = [
  { name: "nothing", inputs: [], verdict: [] },
  { name: "links a field", inputs: [{ id: "some" }], verdict: ["+some null"] },
  {
    name: "links a field with its options, without duplicates",
    inputs: [{ id: "some", allow_options: ["s2", "s1", "s2"] }],
    verdict: ['+some ["s2","s1"]'],
  },
  {
    name: "links a field with none of its options",
    inputs: [{ id: "some", allow_options: [] }],
    verdict: ["+some []"],
  },
  {
    name: "never restricts free text",
    inputs: [{ id: "text", allow_options: [] }],
    verdict: ["+text null"],
  },
  {
    name: "replaces the links of fields under SOME",
    links: [aLink("some", ["s1"]), aLink("text")],
    inputs: [{ id: "some", allow_options: ["s2"] }],
    verdict: ['=some ["s2"]', "-text"],
  },
  {
    name: "removes a restriction that is absent from the request",
    links: [aLink("some", ["s1"])],
    inputs: [{ id: "some" }],
    verdict: ["=some null"],
  },
  {
    name: "sets the options of a field under ALL",
    inputs: [{ id: "all", allow_options: ["a1"] }],
    verdict: ['+all ["a1"]'],
  },
  {
    name: "leaves an absent field under ALL unchanged",
    links: [aLink("all", ["a1"]), aLink("some")],
    inputs: [],
    verdict: ["-some"],
  },
  {
    name: "uses the last of two duplicates",
    inputs: [{ id: "some", allow_options: ["s1"] }, { id: "text" }, { id: "some" }],
    verdict: ["+some null", "+text null"],
  },
]

const refused: ReadonlyArray<Row & { readonly what?: string }> = [
  {
    name: "an unknown field before the next one's setting",
    inputs: [{ id: "unheard" }, { id: "none" }],
    verdict: "UnknownReference",
    what: "custom field",
    pointer: "/custom_fields/0/id",
  },
  {
    name: "a field under NONE before its unknown option",
    inputs: [{ id: "some" }, { id: "none", allow_options: ["unheard"] }],
    verdict: "FieldNotLinkable",
    pointer: "/custom_fields/1/id",
  },
  {
    name: "an unknown option",
    inputs: [{ id: "some", allow_options: ["s1", "unheard"] }],
    verdict: "UnknownReference",
    what: "custom_field_option",
    pointer: "/custom_fields/0/allow_options/1",
  },
  {
    name: "another field's option",
    inputs: [{ id: "all", allow_options: ["s1"] }],
    verdict: "UnknownReference",
    what: "custom_field_option",
    pointer: "/custom_fields/0/allow_options/0",
  },
  {
    name: "an option of free text, which has none",
    inputs: [{ id: "text", allow_options: ["s1"] }],
    verdict: "UnknownReference",
    what: "custom_field_option",
    pointer: "/custom_fields/0/allow_options/0",
  },
  {
    name: "a wrong first duplicate, even if the last one is right",
    inputs: [{ id: "some", allow_options: ["a1"] }, { id: "some" }],
    verdict: "UnknownReference",
    what: "custom_field_option",
    pointer: "/custom_fields/0/allow_options/0",
  },
]

describe("decideLinks", () => {
  const decide = ({ links = [], inputs }: Row) =>
    decideLinks(given({ links }), { client_id: 7, id: "budget-1" }, inputs)

  test.each(accepted)("$name", (row) => {
    const writes = Result.getOrThrow(decide(row))
    expect(
      writes.map((write) => {
        if (write.table !== "custom_field_budgets") return write.table
        if (write.after === null) return `-${write.before?.custom_field_id}`
        const { custom_field_id, allow_options } = write.after
        return `${write.before === null ? "+" : "="}${custom_field_id} ${JSON.stringify(allow_options)}`
      }),
    ).toEqual(row.verdict)
    const after = linked(given({ links: row.links ?? [] }), writes)
    const writtenRows = writes.flatMap((write) => write.after ?? [])
    expect(after.links).toEqual(expect.arrayContaining(writtenRows))
    expect(new Set(after.links.map((_) => _.custom_field_id)).size).toBe(after.links.length)
  })

  test.each(refused)("refuses $name", (row) => {
    const result = Result.map(decide(row), (writes) => ({
      result: undefined,
      writes,
      entries: [],
      events: [],
    }))
    const { verdict: _tag, pointer, what } = row
    expect(refusal(result)).toMatchObject({
      _tag,
      pointer,
      ...(what === undefined ? {} : { what }),
    })
  })

  test("links only this budget of this business", () => {
    const [write] = Result.getOrThrow(decide({ name: "", inputs: [{ id: "some" }], verdict: [] }))
    expect(write?.after).toEqual(aLink("some"))
  })
})

test("linked shows unchanged, changed, removed and new links", () => {
  const before = given({ links: [aLink("all", ["a1"]), aLink("some", ["s1"]), aLink("text")] })
  const writes = Result.getOrThrow(
    decideLinks(before, { client_id: 7, id: "budget-1" }, [{ id: "some" }]),
  )
  expect(linked(before, writes).links).toEqual([aLink("all", ["a1"]), aLink("some")])
})
