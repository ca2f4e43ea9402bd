import { Context, type Effect } from "effect"
import type { CustomFieldKey } from "../core/records/custom-fields.ts"
import type { StorageUnavailable } from "../core/unit-of-work.ts"

/**
 * Knows which custom fields have values. A port of its own: values stand in transactions and their
 * line items, and a storage may count them as they are written, where `Store` knows rows.
 */
export class CustomFieldValueStore extends Context.Service<
  CustomFieldValueStore,
  {
    /** Whether a transaction or one of its line items has a value that belongs to the field. */
    readonly exist: (key: CustomFieldKey) => Effect.Effect<boolean, StorageUnavailable>
  }
>()("@outlay/domain/CustomFieldValueStore") {}
