import { copyFileSync, rmSync } from "node:fs"
import { makeOperatorClient } from "@outlay/client"
import { replay } from "@outlay/domain/rules"
import { EventsAsShown } from "@outlay/http-contract"
import { SqliteStorage } from "@outlay/sqlite-storage"
import Database from "better-sqlite3"
import { Effect } from "effect"
import { afterAll, beforeAll, expect, test } from "vitest"
import { copyDemo } from "./demo.ts"
import { workplace } from "./outlay.ts"
import { startService } from "./service.ts"

const here = workplace()
const { outlay, document, path } = here
afterAll(here.leave)

/** Authorises and clears a card payment in the demo business. */
const pay = async (client_id: number) => {
  const service = await startService(path("data/outlay.db"))
  const { url: baseUrl, operatorToken: token } = service
  const operator = makeOperatorClient({ baseUrl, token }).promise
  const db = new Database(path("data/outlay.db"), { readonly: true })
  const member = db.prepare(someMember).get() as { user_id: number; budget_id: string }
  db.close()
  const params = { client_id }
  const authorisation = { ...member, external_id: "paid", amount: 1, merchant_name: "Bakery" }
  const { transaction } = await operator.authorisations.create({ params, body: authorisation })
  await operator.transactions.clear({
    params: { client_id, transaction_id: transaction.id },
    body: {},
  })
  await service.stop()
}
const someMember = `select user_id, budget_id from budget_members
  where is_deleted = 0 and user_id is not null limit 1`

beforeAll(async () => {
  const { client_id } = await copyDemo(here)
  await pay(client_id)
  await document(["backup", "kept.db"])
})

const message = "differs from the last event"
const before = "the previous value in the event differs from the event before it"
const uncreated = "no event reports its creation"
const untold = "no event reports it"
const unreadable = "its data cannot be read"
const disordered = "its events are out of order"
const vanished = "is missing, and no event reports its deletion"

/** A transaction with two events: authorised and cleared. */
const transaction = "select id from transactions where external_id = 'paid'"
const itemised = "select min(id) from transactions where line_items <> '[]'"
/** An owner with one event. */
const owner = "select min(id) from budget_owners"

/** Id of the n-th event of a record. */
const eventOf = (record: string, n: number) =>
  `(select id from events where record = (${record}) order by sequence limit 1 offset ${n})`
const [authorised, cleared] = [eventOf(transaction, 0), eventOf(transaction, 1)]
const owned = eventOf(owner, 0)

const budget = "select id from budgets where has_member_limits = 0 order by id limit 1"
const member = `select m.id from budget_members as m join budgets as b on b.id = m.budget_id
  where b.has_member_limits = 1 and m.is_deleted = 0 order by m.id limit 1`
const user = "select min(id) from users"
const token = "select min(id) from tokens"

/** Swaps the values of the two events of the transaction in the given columns. */
const swap = (...columns: ReadonlyArray<string>): ReadonlyArray<string> => {
  const values = columns.join(", ")
  const take = (from: string) =>
    `update events set (${values}) = (select ${values} from both where position = ${from})`
  return [
    `create temp table both as select events.*, rowid as position from events
      where id in (${authorised}, ${cleared})`,
    "update events set id = 'a' where rowid = (select min(position) from both)",
    `${take("(select min(position) from both)")} where rowid = (select max(position) from both)`,
    `${take("(select max(position) from both)")} where rowid = (select min(position) from both)`,
    ...(columns.includes("id")
      ? []
      : ["update events set id = (select min(id) from both) where id = 'a'"]),
  ]
}

interface Tampering {
  readonly name: string
  readonly sql: string | ReadonlyArray<string>
  /** The record whose history no longer matches; null if an event has no record. */
  readonly of: string | null
  /** `resource field: what`. */
  readonly found: ReadonlyArray<string>
}

