import { Rights } from "@outlay/domain"
import type { BudgetMember, BudgetOwner, Topup, Transaction } from "@outlay/domain/fields"
import {
  budgetsByCreated,
  businessContext,
  created,
  membershipsOfUser,
  membersOfBudget,
  ownersOfBudget,
  ShownTransactions,
  Store,
  sightOfUser,
  topupsOfBusiness,
  topupsOfTarget,
  type Write,
} from "@outlay/domain/ports"
import type { OwnRight, Subject } from "@outlay/domain/rules"
import { MemoryStorage } from "@outlay/memory-storage"
import { Effect, Layer, ManagedRuntime, Result } from "effect"
import fc from "fast-check"
import { afterAll, expect, test } from "vitest"
import { SqliteStorage } from "../src/index.ts"
import { asSystem, at, budget, business, role, transaction, user, wallet } from "./given.ts"

const runtimes = {
  memory: ManagedRuntime.make(
    Rights.layer.pipe(Layer.provideMerge(MemoryStorage.layer), Layer.provideMerge(asSystem)),
  ),
  sqlite: ManagedRuntime.make(
    Rights.layer.pipe(
      Layer.provideMerge(SqliteStorage.layer({ file: ":memory:" })),
      Layer.provideMerge(asSystem),
    ),
  ),
}
afterAll(() => Promise.all(Object.values(runtimes).map((_) => _.dispose())))

const userIds = [1, 2, 3, 4]
const budgetIds = ["b1", "b2", "b3"]
const anyUser = fc.constantFrom(...userIds)
const anyBudget = fc.constantFrom(...budgetIds)
const today = ["2000-01-01", "2100-01-01"] as const
const absence = fc.constantFrom(today, today, ["2000-01-01", "2000-01-31"] as const, null)

/** Each pair at most once, so that no one is a member or an owner of a budget twice. */
const ties = fc.uniqueArray(
  fc.record({ user_id: anyUser, budget_id: anyBudget, is_deleted: fc.boolean() }),
  { selector: ({ user_id, budget_id }) => `${user_id}/${budget_id}`, minLength: 1, maxLength: 8 },
)

const worlds = fc.record({
  expense_assistant: fc.boolean(),
  users: fc.tuple(
    ...userIds.map((id) =>
      fc.record({
        away: absence,
        delegate: fc.option(fc.constantFrom(...userIds.filter((_) => _ !== id))),
        assistants: fc.subarray(userIds.filter((_) => _ !== id)),
        is_deleted: fc.boolean().map((_) => _ && id === 4),
      }),
    ),
  ),
  owners: ties,
  members: ties,
  topups: fc.array(
    fc.record({
      budget_id: anyBudget,
      of_member: fc.boolean(),
      status: fc.constantFrom("APPROVED" as const, "PENDING" as const, "PENDING" as const),
      requested_by: fc.option(anyUser),
    }),
    { minLength: 4, maxLength: 12 },
  ),
  transactions: fc.array(
    fc.record({
      user_id: fc.option(anyUser),
      budget_id: fc.option(anyBudget),
      day: fc.integer({ min: 1, max: 3 }),
    }),
    { maxLength: 12 },
  ),
})
type World = typeof worlds extends fc.Arbitrary<infer W> ? W : never

const zero = 0 as never

