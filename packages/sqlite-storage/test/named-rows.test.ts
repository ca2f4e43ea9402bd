import type { Records, TransactionRecord } from "@outlay/domain/fields"
import {
  changed,
  created,
  type EventEncoder,
  removed,
  ShownTransactions,
  type Write,
} from "@outlay/domain/ports"
import { commit, Sql } from "@outlay/sql-storage"
import { Effect, Layer, ManagedRuntime } from "effect"
import { afterEach, describe, expect, test } from "vitest"
import { SqliteStorage } from "../src/index.ts"
import { aBusiness, asSystem, at, budget, decision, file, transaction, user } from "./given.ts"

const stamp = { client_id: 1, created: at, updated: at }

const lockedRate = {
  ...{ through: "2999-12-31", name: "Old GST", rate: 80_000, code: null },
  ...{ is_default_for: "BOTH", is_enabled: true },
}

/** Rows that a transaction mentions, one of each kind. */
const rows: { readonly [T in keyof Records]?: Records[T] } = {
  users: user(1),
  budgets: budget("b1"),
  accounting_codes: {
    ...stamp,
    id: "code",
    code: "6-1",
    name: "Fares",
    is_deleted: false,
    locked: [],
  },
  categories: {
    ...{ ...stamp, id: "travel", name: "Travel", custom: true, enabled: true },
    ...{ accounting_code_id: "code", is_deleted: false, locked: [] },
  },
  custom_fields: {
    ...{ ...stamp, id: "f1", name: "Project", field_type: "FREE_TEXT", budget_setting: "NONE" },
    ...{ is_manager_only: false, created_by: "PUBLIC_API", is_deleted: false },
  },
  tax_rates: {
    ...{ ...stamp, id: "gst", name: "GST", rate: 100_000 as never, code: "G", is_enabled: true },
    ...{ is_default_for: "BOTH", source: "MANUAL", is_deleted: false, locked: [] },
  },
}

const value = { custom_field_id: "f1", field_name: "Old", entry_text: "Kitchen" }
const mentioning = transaction("t1", {
  custom_fields: [value],
  line_items: transaction("t1").line_items.map((item) => ({
    ...item,
    custom_fields: [value],
    tax_rate_id: "gst",
  })),
})

const given = Effect.andThen(
  aBusiness,
  commit(
    1,
    decision({
      result: undefined,
      writes: [
        ...(["accounting_codes", "categories", "custom_fields", "tax_rates"] as const).map(
          (table) => created(table, rows[table] as never),
        ),
        created("transactions", mentioning),
      ],
    }),
  ),
)

type Change = readonly [table: keyof typeof rows, change: object | null]

/** Changes of every field that a transaction shows of the rows it mentions, and their deletion. */
const changes: ReadonlyArray<Change> = [
  ["users", { first_name: "Grace" }],
  ["users", { last_name: "Hopper" }],
  ["users", { display_name: "Amazing Grace" }],
  ["budgets", { name: "Trips" }],
  ["budgets", { budget_type: "SUBSCRIPTION" }],
  ["categories", { name: "Trips" }],
  ["categories", { accounting_code_id: null }],
  ["categories", { is_deleted: true }],
  ["custom_fields", { name: "Job" }],
  ["accounting_codes", { code: "6-2" }],
  ["tax_rates", { name: "VAT" }],
  ["tax_rates", { rate: 200_000 }],
  ["tax_rates", { code: null }],
  ["tax_rates", { is_default_for: "NONE" }],
  ["tax_rates", { is_enabled: false }],
  ["tax_rates", { source: "INTEGRATION" }],
  ["tax_rates", { is_deleted: true }],
  ["tax_rates", { is_deleted: true, locked: [lockedRate] }],
]

const writeOf = ([table, change]: Change): Write => {
  const before = rows[table] as never
  return change === null
    ? removed(table, before)
    : changed(table, before, { ...(before as object), ...change } as never)
}

const write = (change: Change) =>
  commit(1, decision({ result: undefined, writes: [writeOf(change)] }))

const open: Array<() => Promise<void>> = []
afterEach(async () => {
  for (const close of open.splice(0)) await close()
})

