import { Context, Effect, Layer } from "effect"
import { Ids } from "../core/ids.ts"
import { existingIn } from "../core/not-found.ts"
import { now as currentTime } from "../core/now.ts"
import type { PageRequest } from "../core/page.ts"
import type {
  CreateCustomField,
  CustomFieldKey,
  SyncCustomField,
  UpdateCustomField,
  UpdateSyncedCustomField,
} from "../core/records/custom-fields.ts"
import { Store } from "../core/store.ts"
import { UnitOfWork } from "../core/unit-of-work.ts"
import { reassessmentRequest } from "../reassessments/service-request.ts"
import { customFieldById, customFieldContext, customFieldsByCreated } from "./looks.ts"
import {
  decideCustomField,
  decideCustomFieldRemoval,
  decideCustomFieldUpdate,
} from "./rules/definition.ts"
import {
  decideSyncedField,
  decideSyncedFieldRemoval,
  decideSyncedFieldUpdate,
} from "./rules/sync.ts"
import { CustomFieldValueStore } from "./store-values.ts"

const make = Effect.gen(function* () {
  const synced = yield* sync
  const store = yield* Store
  const values = yield* CustomFieldValueStore
  const reassess = yield* reassessmentRequest
  const ids = yield* Ids
  const { atomically } = yield* UnitOfWork

  const list = (client_id: number, page: PageRequest) =>
    store.read(client_id, customFieldsByCreated(page))

  const get = (key: CustomFieldKey) =>
    existingIn(store.read(key.client_id, customFieldById(key)), "custom field", key.custom_field_id)

  const create = Effect.fn("CustomFields.create")(function* (
    client_id: number,
    field: CreateCustomField,
  ) {
    const stamp = {
      id: yield* ids.uuid,
      now: yield* currentTime,
      created_by: "PUBLIC_API",
    } as const
    return yield* store.change(
      client_id,
      customFieldContext({ custom_field_id: null }),
      (context) => decideCustomField(context, { ...field, ...stamp, client_id }),
    )
  })

  const update = Effect.fn("CustomFields.update")(function* (
    key: CustomFieldKey,
    patch: UpdateCustomField,
  ) {
    const now = yield* currentTime
    const has_values = patch.field_type !== undefined && (yield* values.exist(key))
    const look = customFieldContext({ ...key, has_values })
    const field = yield* store.change(key.client_id, look, (context) =>
      decideCustomFieldUpdate(context, key, patch, now),
    )
    if (patch.budget_setting !== undefined) yield* reassess(key.client_id)
    return field
  }, atomically)

  const remove = Effect.fn("CustomFields.remove")(function* (key: CustomFieldKey) {
    const now = yield* currentTime
    yield* store.change(key.client_id, customFieldContext(key), (context) =>
      decideCustomFieldRemoval(context, key, now),
    )
    yield* reassess(key.client_id)
  }, atomically)

  return {
    /** Returns the custom fields of a business, oldest first. Deleted fields are not listed. */
    list,
    /** Returns a custom field. Refused: `NotFound`, also for a deleted field. */
    get,
    /**
     * Creates a custom field with `created_by` PUBLIC_API. Its name is "unique in the business,
     * case-insensitively". Refused: `CustomFieldExists`.
     */
    create,
    /**
     * Changes the given fields only. "An integration's field: only `budget_setting`. A type change
     * is refused while options or recorded values exist." Refused: `NotFound`,
     * `IntegrationManagesField`, `CustomFieldExists`, `CustomFieldInUse`.
     */
    update,
    /**
     * "Delete removes options and links; values already recorded on transactions stay." Refused:
     * `NotFound`.
     */
    remove,
    ...synced,
  }
})

/** "What an accounting integration's sync would write." */
const sync = Effect.gen(function* () {
  const store = yield* Store
  const values = yield* CustomFieldValueStore
  const reassess = yield* reassessmentRequest
  const ids = yield* Ids
  const { atomically } = yield* UnitOfWork

  const createSynced = Effect.fn("CustomFields.createSynced")(function* (
    client_id: number,
    field: SyncCustomField,
  ) {
    const option_ids = yield* ids.uuids(field.options?.length ?? 0)
    const stamp = { client_id, id: yield* ids.uuid, option_ids, now: yield* currentTime }
    return yield* store.change(
      client_id,
      customFieldContext({ custom_field_id: null }),
      (context) => decideSyncedField(context, { ...field, ...stamp }),
    )
  })

  const updateSynced = Effect.fn("CustomFields.updateSynced")(function* (
    key: CustomFieldKey,
    patch: UpdateSyncedCustomField,
  ) {
    const option_ids = yield* ids.uuids(patch.options?.length ?? 0)
    const now = yield* currentTime
    const has_values = patch.field_type !== undefined && (yield* values.exist(key))
    const look = customFieldContext({ ...key, has_values })
    const field = yield* store.change(key.client_id, look, (context) =>
      decideSyncedFieldUpdate(context, { ...patch, ...key, option_ids, now }),
    )
    if (patch.budget_setting !== undefined || patch.options !== undefined) {
      yield* reassess(key.client_id)
    }
    return field
  }, atomically)

  const removeSynced = Effect.fn("CustomFields.removeSynced")(function* (key: CustomFieldKey) {
    const now = yield* currentTime
    yield* store.change(key.client_id, customFieldContext(key), (context) =>
      decideSyncedFieldRemoval(context, key, now),
    )
    yield* reassess(key.client_id)
  }, atomically)

  return {
    /**
     * Creates a field of an accounting integration, with its options. Refused: `CustomFieldExists`,
     * `CustomFieldIsFreeText` if a free-text field has options, `CustomFieldOptionExists` for a
     * repeated option.
     */
    createSynced,
    /**
     * Changes a field of an accounting integration. `options` replaces the whole set; an option
     * with the same text keeps its id. Refused: `NotFound`, `CustomFieldExists`,
     * `CustomFieldInUse`, `CustomFieldIsFreeText`, `CustomFieldOptionExists`.
     */
    updateSynced,
    /**
     * Deletes a field of an accounting integration, with its options and links. Refused:
     * `NotFound`.
     */
    removeSynced,
  }
})

/**
 * Custom fields, "dimensions/cost centres". After a field is deleted or its links change,
 * `Reassessments` checks incomplete expenses again.
 */
export class CustomFields extends Context.Service<CustomFields, Effect.Success<typeof make>>()(
  "@outlay/domain/CustomFields",
) {
  static readonly layer = Layer.effect(CustomFields, make)
}
