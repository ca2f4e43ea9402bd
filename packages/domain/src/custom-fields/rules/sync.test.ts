import { Result } from "effect"
import { describe, expect, test } from "vitest"
import { aCustomField, aLink, anOption, type Expected, judge, now } from "../../../test/given.ts"
import type { CustomField } from "../../core/records/custom-fields.ts"
import type { CustomFieldContext } from "../context.ts"
import {
  decideSyncedField,
  decideSyncedFieldRemoval,
  decideSyncedFieldUpdate,
  type SyncCommand,
  type SyncUpdateCommand,
} from "./sync.ts"

const key = { client_id: 7, custom_field_id: "f1" }
const north = { ...anOption("o1", "f1"), text: "North" }
const south = { ...anOption("o2", "f1"), text: "South" }

const given = (
  field: Partial<CustomField> = {},
  more: Partial<CustomFieldContext> = {},
): CustomFieldContext => ({
  custom_fields: [
    aCustomField("f1", { created_by: "XERO", ...field }),
    aCustomField("f2", { name: "Taken" }),
  ],
  options: [],
  links: [],
  budgets: [{ id: "budget-1", name: "Travel" }],
  has_values: false,
  ...more,
})

const texts = (...all: ReadonlyArray<string>) => ({ options: all.map((text) => ({ text })) })
const added = "custom_field_options created"
const removal = "custom_field_options removed"
const addedEvent = "event custom_field_option.created"
const goneEvent = "event custom_field_option.deleted"

interface Row<Command> extends Expected {
  readonly name: string
  readonly given?: CustomFieldContext
  readonly command: Partial<Command>
}

describe("decideSyncedField", () => {
  const rows: ReadonlyArray<Row<SyncCommand>> = [
    {
      name: "creates a field and reports each of its options",
      command: texts("North", "South"),
      verdict: [
        "custom_fields created",
        ...[added, added],
        "event custom_field.created",
        ...[addedEvent, addedEvent],
      ],
    },
    {
      name: "creates a field without options",
      command: { field_type: "FREE_TEXT" },
      verdict: ["custom_fields created", "event custom_field.created"],
    },
    {
      name: "refuses a taken name before options of a free-text field",
      command: { name: "TAKEN", field_type: "FREE_TEXT", ...texts("A", "A") },
      verdict: "CustomFieldExists",
      pointer: "/name",
    },
    {
      name: "refuses options of a free-text field before duplicate options",
      command: { field_type: "FREE_TEXT", ...texts("A", "A") },
      verdict: "CustomFieldIsFreeText",
    },
    {
      name: "refuses duplicate options",
      command: texts("A", "B", "A"),
      verdict: "CustomFieldOptionExists",
      pointer: "/options/2/text",
    },
  ]
  test.each(rows)("$name", ({ command, ...row }) =>
    judge(
      decideSyncedField(row.given ?? given(), {
        ...{ client_id: 7, id: "f9", name: "Region", field_type: "LIST", created_by: "XERO" },
        ...{ option_ids: ["n1", "n2", "n3"], now, ...command },
      }),
      row,
    ),
  )
})

