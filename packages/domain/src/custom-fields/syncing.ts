import { Effect } from "effect"
import { requesting } from "../reassessments/request.ts"
import { Ids } from "../shared/ids.ts"
import { now as currentTime } from "../shared/now.ts"
import { UnitOfWork } from "../shared/unit-of-work.ts"
import type { CustomFieldKey, SyncCustomField, UpdateSyncedCustomField } from "./model.ts"
import { CustomFieldStore } from "./store.ts"
import { decideSyncedField, decideSyncedFieldRemoval, decideSyncedFieldUpdate } from "./sync.ts"

/** "What an accounting integration's sync would write." */
export const syncing = Effect.gen(function* () {
  const store = yield* CustomFieldStore
  const reassess = yield* requesting
  const ids = yield* Ids
  const { atomically } = yield* UnitOfWork

  const createSynced = Effect.fn("CustomFields.createSynced")(function* (
    client_id: number,
    field: SyncCustomField,
  ) {
    const option_ids = yield* ids.uuids(field.options?.length ?? 0)
    const made = { client_id, id: yield* ids.uuid, option_ids, now: yield* currentTime }
    return yield* store.change(
      { client_id, custom_field_id: null, with_values: false },
      (context) => decideSyncedField(context, { ...field, ...made }),
    )
  })

  const updateSynced = Effect.fn("CustomFields.updateSynced")(function* (
    key: CustomFieldKey,
    patch: UpdateSyncedCustomField,
  ) {
    const option_ids = yield* ids.uuids(patch.options?.length ?? 0)
    const now = yield* currentTime
    const with_values = patch.field_type !== undefined
    const answer = yield* store.change({ ...key, with_values }, (context) =>
      decideSyncedFieldUpdate(context, { ...patch, ...key, option_ids, now }),
    )
    if (patch.budget_setting !== undefined || patch.options !== undefined) {
      yield* reassess(key.client_id)
    }
    return answer
  }, atomically)

  const removeSynced = Effect.fn("CustomFields.removeSynced")(function* (key: CustomFieldKey) {
    const now = yield* currentTime
    yield* store.change({ ...key, with_values: false }, (context) =>
      decideSyncedFieldRemoval(context, key, now),
    )
    yield* reassess(key.client_id)
  }, atomically)

  return { createSynced, updateSynced, removeSynced }
})