/** Rows of a world, in a separate business. */
const rowsOf = (client_id: number, world: World) => {
  const stamp = { client_id, created: at, updated: at }
  const id = (n: number) => client_id * 100 + n
  const owners = world.owners.map(
    (tie, n): BudgetOwner => ({ ...stamp, ...tie, id: `o${n}`, invite_id: null }),
  )
  const members = world.members.map(
    (tie, n): BudgetMember => ({
      ...{ ...stamp, ...tie, id: id(n + 1), invite_id: null },
      ...{ available_amount: zero, spent_amount: zero, reset_amount: zero, stint: 1, since: at },
    }),
  )
  const topups = world.topups.map(({ of_member, ...topup }, n): Topup => {
    const member = members.find((_) => _.budget_id === topup.budget_id)
    return {
      ...{ ...stamp, ...topup, id: `t${n}`, amount: 1 as never, description: "More" },
      ...{ requested_by_token: null, actioned_by: null, actioned_on: null, reason: null },
      budget_member_id: of_member ? (member?.id ?? null) : null,
    }
  })
  const transactions = world.transactions.map(({ day, ...spent }, n): Transaction => {
    const auth_date = `2026-01-0${day}T00:00:00.000Z`
    const row = transaction(`x${n}`, { ...stamp, ...spent, auth_date, line_items: [] })
    return { ...row, external_id: `${client_id} ${n}` }
  })
  const { users, expense_assistant } = world
  const features = { ...business.features, expense_assistant }
  const writes: ReadonlyArray<Write> = [
    created("businesses", { ...business, client_id, features }),
    created("wallets", { ...wallet, client_id }),
    created("roles", { ...role, client_id }),
    ...users.map(({ away, delegate, assistants, is_deleted }, n) =>
      created("users", {
        ...user(userIds[n] as number, { client_id, is_deleted }),
        ...{ delegate_approver: delegate, expense_delegate: assistants },
        out_of_office_mode: away !== null,
        out_of_office_start_date: away?.[0] ?? null,
        out_of_office_end_date: away?.[1] ?? null,
      }),
    ),
    ...budgetIds.map((_) => created("budgets", budget(_, { client_id }))),
    ...owners.map((_) => created("budget_owners", _)),
    ...members.map((_) => created("budget_members", _)),
    ...topups.map((_) => created("topups", _)),
    ...transactions.map((_) => created("transactions", _)),
  ]
  return { writes, owners, members, topups, transactions }
}
type Rows = ReturnType<typeof rowsOf>

const page = { offset: 0, limit: 50 }
type Ids = ReadonlyArray<string>
const idsOf = (rows: ReadonlyArray<{ readonly id: string | number }>): Ids =>
  rows.map(({ id }) => String(id)).sort()

/** Returns the lists that a user gets, and what the user may read one by one. */
const seenBy = Effect.fnUntraced(function* (client_id: number, user_id: number, rows: Rows) {
  const rights = yield* Rights
  const sight = yield* sightOfUser(user_id)
  const caller = { user_id, permissions: [] }
  const may = (right: OwnRight, subject: Omit<Subject, "client_id">) =>
    Effect.map(rights.judge(right, caller, { client_id, ...subject }), (_) => _ === "allowed")
  const listed: Array<readonly [string, Ids]> = []
  const allowed: Array<readonly [string, Ids]> = []
  const keep = <R extends { readonly id: string | number }, E>(
    name: string,
    list: Effect.Effect<{ readonly count: number; readonly results: ReadonlyArray<R> }, E, Needs>,
    candidates: ReadonlyArray<{ readonly id: string | number }>,
    reads: (id: never) => Effect.Effect<boolean, unknown>,
  ) =>
    Effect.gen(function* () {
      const { count, results } = yield* list
      expect([name, count]).toEqual([name, results.length])
      listed.push([name, idsOf(results)])
      allowed.push([name, idsOf(yield* Effect.filter(candidates, ({ id }) => reads(id as never)))])
    })
  const store = yield* Store
  const transactions = yield* ShownTransactions
  yield* keep(
    "budgets",
    store.read(client_id, budgetsByCreated({}, page, sight)),
    budgetIds.map((id) => ({ id })),
    (budget_id) => may("budgets.read", { budget_id }),
  )
  yield* keep(
    "transactions",
    transactions.page(client_id, {}, page, sight),
    rows.transactions,
    (transaction_id) => may("transactions.read", { transaction_id }),
  )
  const actor = { type: "token" as const, token_id: "t", user_id, role_id: "r", is_admin: false }
  const reader = { actor, today: sight.today, sight }
  for (const status of [undefined, "PENDING", "APPROVED"] as const) {
    yield* keep(
      `topups ${status}`,
      store.read(client_id, topupsOfBusiness({ status }, page, reader)),
      rows.topups.filter((_) => status === undefined || _.status === status),
      (topup_id) => {
        const { budget_id = "", budget_member_id } =
          rows.topups.find((_) => _.id === topup_id) ?? {}
        const target = budget_member_id == null ? {} : { budget_member_id }
        return may("topups.act", { budget_id, topup_id, ...target })
      },
    )
  }
  for (const other of userIds) {
    yield* keep(
      `memberships of ${other}`,
      store.read(client_id, membershipsOfUser({ user_id: other }, {}, page, sight)),
      rows.members.filter((_) => _.user_id === other),
      (id) => {
        const { budget_id = "" } = rows.members.find((_) => _.id === id) ?? {}
        return may("budget_members.read", { budget_id, budget_member_id: id })
      },
    )
  }
  for (const budget_id of budgetIds) {
    const key = { client_id, budget_id }
    const ofBudget = <R extends { readonly budget_id: string }>(all: ReadonlyArray<R>) =>
      all.filter((_) => _.budget_id === budget_id)
    yield* keep(
      `members of ${budget_id}`,
      store.read(client_id, membersOfBudget(key, {}, page, sight)),
      ofBudget(rows.members),
      (budget_member_id) => may("budget_members.read", { budget_id, budget_member_id }),
    )
    yield* keep(
      `owners of ${budget_id}`,
      store.read(client_id, ownersOfBudget(key, {}, page, sight)),
      ofBudget(rows.owners),
      () => may("budget_owners.remove", { budget_id }),
    )
    for (const budget_member_id of [null, ...ofBudget(rows.members).map((_) => _.id)]) {
      const target = budget_member_id === null ? {} : { budget_member_id }
      yield* keep(
        `topups of ${budget_id} ${budget_member_id}`,
        store.read(client_id, topupsOfTarget({ ...key, budget_member_id }, page, sight)),
        ofBudget(rows.topups).filter((_) => _.budget_member_id === budget_member_id),
        (topup_id) => may("topups.act", { budget_id, topup_id, ...target }),
      )
    }
  }
  return { listed, allowed }
})
type Needs = never

