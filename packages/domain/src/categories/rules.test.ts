import { Result } from "effect"
import { describe, expect, test } from "vitest"
import { anAccountingCode } from "../../test/accounts.ts"
import {
  aBudget,
  aCategory,
  aCustomField,
  aLink,
  type Expected,
  judge,
  now,
  refusal,
} from "../../test/given.ts"
import type { CreateCategory, MapCategory, UpdateCategory } from "../core/records/categories.ts"
import {
  type CategoryContext,
  decideCategory,
  decideCategoryMapping,
  decideCategoryRemoval,
  decideCategoryUpdate,
} from "./rules.ts"

const born = aCategory("meals").created

/** "meals" is a system category, "gifts" a custom one; "gone" is deleted. */
const given = (context: Partial<CategoryContext> = {}): CategoryContext => ({
  categories: [
    aCategory("meals", { name: "Meals" }),
    aCategory("gifts", { name: "Gifts", custom: true }),
    aCategory("gone", { name: "Gone", custom: true, is_deleted: true }),
  ],
  accounting_code: anAccountingCode(),
  budgets: [],
  custom_fields: [],
  links: [],
  books: null,
  ...context,
})

const toCode = { accounting_code_id: "code-1" }
const toNothing = { accounting_code_id: "code-9" }
const deletedCode = { accounting_code: anAccountingCode({ is_deleted: true }) }

interface Row<Command> extends Expected {
  readonly name: string
  readonly given?: Partial<CategoryContext>
  readonly id?: string
  readonly command: Command
}

const key = (category_id: string) => ({ client_id: 7, category_id })
const changed = (...fields: ReadonlyArray<string>) => [
  `categories ${fields.join(" ")}`,
  "event category.updated",
]

describe("decideCategory", () => {
  const decide = (context: Partial<CategoryContext> | undefined, command: CreateCategory) =>
    decideCategory(given(context), { ...command, client_id: 7, id: "new", now })
  const isNew = ["categories created", "event category.created"]

  const rows: ReadonlyArray<Row<CreateCategory>> = [
    { name: "creates a category", command: { name: "Toys" }, verdict: isNew },
    { name: "creates a mapped category", command: { name: "Toys", ...toCode }, verdict: isNew },
    {
      name: "creates a category without a mapping",
      command: { name: "Toys", accounting_code_id: null },
      verdict: isNew,
    },
    { name: "accepts the name of a deleted category", command: { name: "gone" }, verdict: isNew },
    {
      name: "refuses an unknown code before a taken name",
      command: { name: "Gifts", ...toNothing },
      verdict: "UnknownReference",
      pointer: "/accounting_code_id",
    },
    {
      name: "refuses a deleted code",
      given: deletedCode,
      command: { name: "Toys", ...toCode },
      verdict: "UnknownReference",
      pointer: "/accounting_code_id",
    },
    {
      name: "refuses the name of a custom category, ignoring case",
      command: { name: "GIFTS" },
      verdict: "CategoryExists",
      pointer: "/name",
    },
    {
      name: "refuses the name of a system category",
      command: { name: "meals" },
      verdict: "CategoryExists",
      pointer: "/name",
    },
    {
      name: "treats ß as ss, and a letter with a combining accent as one letter",
      given: { categories: [aCategory("cafe", { name: "Cafe\u0301 Straße" })] },
      command: { name: "CAF\u00c9 STRASSE" },
      verdict: "CategoryExists",
      pointer: "/name",
    },
    {
      name: "ignores the case of letters outside ASCII",
      given: { categories: [aCategory("café", { name: "CAFÉ" })] },
      command: { name: "café" },
      verdict: "CategoryExists",
      pointer: "/name",
    },
  ]
  test.each(rows)("$name", (row) => judge(decide(row.given, row.command), row))

  test("saves and returns an enabled custom category", () => {
    const { result, writes, events } = Result.getOrThrow(decide({}, { name: "Toys", ...toCode }))
    const row = {
      ...aCategory("new", { name: "Toys", custom: true, ...toCode }),
      created: now,
      updated: now,
    }
    expect(result).toEqual(row)
    expect(writes[0]?.after).toEqual(row)
    expect(events[0]).toMatchObject({ resource: "categories", data: row, previous: null })
  })

  test("names the category that already has the name", () => {
    expect(refusal(decide({}, { name: "GIFTS" }))).toMatchObject({ category_id: "gifts" })
  })
})

