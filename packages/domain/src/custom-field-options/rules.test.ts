import { Result } from "effect"
import { describe, expect, test } from "vitest"
import { aCustomField, aLink, anOption, type Expected, judge, now } from "../../test/given.ts"
import type { CustomField } from "../core/records/custom-fields.ts"
import type { CustomFieldContext } from "../custom-fields/context.ts"
import {
  decideCustomFieldOption,
  decideCustomFieldOptionRemoval,
  decideCustomFieldOptionUpdate,
} from "./rules.ts"

const north = { ...anOption("o1", "f1"), text: "North" }
const south = { ...anOption("o2", "f1"), text: "South" }

const given = (
  field: Partial<CustomField> = {},
  more: Partial<CustomFieldContext> = {},
): CustomFieldContext => ({
  custom_fields: [aCustomField("f1", field)],
  options: [north, south],
  links: [],
  budgets: [],
  has_values: false,
  ...more,
})

const nowhere = given({}, { custom_fields: [] })
const synced = { created_by: "XERO" } as const
const freeText = { field_type: "FREE_TEXT" } as const

interface Row<Command> extends Expected {
  readonly name: string
  readonly given?: CustomFieldContext
  readonly command: Command
}

describe("decideCustomFieldOption", () => {
  const rows: ReadonlyArray<Row<string>> = [
    {
      name: "adds an option, also if another one differs only in case",
      command: "NORTH",
      verdict: ["custom_field_options created", "event custom_field_option.created"],
    },
    {
      name: "adds an option to a field that was created by hand",
      given: given({ created_by: "MANUAL" }),
      command: "West",
      verdict: ["custom_field_options created", "event custom_field_option.created"],
    },
    {
      name: "refuses an unknown field before a taken text",
      given: nowhere,
      command: "North",
      verdict: "NotFound",
    },
    {
      name: "refuses an integration's field before a free-text field",
      given: given({ ...synced, ...freeText }),
      command: "North",
      verdict: "IntegrationManagesField",
    },
    {
      name: "refuses a free-text field before a taken text",
      given: given(freeText),
      command: "North",
      verdict: "CustomFieldIsFreeText",
    },
    {
      name: "refuses the text of another option",
      command: "North",
      verdict: "CustomFieldOptionExists",
      pointer: "/text",
    },
  ]
  const decide = (context: CustomFieldContext | undefined, text: string) =>
    decideCustomFieldOption(context ?? given(), {
      ...{ client_id: 7, custom_field_id: "f1", id: "o9", text, now },
    })
  test.each(rows)("$name", ({ command, ...row }) => judge(decide(row.given, command), row))

  test("creates an enabled option", () => {
    const { result } = Result.getOrThrow(decide(undefined, "West"))
    expect(result).toEqual({
      ...{ client_id: 7, custom_field_id: "f1", id: "o9", text: "West", enabled: true },
      ...{ created: now, updated: now },
    })
  })
})

describe("decideCustomFieldOptionUpdate", () => {
  const rows: ReadonlyArray<
    Row<{ option?: string; text?: string; enabled?: boolean | undefined }>
  > = [
    {
      name: "renames and disables an option",
      command: { text: "Far North", enabled: false },
      verdict: [
        "custom_field_options text=Far North enabled=false",
        "event custom_field_option.updated",
      ],
    },
    {
      name: "changes nothing for an equal value",
      command: { text: "North", enabled: true },
      verdict: [],
    },
    {
      name: "disables an integration's option",
      given: given(synced),
      command: { enabled: false },
      verdict: ["custom_field_options enabled=false", "event custom_field_option.updated"],
    },
    {
      name: "refuses an unknown field",
      given: nowhere,
      command: { text: "South" },
      verdict: "NotFound",
    },
    {
      name: "refuses an unknown option before a change of an integration's text",
      given: given(synced),
      command: { option: "o9", text: "South" },
      verdict: "NotFound",
    },
    {
      name: "refuses a change of an integration's text before a taken text",
      given: given(synced),
      command: { text: "South", enabled: false },
      verdict: "IntegrationManagesField",
      pointer: "/text",
    },
    {
      name: "refuses the text of another option",
      command: { text: "South" },
      verdict: "CustomFieldOptionExists",
      pointer: "/text",
    },
  ]
  test.each(rows)("$name", ({ command: { option = "o1", ...patch }, ...row }) =>
    judge(
      decideCustomFieldOptionUpdate(
        row.given ?? given(),
        { client_id: 7, custom_field_id: "f1", option_id: option },
        patch,
        now,
      ),
      row,
    ),
  )
})

describe("decideCustomFieldOptionRemoval", () => {
  const removal = ["custom_field_options removed", "event custom_field_option.deleted"] as const
  const rows: ReadonlyArray<Row<string>> = [
    { name: "removes an option", command: "o1", verdict: removal },
    {
      name: "removes it from the options that budgets allow",
      given: given({}, { links: [aLink("f1", ["o1", "o2"]), aLink("f1", ["o2"]), aLink("f1")] }),
      command: "o1",
      verdict: ['custom_field_budgets allow_options=["o2"]', ...removal],
    },
    {
      name: "leaves no option to a budget that allowed no other",
      given: given({}, { links: [aLink("f1", ["o1"])] }),
      command: "o1",
      verdict: ["custom_field_budgets allow_options=[]", ...removal],
    },
    {
      name: "restricts nothing after the last option was removed",
      given: given({}, { options: [north], links: [aLink("f1", ["o1"]), aLink("f1", [])] }),
      command: "o1",
      verdict: [
        "custom_field_budgets allow_options=null",
        "custom_field_budgets allow_options=null",
        ...removal,
      ],
    },
    { name: "refuses an unknown field", given: nowhere, command: "o1", verdict: "NotFound" },
    {
      name: "refuses an unknown option before an integration's option",
      given: given(synced),
      command: "o9",
      verdict: "NotFound",
    },
    {
      name: "refuses an integration's option",
      given: given(synced),
      command: "o1",
      verdict: "IntegrationManagesField",
    },
  ]
  test.each(rows)("$name", ({ command: option_id, ...row }) =>
    judge(
      decideCustomFieldOptionRemoval(row.given ?? given(), {
        ...{ client_id: 7, custom_field_id: "f1", option_id },
      }),
      row,
    ),
  )
})
