import { db, prepared, Sql } from "@outlay/sql-storage"
import { Effect } from "effect"

const ofBusiness = prepared((p: { client_id: number }) =>
  db
    .selectFrom("categories")
    .select(["id", "name"])
    .where("client_id", "=", p.client_id)
    .where("is_deleted", "=", 0)
    .orderBy("id"),
)

/** The ids of a business's categories by `fold(name)`. */
export const categoriesOf = (client_id: number, fold: (name: string) => string) =>
  Effect.map(
    Sql.use((sql) => sql.all(ofBusiness, { client_id })),
    (rows) => new Map(rows.map(({ id, name }) => [fold(name), id] as const)),
  )