describe("decideSyncedFieldUpdate", () => {
  const both = { options: [north, south] }
  const rows: ReadonlyArray<Row<SyncUpdateCommand>> = [
    {
      name: "adds and removes options, and keeps those with the same text",
      given: given({}, both),
      command: texts("South", "West"),
      verdict: [added, removal, addedEvent, goneEvent],
    },
    {
      name: "changes nothing if everything is equal",
      given: given({}, both),
      command: { name: "Field f1", ...texts("North", "South") },
      verdict: [],
    },
    {
      name: "reports a change of the field and those of its options",
      given: given({}, both),
      command: { name: "Region", ...texts("North") },
      verdict: ["custom_fields name=Region", removal, "event custom_field.updated", goneEvent],
    },
    {
      name: "removes options from those that budgets allow",
      given: given({}, { ...both, links: [aLink("f1", ["o1", "o2"]), aLink("f1")] }),
      command: texts("North"),
      verdict: [removal, 'custom_field_budgets allow_options=["o1"]', goneEvent],
    },
    {
      name: "leaves no option to a budget that allowed no other",
      given: given({}, { ...both, links: [aLink("f1", ["o2"])] }),
      command: texts("North"),
      verdict: [removal, "custom_field_budgets allow_options=[]", goneEvent],
    },
    {
      name: "restricts nothing if no option is left",
      given: given({}, { ...both, links: [aLink("f1", ["o2"]), aLink("f1", [])] }),
      command: { options: [] },
      verdict: [
        ...[removal, removal],
        "custom_field_budgets allow_options=null",
        "custom_field_budgets allow_options=null",
        ...[goneEvent, goneEvent],
      ],
    },
    {
      name: "removes each link once when the setting becomes NONE and all options are removed",
      given: given({}, { ...both, links: [aLink("f1", ["o1"])] }),
      command: { budget_setting: "NONE", options: [] },
      verdict: [
        "custom_fields budget_setting=NONE",
        "custom_field_budgets removed",
        ...[removal, removal],
        "event custom_field.updated",
        ...[goneEvent, goneEvent],
      ],
    },
    {
      name: "writes each link once when the field becomes free text",
      given: given({}, { links: [aLink("f1", [])] }),
      command: { field_type: "FREE_TEXT", options: [] },
      verdict: [
        "custom_fields field_type=FREE_TEXT",
        "custom_field_budgets allow_options=null",
        "event custom_field.updated",
      ],
    },
    {
      name: "adds options to a free-text field that becomes a list",
      given: given({ field_type: "FREE_TEXT" }),
      command: { field_type: "LIST", ...texts("North") },
      verdict: ["custom_fields field_type=LIST", added, "event custom_field.updated", addedEvent],
    },
    {
      name: "refuses an unknown field before a taken name",
      given: given({}, { custom_fields: [aCustomField("f2", { name: "Taken" })] }),
      command: { name: "Taken" },
      verdict: "NotFound",
    },
    {
      name: "refuses a field created through the API before a taken name",
      given: given({ created_by: "PUBLIC_API" }),
      command: { name: "Taken" },
      verdict: "NotFound",
    },
    {
      name: "refuses a taken name before another type",
      given: given({}, both),
      command: { name: "taken", field_type: "FREE_TEXT" },
      verdict: "CustomFieldExists",
      pointer: "/name",
    },
    {
      name: "refuses another type, while options exist, before options of a free-text field",
      given: given({}, both),
      command: { field_type: "FREE_TEXT", ...texts("A", "A") },
      verdict: "CustomFieldInUse",
      pointer: "/field_type",
    },
    {
      name: "refuses another type while values are recorded",
      given: given({}, { has_values: true }),
      command: { field_type: "FREE_TEXT" },
      verdict: "CustomFieldInUse",
      pointer: "/field_type",
    },
    {
      name: "refuses options of a free-text field before duplicate options",
      given: given({ field_type: "FREE_TEXT" }),
      command: texts("A", "A"),
      verdict: "CustomFieldIsFreeText",
    },
    {
      name: "refuses duplicate options, including existing ones",
      given: given({}, both),
      command: texts("North", "North"),
      verdict: "CustomFieldOptionExists",
      pointer: "/options/1/text",
    },
  ]
  const decide = (context: CustomFieldContext | undefined, command: Partial<SyncUpdateCommand>) =>
    decideSyncedFieldUpdate(context ?? given(), {
      ...{ ...key, option_ids: ["n1", "n2", "n3"], now },
      ...command,
    })
  test.each(rows)("$name", ({ command, ...row }) => judge(decide(row.given, command), row))

  test("keeps an option with the same text unchanged, even if it is disabled", () => {
    const disabled = { ...north, enabled: false }
    const { writes } = Result.getOrThrow(
      decide(given({}, { options: [disabled] }), texts("West", "North")),
    )
    expect(writes.map(({ after }) => after)).toEqual([
      expect.objectContaining({ id: "n1", text: "West", enabled: true, created: now }),
    ])
  })
})

describe("decideSyncedFieldRemoval", () => {
  test("removes a field with its options, including one created by hand", () =>
    judge(
      decideSyncedFieldRemoval(given({ created_by: "MANUAL" }, { options: [north] }), key, now),
      {
        verdict: [
          removal,
          "custom_fields is_deleted=true",
          goneEvent,
          "event custom_field.deleted",
        ],
      },
    ))

  test.each([
    ["unknown", given({}, { custom_fields: [] })],
    ["created through the API", given({ created_by: "PUBLIC_API" })],
  ])("refuses a field that is %s", (_, context) =>
    judge(decideSyncedFieldRemoval(context, key, now), { verdict: "NotFound" }),
  )
})
