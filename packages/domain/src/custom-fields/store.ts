import { Context, Effect, Layer } from "effect"
import type { Decide } from "../core/decision.ts"
import type { Page, PageRequest } from "../core/page.ts"
import type {
  CustomField,
  CustomFieldKey,
  CustomFieldOption,
  CustomFieldOptionKey,
  LinkedBudget,
} from "../core/records/custom-fields.ts"
import { Store } from "../core/store.ts"
import { type StorageUnavailable, UnitOfWork } from "../core/unit-of-work.ts"
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

/** Keeps custom fields, with their options and links, which change by the same rules. */
export class CustomFieldStore extends Context.Service<
  CustomFieldStore,
  {
    /** Null also when it is deleted. */
    readonly get: (key: CustomFieldKey) => Effect.Effect<CustomField | null, StorageUnavailable>
    /** Those that are not deleted, by `created` ascending, ties by id. */
    readonly page: (
      client_id: number,
      page: PageRequest,
    ) => Effect.Effect<Page<CustomField>, StorageUnavailable>
    /** The options of a field, by `created` ascending, ties by id. */
    readonly options: (
      key: CustomFieldKey,
      page: PageRequest,
    ) => Effect.Effect<Page<CustomFieldOption>, StorageUnavailable>
    /** Null where the field does not have it. */
    readonly option: (
      key: CustomFieldOptionKey,
    ) => Effect.Effect<CustomFieldOption | null, StorageUnavailable>
    /**
     * The budgets that have a link of the field, or (`all`) every one; not deleted, by `created`
     * ascending, ties by id.
     */
    readonly budgets: (
      key: CustomFieldKey,
      all: boolean,
      page: PageRequest,
    ) => Effect.Effect<Page<LinkedBudget>, StorageUnavailable>
    /**
     * Decides on what `customFieldContext` looks at: see `Store`. Where values matter, it is asked
     * in the same unit of work whether there are any.
     */
    readonly change: <A, E>(
      change: CustomFieldChange,
      decide: Decide<CustomFieldContext, A, E>,
    ) => Effect.Effect<A, E | StorageUnavailable>
  }
>()("@outlay/domain/CustomFieldStore") {
  static readonly layer = Layer.effect(
    CustomFieldStore,
    Effect.gen(function* () {
      const store = yield* Store
      const values = yield* CustomFieldValueStore
      const { atomically } = yield* UnitOfWork
      return {
        get: (key) => store.read(key.client_id, customFieldById(key)),
        page: (client_id, request) => store.read(client_id, customFieldsByCreated(request)),
        options: (key, request) => store.read(key.client_id, optionsOfField(key, request)),
        option: (key) => store.read(key.client_id, optionById(key)),
        budgets: (key, every, request) =>
          store.read(key.client_id, budgetsOfField(key, every, request)),
        change: ({ client_id, custom_field_id, with_values, text }, decide) => {
          const decided = (has_values: boolean) =>
            store.change(
              client_id,
              customFieldContext({ custom_field_id, text }, has_values),
              decide,
            )
          return with_values && custom_field_id !== null
            ? atomically(Effect.flatMap(values.exist({ client_id, custom_field_id }), decided), {
                client_id,
              })
            : decided(false)
        },
      }
    }),
  )
}