const tamperings: ReadonlyArray<Tampering> = [
  {
    name: "a row edited",
    sql: `update transactions set merchant_name = 'Nobody' where id = (${transaction})`,
    of: transaction,
    found: [`transactions merchant_name: ${message}`],
  },
  {
    name: "a line item edited",
    sql: `update transactions set line_items = json_set(line_items, '$[0].description', 'Gift')
      where id = (${itemised})`,
    of: itemised,
    found: [`transactions line_items: ${message}`],
  },
  {
    name: "a user turned into another person",
    sql: `update users set email = 'x@example.com', is_deleted = 1 where id = (${user})`,
    of: user,
    found: [`users email: ${message}`, `users is_deleted: ${message}`],
  },
  {
    name: "a budget with another owner",
    sql: `update budget_owners set user_id = user_id + 1 where id = (${owner})`,
    of: owner,
    found: [`budget_owners user_id: ${message}`],
  },
  {
    name: "a budget with a higher reset amount",
    sql: `update budgets set reset_amount = reset_amount + 1 where id = (${budget})`,
    of: budget,
    found: [`budgets reset_amount: ${message}`],
  },
  {
    name: "a member with a higher reset amount",
    sql: `update budget_members set reset_amount = reset_amount + 1 where id = (${member})`,
    of: member,
    found: [`budget_members reset_amount: ${message}`],
  },
  {
    name: "a token without its expiry",
    sql: `update tokens set expires_at = '2099-01-01T00:00:00.000Z' where id = (${token})`,
    of: token,
    found: [`tokens expires_at: ${message}`],
  },
  {
    name: "roles renamed",
    sql: "update roles set name = 'Chief' where name = 'Admin'",
    of: "select 1",
    found: [`businesses roles: ${message}`],
  },
  {
    name: "a row removed",
    sql: `delete from transactions where id = (${transaction})`,
    of: transaction,
    found: [`transactions null: ${vanished}`],
  },
  {
    name: "a row inserted without an event",
    sql: `insert into wallets select client_id, 'NZD', 0, created, updated from wallets limit 1`,
    of: "select 'NZD'",
    found: [`wallets null: ${untold}`],
  },
  {
    name: "the first event removed",
    sql: `delete from events where id = ${authorised}`,
    of: transaction,
    found: [`transactions null: ${uncreated}`],
  },
  {
    name: "the last event removed",
    sql: `delete from events where id = ${cleared}`,
    of: transaction,
    found: [
      `transactions status: ${message}`,
      `transactions cleared_date: ${message}`,
      `transactions updated: ${message}`,
    ],
  },
  {
    name: "every event removed",
    sql: `delete from events where id = ${owned}`,
    of: owner,
    found: [`budget_owners null: ${untold}`],
  },
  {
    name: "the data of the last event changed",
    sql: `update events set data = json_set(data, '$[1]', 1)
      where id = ${cleared}`,
    of: transaction,
    found: [`transactions amount: ${before}`, `transactions amount: ${message}`],
  },
  {
    name: "a field of an event removed",
    sql: `update events set data = json_remove(data, '$[11]')
      where id = ${cleared}`,
    of: transaction,
    found: [
      `transactions null: ${unreadable}`,
      `transactions status: ${message}`,
      `transactions cleared_date: ${message}`,
      `transactions updated: ${message}`,
    ],
  },
  {
    name: "the previous data of an event changed",
    sql: `update events set previous = json_set(previous, '$[2]', 'DECLINED')
      where id = ${cleared}`,
    of: transaction,
    found: [`transactions status: ${before}`],
  },
  {
    name: "a second creation",
    sql: `update events set previous = null where id = ${cleared}`,
    of: transaction,
    found: ["transactions null: is created a second time"],
  },
  {
    name: "a deletion event without a deletion",
    sql: "update events set type = 'wallet.deleted' where resource = 'wallets' and record = 'AUD'",
    of: "select 'AUD'",
    found: ["wallets null: is there, after wallet.deleted"],
  },
  {
    name: "the contents of two events swapped",
    sql: swap("data", "previous"),
    of: transaction,
    found: [
      `transactions null: ${uncreated}`,
      "transactions null: is created a second time",
      `transactions status: ${message}`,
      `transactions auth_date: ${message}`,
      `transactions cleared_date: ${message}`,
      `transactions created: ${message}`,
    ],
  },
  {
    name: "the ids of two events swapped",
    sql: swap("id"),
    of: transaction,
    found: [`transactions created: ${disordered}`],
  },
  {
    name: "the times of two events swapped",
    sql: swap("created"),
    of: transaction,
    found: [
      `transactions auth_date: ${before}`,
      `transactions created: ${before}`,
      `transactions updated: ${before}`,
      `transactions cleared_date: ${message}`,
      `transactions updated: ${message}`,
    ],
  },
  {
    name: "an invalid event",
    sql: `update events set data = '{' where id = ${owned}`,
    of: owner,
    found: [`budget_owners null: ${unreadable}`],
  },
  {
    name: "an event with a list as data",
    sql: `update events set data = '[]', resource = 'businesses'
      where id = ${owned}`,
    of: null,
    found: ["businesses null: its data cannot be read", `budget_owners null: ${untold}`],
  },
  {
    name: "an event without a record",
    sql: `update events set resource = 'gifts' where id = ${owned}`,
    of: owner,
    found: ["gifts null: the event has no record", `budget_owners null: ${untold}`],
  },
]

