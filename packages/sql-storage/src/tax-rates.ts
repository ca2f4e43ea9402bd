import { type TaxRateChange, type TaxRateContext, TaxRateStore } from "@outlay/domain"
import { Effect, Layer } from "effect"
import { businessOf } from "./shared/business.ts"
import { change } from "./shared/change.ts"
import { db } from "./shared/database.ts"
import { pageOf } from "./shared/page.ts"
import { engineServices } from "./shared/services.ts"
import { Sql } from "./shared/sql.ts"
import { prepared } from "./shared/statement.ts"
import { tables } from "./shared/tables.ts"

const ofBusiness = ({ client_id }: { readonly client_id: number }) =>
  db.selectFrom("tax_rates").where("client_id", "=", client_id)

/** "Tax rates by name", ties by id. */
const list = {
  count: prepared((p: { readonly client_id: number }) =>
    ofBusiness(p).select((_) => _.fn.countAll<number>().as("count")),
  ),
  rows: prepared(
    (p: { readonly client_id: number; readonly offset: number; readonly limit: number }) =>
      ofBusiness(p).selectAll().orderBy("name").orderBy("id").limit(p.limit).offset(p.offset),
    tables.tax_rates.decode,
  ),
}

/** Every tax rate of a business. */
export const taxRates = prepared(
  (key: { readonly client_id: number }) => ofBusiness(key).selectAll(),
  tables.tax_rates.decode,
)

const taxRateById = prepared(
  (key: { readonly client_id: number; readonly tax_rate_id: string }) =>
    ofBusiness(key).selectAll().where("id", "=", key.tax_rate_id),
  tables.tax_rates.decode,
)

const load = Effect.fnUntraced(function* ({ client_id, tax_rate_id }: TaxRateChange) {
  const sql = yield* Sql
  const context: TaxRateContext = {
    business: yield* businessOf(client_id),
    tax_rate: tax_rate_id === null ? null : yield* sql.get(taxRateById, { client_id, tax_rate_id }),
  }
  return context
})

/** Tax rates in SQL. */
export const taxRateStore = Layer.effect(
  TaxRateStore,
  Effect.gen(function* () {
    const context = yield* engineServices
    const sql = yield* Sql
    return {
      get: (key) => sql.get(taxRateById, key),
      page: (client_id, page) => Effect.provide(pageOf(list, { client_id }, page), context),
      change: (key, decide) => Effect.provide(change(key.client_id, load(key), decide), context),
    }
  }),
)
