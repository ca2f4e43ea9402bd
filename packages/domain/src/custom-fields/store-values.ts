import { Context, type Effect } from "effect"
import type { CustomFieldKey } from "../core/records/custom-fields.ts"
import type { StorageUnavailable } from "../core/unit-of-work.ts"

/**
 * Reports which custom fields have values. It is a separate port: values are part of transactions
 * and line items, not rows of their own, and a storage may count them as they are written.
 */
export class CustomFieldValueStore extends Context.Service<
  CustomFieldValueStore,
  {
    /** Returns true if a transaction or one of its line items has a value of the field. */
    readonly exist: (key: CustomFieldKey) => Effect.Effect<boolean, StorageUnavailable>
  }
>()("@outlay/domain/CustomFieldValueStore") {}
