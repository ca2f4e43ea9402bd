import { Result } from "effect"
import {
  created,
  type Decision,
  joined,
  nothing,
  removed,
  type Write,
} from "../../core/decision.ts"
import { isUnchanged } from "../../core/events.ts"
import { fold } from "../../core/fold.ts"
import type {
  CreateCustomField,
  CustomField,
  CustomFieldKey,
  FieldMaker,
  UpdateCustomField,
} from "../../core/records/custom-fields.ts"
import type { NotFound } from "../../core/refusals.ts"
import { recordChange, rowCreation } from "../../core/row-change.ts"
import { type CustomFieldContext, findField, ownOnly } from "../context.ts"
import { CustomFieldExists, CustomFieldInUse, type IntegrationManagesField } from "../errors.ts"
import { allowOnly, dropLink, dropOption } from "./options.ts"

export interface CustomFieldCommand extends CreateCustomField {
  readonly client_id: number
  readonly id: string
  readonly created_by: FieldMaker
  readonly now: string
}

/**
 * Creates a custom field; under ALL_CURRENT_AND_NEW, the default, it is linked to every budget.
 *
 * Refuses the name of another field.
 */
export const decideCustomField = (
  context: Pick<CustomFieldContext, "custom_fields">,
  command: CustomFieldCommand,
): Result.Result<Decision<CustomField>, CustomFieldExists> =>
  Result.gen(function* () {
    const { client_id, id, name, field_type, created_by, now } = command
    yield* freeName(context, id, name)
    const field: CustomField = {
      client_id,
      id,
      name,
      field_type,
      budget_setting: command.budget_setting ?? "ALL_CURRENT_AND_NEW",
      is_manager_only: false,
      created_by,
      is_deleted: false,
      created: now,
      updated: now,
    }
    return { result: field, ...rowCreation("custom_field.created", field) }
  })

/**
 * Changes the given fields only. "Turning to ALL links every current and later budget, to NONE
 * unlinks all, to SOME keeps what is linked."
 *
 * Refuses, in this order: an unknown field; the name or type of an integration's field ("only
 * `budget_setting`"); the changes that `decideFieldChange` refuses.
 */
export const decideCustomFieldUpdate = (
  context: CustomFieldContext,
  key: CustomFieldKey,
  patch: UpdateCustomField,
  now: string,
): Result.Result<
  Decision<CustomField>,
  NotFound | IntegrationManagesField | CustomFieldExists | CustomFieldInUse
> =>
  Result.gen(function* () {
    const before = yield* findField(context, key.custom_field_id)
    yield* ownOnly(before, patch, ["name", "field_type"])
    return yield* decideFieldChange(context, before, patch, now)
  })

/**
 * Changes a field regardless of who manages it.
 *
 * Refuses, in this order: the name of another field; another type "while options or recorded values
 * exist".
 */
export const decideFieldChange = (
  context: CustomFieldContext,
  before: CustomField,
  patch: UpdateCustomField,
  now: string,
): Result.Result<Decision<CustomField>, CustomFieldExists | CustomFieldInUse> =>
  Result.gen(function* () {
    const name = patch.name ?? before.name
    const field_type = patch.field_type ?? before.field_type
    const budget_setting = patch.budget_setting ?? before.budget_setting
    yield* freeName(context, before.id, name)
    if (field_type !== before.field_type) yield* unused(context)
    const after: CustomField = { ...before, name, field_type, budget_setting, updated: now }
    if (isUnchanged(before, after)) return nothing(before)
    const change = recordChange("custom_field.updated", before, after)
    const writes = [...change.writes, ...relink(context, before, after)]
    return { result: after, ...change, writes }
  })

/**
 * "Delete removes options and links; values already recorded on transactions stay", under "the name
 * that it last had": the row stays for them, and its name can be used again.
 *
 * Refuses an unknown field.
 */
export const decideCustomFieldRemoval = (
  context: CustomFieldContext,
  key: CustomFieldKey,
  now: string,
): Result.Result<Decision<CustomField>, NotFound> =>
  Result.gen(function* () {
    const field = yield* findField(context, key.custom_field_id)
    const after: CustomField = { ...field, is_deleted: true, updated: now }
    const removal = recordChange("custom_field.deleted", field, after)
    const budgets = new Map(context.budgets.map((budget) => [budget.id, budget]))
    return {
      result: field,
      ...joined([
        ...context.links.map((link) => dropLink(budgets, field, link)),
        ...context.options.map(dropOption),
        removal,
      ]),
    }
  })

/**
 * Returns the link rows that a setting needs. Under ALL, links are implied and rows only restrict
 * options. The field's own event shows its budgets, so links have no events here. A free-text field
 * restricts nothing.
 */
const relink = (
  { links, budgets }: CustomFieldContext,
  { client_id, id: custom_field_id, budget_setting }: CustomField,
  after: CustomField,
): ReadonlyArray<Write> => {
  if (after.budget_setting === "NONE") {
    return links.map((link) => removed("custom_field_budgets", link))
  }
  const freed = after.field_type === "FREE_TEXT" ? allowOnly(links, []).writes : []
  if (budget_setting !== "ALL_CURRENT_AND_NEW" || after.budget_setting === budget_setting) {
    return freed
  }
  const linked = new Set(links.map((link) => link.budget_id))
  const implied = budgets.filter(({ id }) => !linked.has(id))
  return [
    ...freed,
    ...implied.map(({ id: budget_id }) =>
      created("custom_field_budgets", {
        client_id,
        custom_field_id,
        budget_id,
        allow_options: null,
      }),
    ),
  ]
}

const freeName = (
  { custom_fields }: Pick<CustomFieldContext, "custom_fields">,
  id: string,
  name: string,
): Result.Result<void, CustomFieldExists> => {
  const key = fold(name)
  const namesake = custom_fields.find((row) => row.id !== id && fold(row.name) === key)
  return namesake === undefined
    ? Result.void
    : Result.fail(
        new CustomFieldExists({
          pointer: "/name",
          custom_field_id: namesake.id,
          name: namesake.name,
        }),
      )
}

const unused = ({
  options,
  has_values,
}: CustomFieldContext): Result.Result<void, CustomFieldInUse> => {
  const pointer = "/field_type"
  if (options.length > 0) return Result.fail(new CustomFieldInUse({ pointer, what: "options" }))
  return has_values
    ? Result.fail(new CustomFieldInUse({ pointer, what: "recorded values" }))
    : Result.void
}
