import { Result } from "effect"
import { created, type Decision, removed, type Write } from "../shared/decision.ts"
import { NotFound } from "../shared/refusals.ts"
import { type CustomFieldContext, findField, freeText } from "./context.ts"
import {
  type CustomFieldExists,
  type CustomFieldInUse,
  CustomFieldIsFreeText,
  type CustomFieldOptionExists,
} from "./errors.ts"
import type {
  CustomField,
  CustomFieldKey,
  CustomFieldOption,
  SyncCustomField,
  UpdateSyncedCustomField,
} from "./model.ts"
import { decideCustomField, decideCustomFieldRemoval, decideFieldChange } from "./rules.ts"

export interface SyncCommand extends SyncCustomField {
  readonly client_id: number
  readonly id: string
  /** One for each of `options`. */
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
 * Refused, in this order: a name that another field has; options of a field of free text; a text
 * that two options have.
 */
export const decideSyncedField = (
  context: CustomFieldContext,
  command: SyncCommand,
): Result.Result<
  Decision<CustomField>,
  CustomFieldExists | CustomFieldIsFreeText | CustomFieldOptionExists
> =>
  Result.gen(function* () {
    const made = yield* decideCustomField(context, command)
    const writes = yield* replaceOptions([], made.result, command)
    return { ...made, writes: [...made.writes, ...writes] }
  })

/**
 * Changes an integration's field; `options` replaces the set, and those of the same text stay.
 *
 * Refused, in this order: no such field of an integration; what `decideFieldChange` refuses;
 * options of a field of free text; a text that two options have.
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
    const made = yield* decideFieldChange(context, before, command, command.now)
    if (command.options === undefined) return made
    const writes = yield* replaceOptions(context.options, made.result, command)
    return { ...made, writes: [...made.writes, ...writes] }
  })

/** Deletes an integration's field. Refused: no such field of an integration. */
export const decideSyncedFieldRemoval = (
  context: CustomFieldContext,
  key: CustomFieldKey,
): Result.Result<Decision<CustomField>, NotFound> =>
  Result.flatMap(findSynced(context, key.custom_field_id), () =>
    decideCustomFieldRemoval(context, key),
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

const replaceOptions = (
  before: ReadonlyArray<CustomFieldOption>,
  { client_id, id: custom_field_id, name, field_type }: CustomField,
  { options = [], option_ids, now }: Pick<SyncUpdateCommand, "options" | "option_ids" | "now">,
): Result.Result<ReadonlyArray<Write>, CustomFieldIsFreeText | CustomFieldOptionExists> =>
  Result.gen(function* () {
    if (options.length > 0 && field_type !== "LIST") {
      return yield* Result.fail(new CustomFieldIsFreeText({ name }))
    }
    const wanted: Array<CustomFieldOption> = []
    const writes: Array<Write> = []
    for (const [index, { text }] of options.entries()) {
      const known = before.find((row) => row.text === text)
      const id = known?.id ?? option_ids[index] ?? ""
      const times = { created: now, updated: now }
      const option = known ?? { client_id, id, custom_field_id, text, enabled: true, ...times }
      yield* freeText(wanted, "", text, `/options/${index}/text`)
      wanted.push(option)
      if (known === undefined) writes.push(created("custom_field_options", option))
    }
    const gone = before.filter((row) => !wanted.includes(row))
    return [...writes, ...gone.map((row) => removed("custom_field_options", row))]
  })