const everybody = Effect.fnUntraced(function* (client_id: number, world: World) {
  const rows = rowsOf(client_id, world)
  const store = yield* Store
  const decision = { result: undefined, writes: rows.writes, entries: [], events: [] }
  yield* store.change(client_id, businessContext, () => Result.succeed(decision))
  return yield* Effect.forEach(userIds, (user_id) => seenBy(client_id, user_id, rows))
})

let worldsMade = 0

test("lists have exactly what the user may read one by one, in both storages", async () => {
  await fc.assert(
    fc.asyncProperty(worlds, async (world) => {
      worldsMade += 1
      const found = await runtimes.memory.runPromise(everybody(worldsMade, world))
      expect(found.map((_) => _.listed)).toEqual(found.map((_) => _.allowed))
      expect(await runtimes.sqlite.runPromise(everybody(worldsMade, world))).toEqual(found)
    }),
    { numRuns: 60 },
  )
})

const sorts = fc.constantFrom(undefined, "auth_date", "amount", "-merchant_name")

test("the transactions that a user sees are paged in order, each once", async () => {
  await fc.assert(
    fc.asyncProperty(worlds, fc.integer({ min: 1, max: 5 }), sorts, async (world, limit, sort) => {
      worldsMade += 1
      const client_id = worldsMade
      const paged = Effect.fnUntraced(function* () {
        yield* everybody(client_id, world)
        const store = yield* ShownTransactions
        const sight = yield* sightOfUser(1)
        const filter = { min_auth_date: "2026-01-01" }
        const offsets = Array.from({ length: 13 }, (_, n) => n * limit)
        const pages = yield* Effect.forEach(offsets, (offset) =>
          store.page(client_id, { ...filter, sort }, { offset, limit }, sight),
        )
        return { counts: pages.map((_) => _.count), ids: pages.flatMap((_) => _.results) }
      })
      const [memory, sqlite] = await Promise.all([
        runtimes.memory.runPromise(paged()),
        runtimes.sqlite.runPromise(paged()),
      ])
      expect(sqlite).toEqual(memory)
      expect(memory.ids).toHaveLength(memory.counts[0] as number)
    }),
    { numRuns: 30 },
  )
})
