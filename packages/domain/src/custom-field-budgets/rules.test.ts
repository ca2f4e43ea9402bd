import { Result } from "effect"
import { describe, expect, test } from "vitest"
import { aCustomField, aLink, type Expected, judge } from "../../test/given.ts"
import type { BudgetSetting } from "../core/records/custom-fields.ts"
import type { CustomFieldContext } from "../custom-fields/context.ts"
import { decideCustomFieldBudget, decideCustomFieldBudgetRemoval } from "./rules.ts"

const given = (
  budget_setting: BudgetSetting = "SOME",
  more: Partial<CustomFieldContext> = {},
): CustomFieldContext => ({
  custom_fields: [aCustomField("f1", { budget_setting })],
  options: [],
  links: [],
  budgets: [{ id: "budget-1", name: "Travel" }],
  has_values: false,
  ...more,
})

const key = { client_id: 7, custom_field_id: "f1", budget_id: "budget-1" }
const linked = { links: [aLink("f1", ["o1"])] }
const noBudgets = { budgets: [] }

interface Row extends Expected {
  readonly name: string
  readonly given?: CustomFieldContext
}

describe("decideCustomFieldBudget", () => {
  const rows: ReadonlyArray<Row> = [
    {
      name: "links a budget, which allows every option",
      verdict: ["custom_field_budgets created", "event custom_field_budget.created"],
    },
    {
      name: "refuses an unknown field before an unknown budget",
      given: given("SOME", { custom_fields: [], ...noBudgets }),
      verdict: "NotFound",
    },
    {
      name: "refuses a setting of NONE before an unknown budget",
      given: given("NONE", noBudgets),
      verdict: "BudgetSettingNotSome",
    },
    {
      name: "refuses a setting of ALL before an existing link",
      given: given("ALL_CURRENT_AND_NEW", linked),
      verdict: "BudgetSettingNotSome",
    },
    {
      name: "refuses an unknown or deleted budget before its existing link",
      given: given("SOME", { ...linked, ...noBudgets }),
      verdict: "UnknownReference",
      pointer: "/budget",
    },
    {
      name: "refuses a budget that is already linked",
      given: given("SOME", linked),
      verdict: "BudgetAlreadyLinked",
      pointer: "/budget",
    },
  ]
  test.each(rows)("$name", (row) => judge(decideCustomFieldBudget(row.given ?? given(), key), row))

  test("returns the budget", () => {
    const { result, writes } = Result.getOrThrow(decideCustomFieldBudget(given(), key))
    expect(result).toEqual({ custom_field_id: "f1", id: "budget-1", name: "Travel" })
    expect(writes[0]?.after).toEqual({ ...key, allow_options: null })
  })
})

describe("decideCustomFieldBudgetRemoval", () => {
  const rows: ReadonlyArray<Row> = [
    {
      name: "unlinks a budget, regardless of its allowed options",
      given: given("SOME", linked),
      verdict: ["custom_field_budgets removed", "event custom_field_budget.deleted"],
    },
    {
      name: "refuses an unknown field",
      given: given("ALL_CURRENT_AND_NEW", { custom_fields: [], ...linked }),
      verdict: "NotFound",
    },
    {
      name: "refuses an unknown or deleted budget before a setting other than SOME",
      given: given("NONE", noBudgets),
      verdict: "NotFound",
    },
    {
      name: "refuses a setting of ALL before a budget without a link",
      given: given("ALL_CURRENT_AND_NEW"),
      verdict: "BudgetSettingNotSome",
    },
    { name: "refuses a budget that is not linked", verdict: "NotFound" },
  ]
  test.each(rows)("$name", (row) =>
    judge(decideCustomFieldBudgetRemoval(row.given ?? given(), key), row),
  )
})
