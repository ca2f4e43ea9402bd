/** Pays without end, and names each payment on standard output once it is acknowledged. */
import { writeSync } from "node:fs"
import { created, Ids, type NewEntry, type Transaction } from "@outlay/domain"
import { commit, Sql } from "@outlay/sql-storage"
import { Effect, Layer } from "effect"
import { SqliteStorage } from "../src/index.ts"

const [, , file = "", template = ""] = process.argv
const { transaction, entry } = JSON.parse(template) as {
  readonly transaction: Transaction
  readonly entry: NewEntry
}

const pay = Effect.gen(function* () {
  const { uuid } = yield* Ids
  const id = yield* uuid
  const { transaction: unit } = yield* Sql
  const paid = { ...transaction, id, external_id: id }
  yield* unit(
    commit(1, {
      result: id,
      writes: [created("transactions", paid)],
      entries: [{ ...entry, resource_id: id }],
      events: [{ type: "paid", resource: "transactions", data: paid, previous: null }],
    }),
  )
  writeSync(1, `${id}\n`)
})

const payers = Array.from({ length: 20 }, () => Effect.forever(pay))
Effect.runFork(
  Effect.all(payers, { concurrency: "unbounded" }).pipe(
    Effect.provide(Layer.mergeAll(SqliteStorage.layer({ file }))),
  ),
)
