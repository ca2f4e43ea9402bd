import type { NamedRole } from "@outlay/domain/fields"
import { BusinessList } from "@outlay/domain/ports"
import { showBusiness } from "@outlay/domain/rules"
import { Effect, Layer } from "effect"
import { db } from "./shared/database.ts"
import { isIn } from "./shared/dialect.ts"
import { pageOf } from "./shared/page.ts"
import { engineServices } from "./shared/services.ts"
import { Sql } from "./shared/sql.ts"
import { acrossBusinesses } from "./shared/statement.ts"
import { tables } from "./shared/tables.ts"

const everyBusiness = "the operator lists the businesses themselves"

const list = {
  count: acrossBusinesses(everyBusiness, (_: object) =>
    db.selectFrom("businesses").select((_) => _.fn.countAll<number>().as("count")),
  ),
  rows: acrossBusinesses(
    everyBusiness,
    (p: { readonly offset: number; readonly limit: number }) =>
      db
        .selectFrom("businesses")
        .selectAll()
        .orderBy("created")
        .orderBy("client_id")
        .limit(p.limit)
        .offset(p.offset),
    tables.businesses.rows,
  ),
}

const rolesOfAll = acrossBusinesses(
  everyBusiness,
  (p: { readonly client_ids: ReadonlyArray<number> }) =>
    db
      .selectFrom("roles")
      .select(["client_id", "id", "name"])
      .where(isIn("client_id", p.client_ids))
      .orderBy("created")
      .orderBy("id"),
)

const page = Effect.fnUntraced(function* (request: Parameters<typeof pageOf>[2]) {
  const sql = yield* Sql
  const { count, results } = yield* pageOf(list, {}, request)
  const client_ids = results.map((_) => _.client_id)
  const roles = yield* sql.all(rolesOfAll, { client_ids })
  const of = (client_id: number): ReadonlyArray<NamedRole> =>
    roles.filter((role) => role.client_id === client_id)
  return { count, results: results.map((_) => showBusiness(_, of(_.client_id))) }
})

/** The list of all businesses, in SQL. */
export const businessList = Layer.effect(
  BusinessList,
  Effect.map(engineServices, (provided) => ({
    page: (request) => provided(page(request)),
  })),
)
