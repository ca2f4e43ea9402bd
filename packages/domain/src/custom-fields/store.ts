import { Context, type Effect } from "effect"
import type { Decide } from "../core/decision.ts"
import type { Page, PageRequest } from "../core/page.ts"
import type {
  CustomField,
  CustomFieldKey,
  CustomFieldOption,
  LinkedBudget,
} from "../core/records/custom-fields.ts"
import type { StorageUnavailable } from "../core/unit-of-work.ts"
import type { CustomFieldContext } from "./context.ts"

/** Which field changes; null is a new one. */
export interface CustomFieldChange {
  readonly client_id: number
  readonly custom_field_id: string | null
  /** Whether `has_values` matters: elsewhere it is false without a look. */
  readonly with_values: boolean
}

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
     * Loads the context under the write lock, asks `decide`, and commits its decision as one atomic
     * step with its events; a refusal changes nothing. `decide` may be asked again after a
     * conflict.
     */
    readonly change: <A, E>(
      change: CustomFieldChange,
      decide: Decide<CustomFieldContext, A, E>,
    ) => Effect.Effect<A, E | StorageUnavailable>
  }
>()("@outlay/domain/CustomFieldStore") {}
