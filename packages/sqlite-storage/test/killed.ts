/**
 * Makes payments, and prints the id of each on standard output once it is acknowledged: `node
 * killed.ts FILE TEMPLATE [PAYERS] [COUNT] [PAUSE] [long]`. Kills itself after `COUNT` payments, if
 * that is given, and otherwise continues without end. A payer waits for `PAUSE` milliseconds
 * between payments. If a payment fails, it prints "refused" and tries the next; it kills itself
 * after 20 of them. With `long`, payments are long units.
 */
import { writeSync } from "node:fs"
import { CurrentActor, EventsAsRecorded, operator } from "@outlay/domain"
import type { NewEntry, Transaction } from "@outlay/domain/fields"
import { created, Ids, LongUnit } from "@outlay/domain/ports"
import { commit, Sql } from "@outlay/sql-storage"
import { Effect } from "effect"
import { SqliteStorage } from "../src/index.ts"

const [, , file = "", template = "", payers = "20", count = "Infinity", ...more] = process.argv
const [pause = "0", length = ""] = more
const { transaction, entry } = JSON.parse(template) as {
  readonly transaction: Transaction
  readonly entry: NewEntry
}

let acknowledged = 0
let refused = 0

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
      events: [
        { type: "transaction.recorded", resource: "transactions", data: paid, previous: null },
      ],
    }),
  )
  writeSync(1, `${id}\n`)
  if (++acknowledged === Number(count)) process.kill(process.pid, "SIGKILL")
  if (pause !== "0") yield* Effect.sleep(Number(pause))
})

const refuse = Effect.sync(() => {
  writeSync(1, "refused\n")
  if (++refused === 20) process.kill(process.pid, "SIGKILL")
})

const payer = pay.pipe(
  Effect.catch(() => refuse),
  Effect.forever,
)
const all = Array.from({ length: Number(payers) }, () => payer)
Effect.runFork(
  Effect.all(all, { concurrency: "unbounded" }).pipe(
    Effect.provideService(CurrentActor, operator),
    Effect.provide(EventsAsRecorded),
    Effect.provideService(LongUnit, length === "long"),
    Effect.provide(SqliteStorage.engine({ file })),
  ),
)
