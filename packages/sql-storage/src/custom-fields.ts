import type { CustomFieldKey } from "@outlay/domain/fields"
import { CustomFieldValueStore } from "@outlay/domain/ports"
import { Effect, Layer } from "effect"
import { db } from "./shared/database.ts"
import { Sql } from "./shared/sql.ts"
import { prepared } from "./shared/statement.ts"

const valuesOf = prepared((key: CustomFieldKey) =>
  db
    .selectFrom("custom_field_values")
    .select("count")
    .where("client_id", "=", key.client_id)
    .where("custom_field_id", "=", key.custom_field_id),
)

/** Existence of values of custom fields, in SQL; the values are counted. */
export const customFieldValueStore = Layer.effect(
  CustomFieldValueStore,
  Effect.map(Sql, (sql) => ({
    exist: (key) => Effect.map(sql.get(valuesOf, key), (found) => (found?.count ?? 0) > 0),
  })),
)
