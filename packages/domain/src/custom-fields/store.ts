import { Context, Effect, Layer } from "effect"
import type { Decide } from "../core/decision.ts"
import type { PageRequest } from "../core/page.ts"
import type { CustomFieldKey, CustomFieldOptionKey } from "../core/records/custom-fields.ts"
import { Store } from "../core/store.ts"
import { UnitOfWork } from "../core/unit-of-work.ts"
import type { CustomFieldContext } from "./context.ts"
import {
  budgetsOfField,
  type CustomFieldChange,
  customFieldById,
  customFieldContext,
  customFieldsByCreated,
  optionById,
  optionsOfField,
} from "./looks.ts"
import { CustomFieldValueStore } from "./store-values.ts"

const make = Effect.gen(function* () {
  const store = yield* Store
  const values = yield* CustomFieldValueStore
  const { atomically } = yield* UnitOfWork
  return {
    /** Returns null also if the field is deleted. */
    get: (key: CustomFieldKey) => store.read(key.client_id, customFieldById(key)),
    /** Returns the fields that are not deleted, by `created` ascending, ties by id. */
    page: (client_id: number, page: PageRequest) =>
      store.read(client_id, customFieldsByCreated(page)),
    /** Returns the options of a field, by `created` ascending, ties by id. */
    options: (key: CustomFieldKey, page: PageRequest) =>
      store.read(key.client_id, optionsOfField(key, page)),
    /** Returns null if the field does not have the option. */
    option: (key: CustomFieldOptionKey) => store.read(key.client_id, optionById(key)),
    /**
     * Returns the budgets that are linked to the field, or all budgets if `all` is true; without
     * deleted ones, by `created` ascending, ties by id.
     */
    budgets: (key: CustomFieldKey, all: boolean, page: PageRequest) =>
      store.read(key.client_id, budgetsOfField(key, all, page)),
    /**
     * Decides with the context that `customFieldContext` loads: see `Store`. If `with_values` is
     * true, the same unit of work also checks whether the field has values.
     */
    change: <A, E>(
      { client_id, custom_field_id, with_values, text }: CustomFieldChange,
      decide: Decide<CustomFieldContext, A, E>,
    ) => {
      const decided = (has_values: boolean) =>
        store.change(client_id, customFieldContext({ custom_field_id, text }, has_values), decide)
      return with_values && custom_field_id !== null
        ? atomically(Effect.flatMap(values.exist({ client_id, custom_field_id }), decided), {
            client_id,
          })
        : decided(false)
    },
  }
})

/** Store of custom fields and of their options and links, which change by the same rules. */
export class CustomFieldStore extends Context.Service<
  CustomFieldStore,
  Effect.Success<typeof make>
>()("@outlay/domain/CustomFieldStore") {
  static readonly layer = Layer.effect(CustomFieldStore, make)
}