describe("decideCategoryUpdate", () => {
  const decide = (
    context: Partial<CategoryContext> | undefined,
    id: string,
    patch: UpdateCategory,
  ) => decideCategoryUpdate(given(context), key(id), patch, now)

  const rows: ReadonlyArray<Row<UpdateCategory>> = [
    { name: "renames a custom category", command: { name: "Toys" }, verdict: changed("name=Toys") },
    {
      name: "changes the case of its name",
      command: { name: "GIFTS" },
      verdict: changed("name=GIFTS"),
    },
    { name: "maps the category", command: toCode, verdict: changed("accounting_code_id=code-1") },
    {
      name: "clears the mapping",
      given: { categories: [aCategory("gifts", { custom: true, ...toCode })] },
      command: { accounting_code_id: null },
      verdict: changed("accounting_code_id=null"),
    },
    { name: "changes nothing without a field", command: {}, verdict: [] },
    { name: "changes nothing for an equal value", command: { name: "Gifts" }, verdict: [] },
    {
      name: "disables a system category",
      id: "meals",
      command: { enabled: false },
      verdict: changed("enabled=false"),
    },
    {
      name: "enables a system category",
      id: "meals",
      given: { categories: [aCategory("meals", { enabled: false })] },
      command: { enabled: true },
      verdict: changed("enabled=true"),
    },
    {
      name: "does not change a system category that is already enabled",
      id: "meals",
      command: { enabled: true },
      verdict: [],
    },
    {
      name: "refuses an unknown category before everything else",
      id: "none",
      command: { name: "Meals", enabled: false, ...toNothing },
      verdict: "NotFound",
    },
    {
      name: "refuses a deleted category before everything else",
      id: "gone",
      command: { name: "Meals", enabled: false, ...toNothing },
      verdict: "NotFound",
    },
    {
      name: "refuses to rename a system category before a taken name",
      id: "meals",
      command: { name: "Gifts", ...toNothing },
      verdict: "CategoryIsSystem",
      pointer: "/name",
    },
    {
      name: "refuses to map a system category before an unknown code",
      id: "meals",
      command: { ...toNothing, enabled: false },
      verdict: "CategoryIsSystem",
      pointer: "/accounting_code_id",
    },
    {
      name: "refuses to disable a custom category before an unknown code and a taken name",
      command: { name: "Meals", enabled: false, ...toNothing },
      verdict: "CategoryIsCustom",
      pointer: "/enabled",
    },
    {
      name: "refuses to enable a custom category",
      command: { enabled: true },
      verdict: "CategoryIsCustom",
      pointer: "/enabled",
    },
    {
      name: "refuses an unknown code before a taken name",
      command: { name: "Meals", ...toNothing },
      verdict: "UnknownReference",
      pointer: "/accounting_code_id",
    },
    {
      name: "refuses a taken name",
      command: { name: "MEALS" },
      verdict: "CategoryExists",
      pointer: "/name",
    },
  ]
  test.each(rows)("$name", (row) => judge(decide(row.given, row.id ?? "gifts", row.command), row))

  test("returns the changed category and reports its previous values", () => {
    const { result, events } = Result.getOrThrow(decide({}, "gifts", { name: "Toys" }))
    expect(result).toEqual(aCategory("gifts", { name: "Toys", custom: true, updated: now }))
    expect(events[0]).toMatchObject({
      resource: "categories",
      data: result,
      previous: { name: "Gifts", updated: born },
    })
  })
})

describe("decideCategoryMapping", () => {
  const rows: ReadonlyArray<Row<MapCategory>> = [
    {
      name: "maps a custom category",
      command: toCode,
      verdict: changed("accounting_code_id=code-1"),
    },
    {
      name: "maps a system category",
      id: "meals",
      command: toCode,
      verdict: changed("accounting_code_id=code-1"),
    },
    {
      name: "clears the mapping",
      given: { categories: [aCategory("gifts", toCode)] },
      command: { accounting_code_id: null },
      verdict: changed("accounting_code_id=null"),
    },
    {
      name: "does not change a category without a mapping",
      command: { accounting_code_id: null },
      verdict: [],
    },
    {
      name: "refuses an unknown category before an unknown code",
      id: "none",
      command: toNothing,
      verdict: "NotFound",
    },
    {
      name: "refuses a deleted category",
      id: "gone",
      command: toCode,
      verdict: "NotFound",
    },
    {
      name: "refuses a deleted code",
      given: deletedCode,
      command: toCode,
      verdict: "UnknownReference",
      pointer: "/accounting_code_id",
    },
  ]
  test.each(rows)("$name", (row) =>
    judge(decideCategoryMapping(given(row.given), key(row.id ?? "gifts"), row.command, now), row),
  )
})

describe("decideCategoryRemoval", () => {
  const naming = (id: string, limit_categories: boolean) =>
    aBudget({ id, limit_categories, categories: ["gifts", "meals"] })
  const removed = ["categories is_deleted=true", "event category.deleted"]

  const rows: ReadonlyArray<Row<string>> = [
    { name: "deletes a custom category", command: "gifts", verdict: removed },
    {
      name: "removes it from budgets, limited or not",
      given: { budgets: [naming("budget-1", true), naming("budget-2", false)] },
      command: "gifts",
      verdict: [
        "categories is_deleted=true",
        'budgets categories=["meals"]',
        'budgets categories=["meals"]',
        "event category.deleted",
        "event budget.updated",
        "event budget.updated",
      ],
    },
    { name: "refuses an unknown category", command: "none", verdict: "NotFound" },
    { name: "refuses a deleted category", command: "gone", verdict: "NotFound" },
    { name: "refuses a system category", command: "meals", verdict: "CategoryIsSystem" },
  ]
  test.each(rows)("$name", (row) =>
    judge(decideCategoryRemoval(given(row.given), key(row.command), now), row),
  )

  test("reports the budget as the API shows it, with its own links only", () => {
    const context = given({
      budgets: [naming("budget-1", true), naming("budget-2", true)],
      custom_fields: [aCustomField("project")],
      links: [aLink("project")],
    })
    const { events } = Result.getOrThrow(decideCategoryRemoval(context, key("gifts"), now))
    expect(events[1]).toMatchObject({
      resource: "budgets",
      data: {
        id: "budget-1",
        categories: [{ id: "meals", name: "Meals" }],
        custom_fields: [{ id: "project" }],
      },
      previous: {
        categories: [
          { id: "gifts", name: "Gifts" },
          { id: "meals", name: "Meals" },
        ],
      },
    })
    expect(events[2]).toMatchObject({ data: { id: "budget-2", custom_fields: [] } })
  })
})
