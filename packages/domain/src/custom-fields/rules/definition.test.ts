import { describe, test } from "vitest"
import { aCustomField, aLink, anOption, type Expected, judge, now } from "../../../test/given.ts"
import type { CustomField, UpdateCustomField } from "../../core/records/custom-fields.ts"
import type { CustomFieldContext } from "../context.ts"
import {
  decideCustomField,
  decideCustomFieldRemoval,
  decideCustomFieldUpdate,
} from "./definition.ts"

const key = { client_id: 7, custom_field_id: "f1" }

const budgets = [{ id: "budget-1", name: "Travel" }]

const given = (
  field: Partial<CustomField> = {},
  more: Partial<CustomFieldContext> = {},
): CustomFieldContext => ({
  custom_fields: [aCustomField("f1", field), aCustomField("f2", { name: "Taken" })],
  options: [],
  links: [],
  budgets,
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
    name: "a new name of an integration's field, before a taken name",
    context: given({ created_by: "XERO" }),
    patch: { name: "Taken" },
    expected: { verdict: "IntegrationManagesField" },
  },
  {
    name: "a taken name, ignoring case, before another type with options",
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

  test("an unknown field can be neither changed nor deleted", () => {
    const nowhere = given({}, { custom_fields: [] })
    judge(decideCustomFieldUpdate(nowhere, key, { name: "A" }, now), { verdict: "NotFound" })
    judge(decideCustomFieldRemoval(nowhere, key, now), { verdict: "NotFound" })
  })

  const changes: ReadonlyArray<Row> = [
    {
      name: "from ALL to SOME: every current budget gets a link",
      context: given(
        { budget_setting: "ALL_CURRENT_AND_NEW" },
        { links: [aLink("f1", ["o1"])], budgets: [...budgets, { id: "budget-2", name: "Rent" }] },
      ),
      patch: { budget_setting: "SOME" },
      expected: {
        verdict: [
          "custom_fields budget_setting=SOME",
          "custom_field_budgets created",
          "event custom_field.updated",
        ],
      },
    },
    {
      name: "from SOME to ALL: links that restrict options stay",
      context: given({}, { links: [aLink("f1", ["o1"])] }),
      patch: { budget_setting: "ALL_CURRENT_AND_NEW" },
      expected: {
        verdict: ["custom_fields budget_setting=ALL_CURRENT_AND_NEW", "event custom_field.updated"],
      },
    },
    {
      name: "to NONE: all links are removed",
      context: given({}, { links: [aLink("f1", ["o1"])] }),
      patch: { budget_setting: "NONE", field_type: "FREE_TEXT" },
      expected: {
        verdict: [
          "custom_fields field_type=FREE_TEXT budget_setting=NONE",
          "custom_field_budgets removed",
          "event custom_field.updated",
        ],
      },
    },
    {
      name: "to free text: no budget restricts options",
      context: given({}, { links: [aLink("f1", []), aLink("f1")] }),
      patch: { field_type: "FREE_TEXT" },
      expected: {
        verdict: [
          "custom_fields field_type=FREE_TEXT",
          "custom_field_budgets allow_options=null",
          "event custom_field.updated",
        ],
      },
    },
    {
      name: "to the current values: nothing changes",
      context: given({ created_by: "XERO", updated: "2026-01-01T00:00:00.000Z" }),
      patch: { budget_setting: "SOME" },
      expected: { verdict: [] },
    },
    {
      name: "the setting of an integration's field",
      context: given({ created_by: "XERO" }),
      patch: { budget_setting: "ALL_CURRENT_AND_NEW" },
      expected: {
        verdict: ["custom_fields budget_setting=ALL_CURRENT_AND_NEW", "event custom_field.updated"],
      },
    },
  ]
  test.each(changes)("changed $name", ({ context, patch, expected }) =>
    judge(decideCustomFieldUpdate(context, key, patch, now), expected),
  )

  const removed = [
    "custom_field_budgets removed",
    "custom_field_options removed",
    "custom_fields is_deleted=true",
  ]
  const ended = ["event custom_field_option.deleted", "event custom_field.deleted"]
  test.each([
    [
      "under SOME, with an event for each link",
      "SOME",
      ["event custom_field_budget.deleted", ...ended],
    ],
    ["under ALL, where links are implied", "ALL_CURRENT_AND_NEW", ended],
  ] as const)("deletes links and options with the field: %s", (_, budget_setting, events) => {
    const rows = { links: [aLink("f1")], options: [anOption("o1", "f1")] }
    const result = decideCustomFieldRemoval(given({ budget_setting }, rows), key, now)
    judge(result, { verdict: [...removed, ...events] })
  })

  test("deletes the link of a deleted budget without an event", () =>
    judge(decideCustomFieldRemoval(given({}, { links: [aLink("f1")], budgets: [] }), key, now), {
      verdict: [
        "custom_field_budgets removed",
        "custom_fields is_deleted=true",
        "event custom_field.deleted",
      ],
    }))

  test("a name is unique ignoring case, except for the field itself", () => {
    const list = { field_type: "LIST", created_by: "PUBLIC_API" } as const
    const named = (name: string) =>
      decideCustomField(given(), { client_id: 7, id: "f3", name, ...list, now })
    judge(named("tAKEN"), { verdict: "CustomFieldExists", pointer: "/name" })
    const street = given({ name: "Straße" })
    judge(decideCustomField(street, { client_id: 7, id: "f3", name: "STRASSE", ...list, now }), {
      verdict: "CustomFieldExists",
      pointer: "/name",
    })
    judge(named("Free"), { verdict: ["custom_fields created", "event custom_field.created"] })
    judge(decideCustomFieldUpdate(given(), key, { name: "FIELD F1" }, now), {
      verdict: ["custom_fields name=FIELD F1", "event custom_field.updated"],
    })
  })
})
