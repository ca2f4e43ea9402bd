import { Result } from "effect"
import { type Decision, joined, type Part } from "../../core/decision.ts"
import type {
  CustomField,
  CustomFieldKey,
  CustomFieldOption,
  SyncCustomField,
  UpdateSyncedCustomField,
} from "../../core/records/custom-fields.ts"
import { NotFound } from "../../core/refusals.ts"
import { type CustomFieldContext, findField, freeText } from "../context.ts"
import {
  type CustomFieldExists,
  type CustomFieldInUse,
  CustomFieldIsFreeText,
  type CustomFieldOptionExists,
} from "../errors.ts"
import { decideCustomField, decideCustomFieldRemoval, decideFieldChange } from "./definition.ts"
import { addOption, allowOnly, dropOption } from "./options.ts"

export interface SyncCommand extends SyncCustomField {
  readonly client_id: number
  readonly id: string
  /** One id for each of `options`. */
  readonly option_ids: ReadonlyArray<string>
  readonly now: string
}

export interface SyncUpdateCommand extends CustomFieldKey, UpdateSyncedCustomField {
  readonly option_ids: ReadonlyArray<string>
  readonly now: string
}

/**
 * Creates an integration's field with its options.
 *
 * Refuses, in this order: the name of another field; options of a free-text field; duplicate
 * options.
 */
export const decideSyncedField = (
  context: CustomFieldContext,
  command: SyncCommand,
): Result.Result<
  Decision<CustomField>,
  CustomFieldExists | CustomFieldIsFreeText | CustomFieldOptionExists
> =>
  Result.gen(function* () {
    const creation = yield* decideCustomField(context, command)
    const replaced = yield* replaceOptions([], creation.result, command)
    return { ...creation, ...joined([creation, replaced]) }
  })

/**
 * Changes an integration's field; `options` replaces the set, and options with the same text stay.
 * The record of the field and its `updated` do not change with its options: each added or removed
 * option has its own event.
 *
 * Refuses, in this order: an unknown field, or one that is not an integration's; the changes that
 * `decideFieldChange` refuses; options of a free-text field; duplicate options.
 */
export const decideSyncedFieldUpdate = (
  context: CustomFieldContext,
  command: SyncUpdateCommand,
): Result.Result<
  Decision<CustomField>,
  NotFound | CustomFieldExists | CustomFieldInUse | CustomFieldIsFreeText | CustomFieldOptionExists
> =>
  Result.gen(function* () {
    const before = yield* findSynced(context, command.custom_field_id)
    const changedField = yield* decideFieldChange(context, before, command, command.now)
    if (command.options === undefined) return changedField
    const replaced = yield* replaceOptions(context.options, changedField.result, command)
    // In all other cases, the change of the field leaves no link that restricts options.
    const { budget_setting, field_type } = changedField.result
    const links = budget_setting !== "NONE" && field_type === "LIST" ? context.links : []
    const parts = [changedField, replaced, allowOnly(links, replaced.options)]
    return { ...changedField, ...joined(parts) }
  })

/**
 * Deletes an integration's field.
 *
 * Refuses an unknown field, or one that is not an integration's.
 */
export const decideSyncedFieldRemoval = (
  context: CustomFieldContext,
  key: CustomFieldKey,
  now: string,
): Result.Result<Decision<CustomField>, NotFound> =>
  Result.flatMap(findSynced(context, key.custom_field_id), () =>
    decideCustomFieldRemoval(context, key, now),
  )

const findSynced = (
  context: CustomFieldContext,
  id: string,
): Result.Result<CustomField, NotFound> =>
  Result.flatMap(findField(context, id), (field) =>
    field.created_by === "PUBLIC_API"
      ? Result.fail(new NotFound({ what: "synced custom field", id }))
      : Result.succeed(field),
  )

interface Replaced extends Part {
  /** Options after the change. */
  readonly options: ReadonlyArray<CustomFieldOption>
}

const replaceOptions = (
  before: ReadonlyArray<CustomFieldOption>,
  { client_id, id: custom_field_id, name, field_type }: CustomField,
  { options = [], option_ids, now }: Pick<SyncUpdateCommand, "options" | "option_ids" | "now">,
): Result.Result<Replaced, CustomFieldIsFreeText | CustomFieldOptionExists> =>
  Result.gen(function* () {
    if (options.length > 0 && field_type !== "LIST") {
      return yield* Result.fail(new CustomFieldIsFreeText({ name }))
    }
    const newOptions: Array<CustomFieldOption> = []
    const added: Array<Part> = []
    for (const [index, { text }] of options.entries()) {
      const known = before.find((row) => row.text === text)
      const id = known?.id ?? option_ids[index] ?? ""
      const times = { created: now, updated: now }
      const option = known ?? { client_id, id, custom_field_id, text, enabled: true, ...times }
      yield* freeText(newOptions, "", text, `/options/${index}/text`)
      newOptions.push(option)
      if (known === undefined) added.push(addOption(option))
    }
    const removedOptions = before.filter((row) => !newOptions.includes(row))
    return { options: newOptions, ...joined([...added, ...removedOptions.map(dropOption)]) }
  })