type Services = Layer.Success<ReturnType<typeof SqliteStorage.layer>> | EventEncoder

const on = (path: string) => {
  const layer = Layer.provideMerge(SqliteStorage.layer({ file: path }), asSystem)
  const runtime = ManagedRuntime.make(layer)
  open.push(() => runtime.dispose())
  return <A, E>(work: Effect.Effect<A, E, Services>): Promise<A> => runtime.runPromise(work)
}

/** Returns the transaction as its page and its own address show it, which must be equal. */
const read = Effect.gen(function* () {
  const shown = yield* ShownTransactions
  const record = yield* shown.get({ client_id: 1, transaction_id: "t1" })
  const { results } = yield* shown.page(1, {}, { offset: 0, limit: 50 })
  expect(results).toEqual([record])
  return record as TransactionRecord
})

const unit = <A, E, R>(work: Effect.Effect<A, E, R>, dryRun = false) =>
  Effect.flatMap(Sql, ({ transaction }) => transaction(work, { dryRun }))

const no = Effect.fail("no" as const)

/** Name, true if the change is committed, and work that makes the change and reads inside it. */
const ways = [
  ["committed", true, (change: Change) => unit(Effect.andThen(write(change), read))],
  ["a dry run", false, (change: Change) => unit(Effect.andThen(write(change), read), true)],
  [
    "rolled back after it was read",
    false,
    (change: Change) =>
      Effect.gen(function* () {
        let inside: TransactionRecord | undefined
        const reading = Effect.map(read, (record) => {
          inside = record
        })
        yield* Effect.ignore(unit(Effect.all([write(change), reading, no])))
        return inside as TransactionRecord
      }),
  ],
  [
    "rolled back inside a unit that is committed",
    false,
    (change: Change) =>
      unit(
        Effect.gen(function* () {
          let inside: TransactionRecord | undefined
          const reading = Effect.map(read, (record) => {
            inside = record
          })
          yield* Effect.ignore(unit(Effect.all([write(change), reading, no])))
          expect(yield* read).not.toEqual(inside)
          return inside as TransactionRecord
        }),
      ),
  ],
  [
    "committed inside a unit that is rolled back",
    false,
    (change: Change) =>
      Effect.gen(function* () {
        let inside: TransactionRecord | undefined
        const work = Effect.gen(function* () {
          yield* unit(write(change))
          yield* Effect.ignore(unit(no))
          inside = yield* read
          return yield* no
        })
        yield* Effect.ignore(unit(work))
        return inside as TransactionRecord
      }),
  ],
] as const

describe.each(changes)("cached rows of %s, changed by %o,", (...change) => {
  test.each(ways)("%s", async (_, isKept, way) => {
    const path = file()
    const run = on(path)
    await run(given)
    const before = await run(read)
    const inside = await run(way(change))
    expect(inside).not.toEqual(before)
    const after = await run(read)
    expect(after).toEqual(isKept ? inside : before)
    expect(after).toEqual(await on(path)(read))
  })

  test("in a commit of another connection", async () => {
    const path = file()
    const [run, other] = [on(path), on(path)]
    await run(given)
    const before = await run(read)
    await other(write(change))
    const after = await run(read)
    expect(after).not.toEqual(before)
    expect(after).toEqual(await other(read))
    expect(await run(unit(read))).toEqual(after)
  })
})

test("a unit that begins after a commit of another connection sees that commit", async () => {
  const path = file()
  const [run, other] = [on(path), on(path)]
  await run(given)
  await run(read)
  await other(write(["users", { first_name: "Grace" }]))
  expect((await run(unit(read))).user?.name).toBe("Grace Lee")
})

test("a missing row is shown once it exists", async () => {
  const run = on(file())
  const missing = transaction("t1", { user_id: 7 })
  await run(aBusiness)
  await run(commit(1, decision({ result: undefined, writes: [created("transactions", missing)] })))
  expect((await run(read)).user).toBeNull()
  await run(commit(1, decision({ result: undefined, writes: [created("users", user(7))] })))
  expect((await run(read)).user?.name).toBe("Ada Lee")
})
