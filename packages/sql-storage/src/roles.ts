import { RoleStore } from "@outlay/domain"
import { Effect, Layer } from "effect"
import { db } from "./shared/database.ts"
import { pageOf } from "./shared/page.ts"
import { engineServices } from "./shared/services.ts"
import { prepared } from "./shared/statement.ts"
import { tables } from "./shared/tables.ts"

interface Owner {
  readonly client_id: number
}

const ofBusiness = ({ client_id }: Owner) =>
  db.selectFrom("roles").where("client_id", "=", client_id)

/** "By `created` ascending, ties by id." */
const list = {
  count: prepared((p: Owner) => ofBusiness(p).select((_) => _.fn.countAll<number>().as("count"))),
  rows: prepared(
    (p: Owner & { readonly offset: number; readonly limit: number }) =>
      ofBusiness(p).selectAll().orderBy("created").orderBy("id").limit(p.limit).offset(p.offset),
    tables.roles.decode,
  ),
}

/** Roles in SQL. */
export const roleStore = Layer.effect(
  RoleStore,
  Effect.gen(function* () {
    const context = yield* engineServices
    return {
      page: (client_id, page) => Effect.provide(pageOf(list, { client_id }, page), context),
    }
  }),
)
