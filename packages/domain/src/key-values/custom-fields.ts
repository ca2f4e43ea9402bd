import { Effect, Layer } from "effect"
import type { RecordedValue } from "../core/records/transactions.ts"
import { CustomFieldValueStore } from "../custom-fields/store-values.ts"
import { KeptBooks } from "./books.ts"

export const customFieldValueStore = Layer.effect(
  CustomFieldValueStore,
  Effect.map(KeptBooks, ({ tables }) =>
    CustomFieldValueStore.of({
      exist: ({ client_id, custom_field_id }) =>
        Effect.sync(() => {
          const has = (values: ReadonlyArray<RecordedValue>) =>
            values.some((_) => _.custom_field_id === custom_field_id)
          return tables.transactions
            .ofBusiness(client_id)
            .some(
              (row) => has(row.custom_fields) || row.line_items.some((_) => has(_.custom_fields)),
            )
        }),
    }),
  ),
)
