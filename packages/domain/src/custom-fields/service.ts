import { Context, Effect, Layer } from "effect"
import { requesting } from "../reassessments/request.ts"
import { Ids } from "../shared/ids.ts"
import { now as currentTime } from "../shared/now.ts"
import type { PageRequest } from "../shared/page.ts"
import { NotFound } from "../shared/refusals.ts"
import { UnitOfWork } from "../shared/unit-of-work.ts"
import type { CreateCustomField, CustomFieldKey, UpdateCustomField } from "./model.ts"
import { decideCustomField, decideCustomFieldRemoval, decideCustomFieldUpdate } from "./rules.ts"
import { CustomFieldStore } from "./store.ts"
import { syncing } from "./syncing.ts"

const make = Effect.gen(function* () {
  const store = yield* CustomFieldStore
  const reassess = yield* requesting
  const ids = yield* Ids
  const { atomically } = yield* UnitOfWork

  const list = (client_id: number, page: PageRequest) => store.page(client_id, page)

  const get = Effect.fnUntraced(function* (key: CustomFieldKey) {
    const field = yield* store.get(key)
    return field ?? (yield* new NotFound({ what: "custom field", id: key.custom_field_id }))
  })

  const create = Effect.fn("CustomFields.create")(function* (
    client_id: number,
    field: CreateCustomField,
  ) {
    const made = { id: yield* ids.uuid, now: yield* currentTime, created_by: "PUBLIC_API" } as const
    return yield* store.change(
      { client_id, custom_field_id: null, with_values: false },
      (context) => decideCustomField(context, { ...field, ...made, client_id }),
    )
  })

  const update = Effect.fn("CustomFields.update")(function* (
    key: CustomFieldKey,
    patch: UpdateCustomField,
  ) {
    const now = yield* currentTime
    const with_values = patch.field_type !== undefined
    const answer = yield* store.change({ ...key, with_values }, (context) =>
      decideCustomFieldUpdate(context, key, patch, now),
    )
    if (patch.budget_setting !== undefined) yield* reassess(key.client_id)
    return answer
  }, atomically)

  const remove = Effect.fn("CustomFields.remove")(function* (key: CustomFieldKey) {
    const now = yield* currentTime
    yield* store.change({ ...key, with_values: false }, (context) =>
      decideCustomFieldRemoval(context, key, now),
    )
    yield* reassess(key.client_id)
  }, atomically)

  return { list, get, create, update, remove, ...(yield* syncing) }
})

/**
 * Custom fields. Where an incomplete expense may become complete, because a field goes or is linked
 * otherwise, expenses are judged again (`Reassessments`).
 */
export class CustomFields extends Context.Service<CustomFields, Effect.Success<typeof make>>()(
  "@outlay/domain/CustomFields",
) {
  static readonly layer = Layer.effect(CustomFields, make)
}
