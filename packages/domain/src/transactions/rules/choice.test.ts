import { describe, expect, test } from "vitest"
import {
  aBudget,
  aCategory,
  aCustomField,
  aLink,
  anOption,
  aTransaction,
  decimal,
  now,
  refusal,
} from "../../../test/given.ts"
import { context, written } from "../../../test/transactions.ts"
import type { TransactionContext } from "../context.ts"
import { decideChoice } from "./choice.ts"
import type { ExpenseCommand } from "./expense.ts"

const command = (fields: Partial<ExpenseCommand> = {}): ExpenseCommand => ({
  ...{ transaction_id: "transaction-1", line_item_ids: ["item-1", "item-2"], now, ...fields },
})

const given = (fields: Partial<TransactionContext> = {}): TransactionContext =>
  context({
    transactions: [aTransaction()],
    budgets: [aBudget({ limit_categories: true, categories: ["meals", "off"] })],
    categories: [
      aCategory("meals", { name: "Meals" }),
      aCategory("rent", { name: "Rent" }),
      aCategory("off", { name: "Off", enabled: false }),
      aCategory("gone", { name: "Gone", is_deleted: true }),
    ],
    custom_fields: [
      aCustomField("site", { name: "Site" }),
      aCustomField("note", { name: "Note", field_type: "FREE_TEXT" }),
      aCustomField("old", { name: "Old", is_deleted: true }),
    ],
    custom_field_options: [
      anOption("o1", "site"),
      { ...anOption("o2", "site"), enabled: false },
      anOption("o3", "site"),
      anOption("o4", "old"),
    ],
    custom_field_budgets: [aLink("site", ["o1", "o2"])],
    ...fields,
  })

const customValue = (field_name: string, entry_text: string) => ({ field_name, entry_text })
const item = (category_id: string | null, ...custom_fields: ReadonlyArray<typeof site>) => ({
  ...{ amount: decimal("1"), category_id, custom_fields },
})
const site = customValue("Site", "Option o1")
const wrongAmount = { ...item("meals"), amount: decimal("1.001") }

const refused: ReadonlyArray<{
  readonly name: string
  readonly given?: TransactionContext
  readonly command: Partial<ExpenseCommand>
  readonly verdict: string
  readonly pointer?: string
}> = [
  {
    name: "a missing transaction, before an unknown field name",
    given: given({ transactions: [] }),
    command: { custom_fields: [customValue("Sight", "x")] },
    verdict: "NotFound",
  },
  {
    name: "an unknown field name, before a duplicate field",
    command: { custom_fields: [site, customValue("Sight", "x"), site] },
    verdict: "UnknownReference",
    pointer: "/custom_fields/1/field_name",
  },
  {
    name: "the name of a deleted field",
    command: { custom_fields: [customValue("Old", "Option o4")] },
    verdict: "UnknownReference",
    pointer: "/custom_fields/0/field_name",
  },
  {
    name: "a duplicate field, in any case, before a text that is not an option",
    command: { custom_fields: [site, customValue("SITE", "Elsewhere")] },
    verdict: "DuplicateCustomField",
    pointer: "/custom_fields/1/field_name",
  },
  {
    name: "a text that is not an option, before the category of a line item",
    command: { custom_fields: [customValue("Site", "Elsewhere")], line_items: [item("gone")] },
    verdict: "UnknownOption",
    pointer: "/custom_fields/0/entry_text",
  },
  {
    name: "a disabled option",
    command: { custom_fields: [customValue("Site", "Option o2")] },
    verdict: "UnknownOption",
    pointer: "/custom_fields/0/entry_text",
  },
  {
    name: "an option that the budget does not allow",
    command: { custom_fields: [customValue("Site", "Option o3")] },
    verdict: "UnknownOption",
    pointer: "/custom_fields/0/entry_text",
  },
  {
    name: "a deleted category, before a category that is not visible",
    command: { line_items: [item("meals"), item("gone"), item("rent")] },
    verdict: "UnknownReference",
    pointer: "/line_items/1/category_id",
  },
  {
    name: "a category that is not visible on the budget, before a value of its line item",
    command: { line_items: [item("rent", customValue("Sight", "x"))] },
    verdict: "CategoryNotAllowed",
    pointer: "/line_items/0/category_id",
  },
  {
    name: "a disabled category, before a value of the next line item",
    command: { line_items: [item("off"), item(null, customValue("Sight", "x"))] },
    verdict: "CategoryNotAllowed",
    pointer: "/line_items/0/category_id",
  },
  {
    name: "a value of a line item, before the decimals of another",
    command: { line_items: [wrongAmount, item(null, customValue("Site", "Elsewhere"))] },
    verdict: "UnknownOption",
    pointer: "/line_items/1/custom_fields/0/entry_text",
  },
  {
    name: "too many decimals, like decideExpense",
    command: { line_items: [wrongAmount] },
    verdict: "TooManyDecimals",
    pointer: "/line_items/0/amount",
  },
]

describe("decideChoice", () => {
  test.each(refused)("refuses $name", ({ given: context = given(), command: fields, ...row }) => {
    const found = refusal(decideChoice(context, command(fields)))
    expect(found._tag).toBe(row.verdict)
    if (row.pointer !== undefined) expect(found).toMatchObject({ pointer: row.pointer })
  })

  test("accepts available choices; a transaction and its items may have the same field", () => {
    const values = [site, customValue("note", "Anything")]
    const found = written(
      decideChoice(given(), command({ custom_fields: values, line_items: [item("meals", site)] })),
    )
    expect(found.custom_fields.map((_) => _.custom_field_id)).toEqual(["site", "note"])
    expect(found.line_items[0]?.custom_fields.map((_) => _.custom_field_id)).toEqual(["site"])
  })

  test("fields that are absent remain, even if their values could no longer be chosen", () => {
    const custom_fields = [{ custom_field_id: "old", ...customValue("Old", "Option o4") }]
    const before = aTransaction({ custom_fields })
    const found = decideChoice(given({ transactions: [before] }), command({ attendees: ["Ann"] }))
    expect(written(found)).toMatchObject({ custom_fields, attendees: ["Ann"] })
  })

  test("any enabled category and option can be chosen without a budget", () => {
    const transactions = [aTransaction({ budget_id: null, budget_member_id: null })]
    const chosen = { custom_fields: [customValue("Site", "Option o3")], line_items: [item("rent")] }
    const found = written(decideChoice(given({ transactions }), command(chosen)))
    expect(found.line_items[0]?.category_id).toBe("rent")
  })
})
