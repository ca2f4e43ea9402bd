import { Context, Effect, Layer } from "effect"
import { Ids } from "../shared/ids.ts"
import { now as currentTime } from "../shared/now.ts"
import type { PageRequest } from "../shared/page.ts"
import { NotFound } from "../shared/refusals.ts"
import { UnitOfWork } from "../shared/unit-of-work.ts"
import { following } from "./following.ts"
import type { CreateCustomField, CustomFieldKey, UpdateCustomField } from "./model.ts"
import { decideCustomField, decideCustomFieldRemoval, decideCustomFieldUpdate } from "./rules.ts"
import { CustomFieldStore } from "./store.ts"
import { syncing } from "./syncing.ts"

const make = Effect.gen(function* () {
  const store = yield* CustomFieldStore
  const { follow, followChange } = yield* following
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
    const answer = yield* store.change(
      { client_id, custom_field_id: null, with_values: false },
      (context) => decideCustomField(context, { ...field, ...made, client_id }),
    )
    yield* follow(answer)
    return answer
  }, atomically)

  const update = Effect.fn("CustomFields.update")(function* (
    key: CustomFieldKey,
    patch: UpdateCustomField,
  ) {
    const now = yield* currentTime
    const with_values = patch.field_type !== undefined
    const answer = yield* store.change({ ...key, with_values }, (context) =>
      decideCustomFieldUpdate(context, key, patch, now),
    )
    yield* followChange(answer, patch, now)
    return answer
  }, atomically)

  const remove = Effect.fn("CustomFields.remove")(function* (key: CustomFieldKey) {
    const gone = yield* store.change({ ...key, with_values: false }, (context) =>
      decideCustomFieldRemoval(context, key),
    )
    yield* follow(gone)
  }, atomically)

  return { list, get, create, update, remove, ...(yield* syncing) }
})

/**
 * Custom fields. "`expense_status` is derived": it follows, in the same step, when a field comes,
 * goes, is renamed or is linked otherwise.
 */
export class CustomFields extends Context.Service<CustomFields, Effect.Success<typeof make>>()(
  "@outlay/domain/CustomFields",
) {
  static readonly layer = Layer.effect(CustomFields, make)
}
