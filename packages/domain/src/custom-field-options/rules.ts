import { Result } from "effect"
import { type Decision, joined } from "../core/decision.ts"
import type {
  CreateCustomFieldOption,
  CustomFieldKey,
  CustomFieldOption,
  CustomFieldOptionKey,
  UpdateCustomFieldOption,
} from "../core/records/custom-fields.ts"
import { NotFound } from "../core/refusals.ts"
import { recordUpdate } from "../core/row-change.ts"
import {
  type CustomFieldContext,
  findField,
  freeText,
  isSynced,
  ownOnly,
} from "../custom-fields/context.ts"
import {
  CustomFieldIsFreeText,
  type CustomFieldOptionExists,
  IntegrationManagesField,
} from "../custom-fields/errors.ts"
import { addOption, allowOnly, dropOption } from "../custom-fields/rules/options.ts"

export interface CustomFieldOptionCommand extends CustomFieldKey, CreateCustomFieldOption {
  readonly id: string
  readonly now: string
}

/**
 * Adds an option.
 *
 * Refuses, in this order: an unknown field; a field of an integration; a free-text field; the text
 * of another option of the field.
 */
export const decideCustomFieldOption = (
  context: CustomFieldContext,
  { client_id, custom_field_id, id, text, now }: CustomFieldOptionCommand,
): Result.Result<
  Decision<CustomFieldOption>,
  NotFound | IntegrationManagesField | CustomFieldIsFreeText | CustomFieldOptionExists
> =>
  Result.gen(function* () {
    const field = yield* findField(context, custom_field_id)
    if (isSynced(field)) return yield* Result.fail(new IntegrationManagesField(field))
    if (field.field_type !== "LIST") return yield* Result.fail(new CustomFieldIsFreeText(field))
    yield* freeText(context.options, id, text, "/text")
    const times = { created: now, updated: now }
    const option = { client_id, id, custom_field_id, text, enabled: true, ...times }
    return { result: option, ...addOption(option) }
  })

/**
 * Changes an option. "Own fields `text` and `enabled`; an integration's only `enabled`."
 *
 * Refuses, in this order: an unknown field or option; the text of an integration's option; the text
 * of another option of the field.
 */
export const decideCustomFieldOptionUpdate = (
  context: CustomFieldContext,
  key: CustomFieldOptionKey,
  patch: UpdateCustomFieldOption,
  now: string,
): Result.Result<
  Decision<CustomFieldOption>,
  NotFound | IntegrationManagesField | CustomFieldOptionExists
> =>
  Result.gen(function* () {
    const field = yield* findField(context, key.custom_field_id)
    const before = yield* findOption(context, key)
    yield* ownOnly(field, patch, ["text"])
    const text = patch.text ?? before.text
    yield* freeText(context.options, before.id, text, "/text")
    const after = { ...before, text, enabled: patch.enabled ?? before.enabled, updated: now }
    return recordUpdate("custom_field_option.updated", before, after)
  })

/**
 * Removes an option, also from the options that budgets allow (`allowOnly`).
 *
 * Refuses, in this order: an unknown field or option; an option of an integration.
 */
export const decideCustomFieldOptionRemoval = (
  context: CustomFieldContext,
  key: CustomFieldOptionKey,
): Result.Result<Decision<void>, NotFound | IntegrationManagesField> =>
  Result.gen(function* () {
    const field = yield* findField(context, key.custom_field_id)
    const option = yield* findOption(context, key)
    if (isSynced(field)) return yield* Result.fail(new IntegrationManagesField(field))
    const optionsLeft = context.options.filter((row) => row !== option)
    return {
      result: undefined,
      ...joined([allowOnly(context.links, optionsLeft), dropOption(option)]),
    }
  })

const findOption = (
  { options }: CustomFieldContext,
  { option_id: id }: CustomFieldOptionKey,
): Result.Result<CustomFieldOption, NotFound> => {
  const option = options.find((row) => row.id === id)
  return option === undefined
    ? Result.fail(new NotFound({ what: "option", id }))
    : Result.succeed(option)
}