const replayed = (file: string) =>
  Effect.runPromise(
    replay(1).pipe(
      Effect.provide(SqliteStorage.layer({ file: path(file), mode: "readable" })),
      Effect.provide(EventsAsShown),
    ),
  )

test("untampered records match their events", async () => {
  const { events, records, unexplained } = await replayed("kept.db")
  expect(unexplained).toMatchObject({ total: 0, first: [] })
  expect(records).toBeGreaterThan(800)
  expect(events).toBeGreaterThan(records)
  expect(await document(["verify"])).toMatchObject({ verified: true, events, records })
})

test.each(tamperings)("$name is found and reported", async ({ sql, of, found }) => {
  for (const suffix of ["", "-wal", "-shm"]) rmSync(path(`tampered.db${suffix}`), { force: true })
  copyFileSync(path("kept.db"), path("tampered.db"))
  const db = new Database(path("tampered.db"))
  db.pragma("foreign_keys = OFF")
  const id = of === null ? null : String(db.prepare(of).pluck().get())
  for (const each of [sql].flat()) {
    const { changes } = db.prepare(each).run()
    if (!each.startsWith("create")) expect(changes).toBeGreaterThan(0)
  }
  db.close()
  const { total, first } = (await replayed("tampered.db")).unexplained
  const texts = first.map(({ resource, field, what }) => `${resource} ${field}: ${what}`)
  expect(texts.toSorted()).toEqual(found.toSorted())
  expect(total).toBe(found.length)
  if (id !== null) {
    const ids = new Set(first.flatMap((each) => (each.id === "" ? [] : [each.id])))
    expect(ids).toEqual(new Set([id]))
  }
})

test("verify prints the first hundred, reports their total, and exits with 4", async () => {
  copyFileSync(path("kept.db"), path("many.db"))
  const db = new Database(path("many.db"))
  const { changes } = db.prepare("update transactions set merchant_name = 'Nobody'").run()
  db.close()
  const url = ["--database-url", "sqlite:many.db"]
  const files = ["--receipts-url", "folder:data/outlay-receipts"]
  const { code, out, err } = await outlay(["verify", ...url, ...files, "--json"])
  expect(code).toBe(4)
  expect(err).toContain(`${changes} items do not match the ledger and the events`)
  const { verified, unexplained, first_unexplained } = JSON.parse(out)
  expect({ verified, unexplained }).toEqual({ verified: false, unexplained: changes })
  expect(first_unexplained).toHaveLength(100)
  expect(first_unexplained[0]).toMatchObject({
    client_id: 1,
    resource: "transactions",
    field: "merchant_name",
    what: message,
    found: "Nobody",
  })
  const text = (await outlay(["verify", ...url, ...files])).out
  expect(text).toMatch(/client_id +resource +id +field +what +expected +found/u)
  expect(text).toContain(`and ${changes - 100} more that no event explains`)
})
