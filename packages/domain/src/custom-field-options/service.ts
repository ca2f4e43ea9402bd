import { Context, Effect, Layer } from "effect"
import { Ids } from "../core/ids.ts"
import { existingIn } from "../core/not-found.ts"
import { now as currentTime } from "../core/now.ts"
import type { PageRequest } from "../core/page.ts"
import type {
  CreateCustomFieldOption,
  CustomFieldKey,
  CustomFieldOptionKey,
  UpdateCustomFieldOption,
} from "../core/records/custom-fields.ts"
import { Store } from "../core/store.ts"
import { UnitOfWork } from "../core/unit-of-work.ts"
import { customFieldContext, optionById, optionsOfField } from "../custom-fields/looks.ts"
import { CustomFields } from "../custom-fields/service.ts"
import { reassessmentRequest } from "../reassessments/service-request.ts"
import {
  decideCustomFieldOption,
  decideCustomFieldOptionRemoval,
  decideCustomFieldOptionUpdate,
} from "./rules.ts"

const make = Effect.gen(function* () {
  const store = yield* Store
  const fields = yield* CustomFields
  const ids = yield* Ids
  const reassess = yield* reassessmentRequest
  const { atomically } = yield* UnitOfWork

  const list = Effect.fnUntraced(function* (key: CustomFieldKey, page: PageRequest) {
    yield* fields.get(key)
    return yield* store.read(key.client_id, optionsOfField(key, page))
  })

  const get = (key: CustomFieldOptionKey) =>
    existingIn(store.read(key.client_id, optionById(key)), "option", key.option_id)

  const create = Effect.fn("CustomFieldOptions.create")(function* (
    key: CustomFieldKey,
    { text }: CreateCustomFieldOption,
  ) {
    const command = { ...key, text, id: yield* ids.uuid, now: yield* currentTime }
    const look = customFieldContext({ ...key, text })
    const option = yield* store.change(key.client_id, look, (context) =>
      decideCustomFieldOption(context, command),
    )
    yield* reassess(key.client_id)
    return option
  }, atomically)

  const update = Effect.fn("CustomFieldOptions.update")(function* (
    key: CustomFieldOptionKey,
    patch: UpdateCustomFieldOption,
  ) {
    const now = yield* currentTime
    const option = yield* store.change(key.client_id, customFieldContext(key), (context) =>
      decideCustomFieldOptionUpdate(context, key, patch, now),
    )
    if (patch.text !== undefined) yield* reassess(key.client_id)
    return option
  }, atomically)

  const remove = Effect.fn("CustomFieldOptions.remove")(function* (key: CustomFieldOptionKey) {
    yield* store.change(key.client_id, customFieldContext(key), (context) =>
      decideCustomFieldOptionRemoval(context, key),
    )
  })

  return {
    /**
     * Returns the options of a custom field, oldest first. A free-text field has none. Refused:
     * `NotFound` for the field.
     */
    list,
    /** Returns an option of a field. Refused: `NotFound`, also for an option of another field. */
    get,
    /**
     * Adds an option: "LIST fields only, not an integration's", "text unique in its field".
     * Refused: `NotFound`, `IntegrationManagesField`, `CustomFieldIsFreeText`,
     * `CustomFieldOptionExists`.
     */
    create,
    /**
     * Changes the given fields only: "own fields `text` and `enabled` …; an integration's only
     * `enabled`". Refused: `NotFound`, `IntegrationManagesField`, `CustomFieldOptionExists`.
     */
    update,
    /** Deletes an option. Refused: `NotFound`, `IntegrationManagesField`. */
    remove,
  }
})

/**
 * Options of custom fields of type LIST. A new text may complete an expense that already has it, so
 * `Reassessments` checks incomplete expenses again.
 */
export class CustomFieldOptions extends Context.Service<
  CustomFieldOptions,
  Effect.Success<typeof make>
>()("@outlay/domain/CustomFieldOptions") {
  static readonly layer = Layer.effect(CustomFieldOptions, make)
}
