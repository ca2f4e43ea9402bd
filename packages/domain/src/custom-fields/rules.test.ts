import { describe, test } from "vitest"
import { aCustomField, aLink, anOption, type Expected, judge, now } from "../../test/given.ts"
import type { CustomFieldContext } from "./context.ts"
import type { CustomField, UpdateCustomField } from "./model.ts"
import { decideCustomFieldRemoval, decideCustomFieldUpdate } from "./rules.ts"

const key = { client_id: 7, custom_field_id: "f1" }

const given = (
  field: Partial<CustomField> = {},
  more: Partial<CustomFieldContext> = {},
): CustomFieldContext => ({
  custom_fields: [aCustomField("f1", field), aCustomField("f2", { name: "Taken" })],
  options: [],
  links: [],
  budgets: [{ id: "budget-1", name: "Travel" }],
  has_values: false,
  ...more,
})

interface Row {
  readonly name: string
  readonly context: CustomFieldContext
  readonly patch: UpdateCustomField
  readonly expected: Expected
}

const refused: ReadonlyArray<Row> = [
  {
    name: "an integration's name, which is taken as well",
    context: given({ created_by: "XERO" }),
    patch: { name: "Taken" },
    expected: { verdict: "IntegrationManagesField" },
  },
  {
    name: "a name that is taken in another case, and a type with options",
    context: given({}, { options: [anOption("o1", "f1")] }),
    patch: { name: "TAKEN", field_type: "FREE_TEXT" },
    expected: { verdict: "CustomFieldExists" },
  },
  {
    name: "another type with recorded values",
    context: given({}, { has_values: true }),
    patch: { field_type: "FREE_TEXT" },
    expected: { verdict: "CustomFieldInUse" },
  },
]

describe("custom fields", () => {
  test.each(refused)("refused: $name", ({ context, patch, expected }) =>
    judge(decideCustomFieldUpdate(context, key, patch, now), expected),
  )

  test("one that is not there is neither changed nor deleted", () => {
    const nowhere = given({}, { custom_fields: [] })
    judge(decideCustomFieldUpdate(nowhere, key, { name: "A" }, now), { verdict: "NotFound" })
    judge(decideCustomFieldRemoval(nowhere, key), { verdict: "NotFound" })
  })

  test("from all to some, every budget of that moment gets its link", () =>
    judge(
      decideCustomFieldUpdate(
        given({ budget_setting: "ALL_CURRENT_AND_NEW" }),
        key,
        { budget_setting: "SOME" },
        now,
      ),
      {
        verdict: [
          "custom_fields budget_setting=SOME",
          "custom_field_budgets created",
          "event custom_field.updated",
        ],
      },
    ))

  test("deleted with its links and options", () =>
    judge(
      decideCustomFieldRemoval(
        given({}, { links: [aLink("f1")], options: [anOption("o1", "f1")] }),
        key,
      ),
      {
        verdict: [
          "custom_field_budgets removed",
          "custom_field_options removed",
          "custom_fields removed",
          "event custom_field.deleted",
        ],
      },
    ))
})
