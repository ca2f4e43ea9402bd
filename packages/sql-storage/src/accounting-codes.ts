import {
  type AccountingCodeChange,
  type AccountingCodeContext,
  AccountingCodeStore,
  type Category,
} from "@outlay/domain"
import { Effect, Layer } from "effect"
import { rolesOf } from "./businesses.ts"
import { businessOf } from "./shared/business.ts"
import { change } from "./shared/change.ts"
import { db } from "./shared/database.ts"
import { pageOf } from "./shared/page.ts"
import { engineServices } from "./shared/services.ts"
import { Sql } from "./shared/sql.ts"
import { prepared } from "./shared/statement.ts"
import { tables } from "./shared/tables.ts"

const ofBusiness = ({ client_id }: { readonly client_id: number }) =>
  db.selectFrom("accounting_codes").where("client_id", "=", client_id)

/** By `created` ascending, ties by id. */
const list = {
  count: prepared((p: { readonly client_id: number }) =>
    ofBusiness(p)
      .select((_) => _.fn.countAll<number>().as("count"))
      .where("is_deleted", "=", 0),
  ),
  rows: prepared(
    (p: { readonly client_id: number; readonly offset: number; readonly limit: number }) =>
      ofBusiness(p)
        .selectAll()
        .where("is_deleted", "=", 0)
        .orderBy("created")
        .orderBy("id")
        .limit(p.limit)
        .offset(p.offset),
    tables.accounting_codes.decode,
  ),
}

/** Deleted or not. */
export const accountingCodeById = prepared(
  (key: { readonly client_id: number; readonly accounting_code_id: string }) =>
    ofBusiness(key).selectAll().where("id", "=", key.accounting_code_id),
  tables.accounting_codes.decode,
)

const byCode = prepared(
  (key: { readonly client_id: number; readonly code: string }) =>
    ofBusiness(key).selectAll().where("code", "=", key.code),
  tables.accounting_codes.decode,
)

const mapped = prepared(
  (key: { readonly client_id: number; readonly accounting_code_id: string }) =>
    db
      .selectFrom("categories")
      .selectAll()
      .where("client_id", "=", key.client_id)
      .where("accounting_code_id", "=", key.accounting_code_id)
      .where("is_deleted", "=", 0)
      .orderBy("created")
      .orderBy("id"),
  tables.categories.decode,
)

const load = Effect.fnUntraced(function* (change: AccountingCodeChange) {
  const sql = yield* Sql
  const { client_id } = change
  const accounting_code =
    "code" in change ? yield* sql.get(byCode, change) : yield* sql.get(accountingCodeById, change)
  const categories: ReadonlyArray<Category> =
    accounting_code === null
      ? []
      : yield* sql.all(mapped, { client_id, accounting_code_id: accounting_code.id })
  const context: AccountingCodeContext = {
    business: yield* businessOf(client_id),
    roles: yield* rolesOf(client_id),
    accounting_code,
    categories,
  }
  return context
})

/** Accounting codes in SQL. */
export const accountingCodeStore = Layer.effect(
  AccountingCodeStore,
  Effect.gen(function* () {
    const context = yield* engineServices
    return {
      page: (client_id, page) => Effect.provide(pageOf(list, { client_id }, page), context),
      change: (key, decide) => Effect.provide(change(key.client_id, load(key), decide), context),
    }
  }),
)
