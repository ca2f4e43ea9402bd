import { CurrentActor, type Money, operator } from "@outlay/domain"
import type {
  ExpenseStatus,
  LifeCycleStatus,
  Records,
  SpendSum,
  TableName,
  Transaction,
} from "@outlay/domain/fields"
import {
  changed,
  created,
  type Decided,
  type Decision,
  removed,
  type Steps,
} from "@outlay/domain/ports"
import { KeptSums } from "@outlay/domain/rules"
import {
  acrossBusinesses,
  change,
  commit,
  commitAll,
  db,
  prepared,
  Sql,
  type Table,
  tables,
  unpackedEvent,
} from "@outlay/sql-storage"
import { Cause, Effect, Exit, Result } from "effect"
import { describe, expect, test } from "vitest"
import {
  aBusiness,
  budget,
  decision,
  entry,
  event,
  rowsOf,
  storage,
  transaction,
  user,
  yes,
} from "./given.ts"

const all = (table: Parameters<typeof rowsOf>[0]) =>
  Effect.flatMap(Sql, (sql) => sql.all(rowsOf(table), {}))
/** Every event, with its JSON unpacked. */
const allEvents = Effect.map(all("events"), (rows) =>
  (rows as ReadonlyArray<Parameters<typeof unpackedEvent>[0]>).map(unpackedEvent),
)
const records = <T extends TableName>(name: T) => {
  const { rows } = tables[name] as Table<Records[T]>
  const every = acrossBusinesses(
    "tests look everywhere",
    (_: object) => db.selectFrom(name).selectAll(),
    rows,
  )
  return Sql.use((sql) => sql.all(every, {}))
}
const keep = (parts: Partial<Decision<string>>) => commit(1, decision({ result: "kept", ...parts }))
const started = async () => {
  const given = storage()
  await given.run(aBusiness)
  return given
}

const transactionById = prepared(
  (key: { id: string }) =>
    db.selectFrom("transactions").selectAll().where("client_id", "=", 1).where("id", "=", key.id),
  tables.transactions.rows,
)
const found = (id: string) => Effect.flatMap(Sql, (sql) => sql.get(transactionById, { id }))

describe("rows", () => {
  test("are written, changed and removed, with the line items of transactions", async () => {
    const { run } = await started()
    const first = transaction("t1")
    const second = transaction("t2", { line_items: [] })
    await run(keep({ writes: [created("transactions", first), created("transactions", second)] }))
    expect(await run(found("t1"))).toEqual(first)
    expect(await run(found("t2"))).toEqual(second)

    const [line] = first.line_items
    const project = { custom_field_id: null, field_name: "Project", entry_text: "Deck" }
    const after: Transaction = {
      ...first,
      merchant_name: "Virgin",
      cleared_date: null,
      attendees: [],
      line_items: [
        { ...line!, id: "b", custom_fields: [project] },
        { ...line!, id: "a", category_id: null },
      ],
    }
    await run(keep({ writes: [changed("transactions", first, after)] }))
    expect(await run(found("t1"))).toEqual(after)

    await run(keep({ writes: [removed("transactions", after)] }))
    expect(await run(found("t1"))).toBeNull()
  })

  test("are written in order, and one that fails leaves none of them", async () => {
    const { run } = await started()
    const many = Array.from({ length: 40 }, (_, n) => created("transactions", transaction(`t${n}`)))
    const events = many.map((_, n) => event({ data: { id: `t${n}` } }))
    const entries = many.map((_, n) => entry({ resource_id: `t${n}` }))
    const inOrder = many.map((_, n) => `t${n}`)
    await run(keep({ writes: many, events, entries }))
    const moved = (await run(all("ledger_entries"))) as ReadonlyArray<{ resource_id: string }>
    expect(moved.map((_) => _.resource_id)).toEqual(inOrder)
    const saved = (await run(allEvents)) as never as ReadonlyArray<{ data: string }>
    expect(saved.slice(-40).map((_) => JSON.parse(_.data).id)).toEqual(inOrder)

    const more = many.map((_, n) => created("transactions", transaction(`u${n}`)))
    const twice = created("transactions", transaction("t7", { id: "again" }))
    const exit = await run(Effect.exit(keep({ writes: [...more.slice(0, 20), twice, ...more] })))
    expect(Exit.isFailure(exit) && Cause.hasDies(exit.cause)).toBe(true)
    const rows = (await run(all("transactions"))) as ReadonlyArray<{ id: string }>
    expect(rows.map((_) => _.id).toSorted()).toEqual(inOrder.toSorted())
  })

  test("have the same booleans and lists when they are read", async () => {
    const { run } = await started()
    const given = user(2, { out_of_office_mode: true, payment_types: [], display_name: "Ada" })
    await run(keep({ writes: [created("users", given)] }))
    expect((await run(records("users")))[1]).toEqual(given)
  })

  test.each([
    ["changes a missing row", changed("budgets", budget("b2"), budget("b2"))],
    ["removes a missing row", removed("budgets", budget("b2"))],
    ["creates an existing row", created("budgets", budget("b1"))],
    [
      "refers to a missing row",
      created("budget_owners", {
        ...{ client_id: 1, id: "o", budget_id: "b2", user_id: 1, invite_id: null },
        ...{ is_deleted: false, created: "", updated: "" },
      }),
    ],
  ])("cause a defect, and nothing is saved, if a decision %s", async (_, write) => {
    const { run, exit } = await started()
    const outcome = await exit(keep({ writes: [created("users", user(7)), write] }))
    expect(Exit.isFailure(outcome) && Cause.hasDies(outcome.cause)).toBe(true)
    expect(await run(all("users"))).toHaveLength(1)
  })
})

describe("running totals", () => {
  test("wallets and days change with their entries, and not with other accounts", async () => {
    const { run } = await started()
    const money = (minor: number) => minor as Money
    await run(
      keep({
        entries: [
          entry({ debit_account: "wallet", credit_account: "outside", amount: money(5_000) }),
          entry({ debit_account: "holds", amount: money(1_200) }),
          entry({ debit_account: "outside", amount: money(3_800), date: "2026-01-16" }),
          entry({ debit_account: "wallet", credit_account: "holds", date: "2026-01-16" }),
          entry({ debit_account: "budget:b1:spent", credit_account: "budget:b1:available" }),
        ],
      }),
    )
    expect(await run(all("wallets"))).toMatchObject([{ currency: "AUD", balance: 1_250 }])
    expect(await run(all("daily_movements"))).toMatchObject([
      { currency: "AUD", date: "2026-01-15", amount: 3_800 },
      { currency: "AUD", date: "2026-01-16", amount: -2_550 },
    ])
    const entries = await run(all("ledger_entries"))
    expect(entries).toHaveLength(5)
    expect(entries[4]).toMatchObject({ id: 5, debit_account: "budget:b1:spent", amount: 1_250 })
  })

  test("a day whose movements cancel out has a movement of 0", async () => {
    const { run } = await started()
    const back = entry({ debit_account: "wallet", credit_account: "outside" })
    await run(keep({ entries: [entry(), back] }))
    expect(await run(all("daily_movements"))).toMatchObject([{ date: "2026-01-15", amount: 0 }])
  })

  test("a currency without a wallet is a defect, and nothing is saved", async () => {
    const { run, exit } = await started()
    const outcome = await exit(keep({ entries: [entry({ currency: "EUR" })] }))
    expect(Exit.isFailure(outcome) && Cause.hasDies(outcome.cause)).toBe(true)
    expect(await run(all("ledger_entries"))).toEqual([])
  })
})

test("events have their actor, in the order in which they happened", async () => {
  const { run } = await started()
  const types = ["transaction.cleared", "transaction.refunded", "transaction.updated"] as const
  const events = types.map((type) => event({ type, previous: { status: "AUTHED" } }))
  await run(Effect.provideService(keep({ events: events.slice(0, 2) }), CurrentActor, operator))
  await run(keep({ events: events.slice(2) }))
  const nameless = '"token_id":null,"type":'
  expect(await run(allEvents)).toMatchObject([
    { client_id: 1, sequence: 1, type: types[0], data: '{"id":"t1"}' },
    { client_id: 1, sequence: 2, type: types[1], previous: '{"status":"AUTHED"}' },
    { client_id: 1, sequence: 3, type: types[2], actor: `{${nameless}"system","user_id":null}` },
  ])
  expect((await run(allEvents))[0]).toMatchObject({
    actor: `{${nameless}"operator","user_id":null}`,
  })
})

/** Random numbers that are the same in every run. */
const dice = (seed: number) => (sides: number) => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
  return Math.floor((seed / 2 ** 32) * sides)
}

const statuses: ReadonlyArray<LifeCycleStatus> = ["AUTHED", "CLEARED", "DECLINED"]
const expenseStatuses: ReadonlyArray<ExpenseStatus> = ["COMPLETE", "INCOMPLETE_EXPENSE"]

/** Random decisions about a few transactions and a budget, each based on the one before. */
const history = (seed: number): ReadonlyArray<Decision<number>> => {
  const roll = dice(seed)
  const transactions = new Map<string, Transaction>()
  let spent = budget("b1")
  return Array.from({ length: 40 }, (_, n) => {
    const id = `t${roll(12)}`
    const before = transactions.get(id)
    const after = transaction(id, {
      status: statuses[roll(3)] as LifeCycleStatus,
      expense_status: expenseStatuses[roll(2)] as ExpenseStatus,
      auth_date: `2026-01-${10 + roll(5)}T00:00:00.000Z`,
      line_items: transaction(id).line_items.slice(roll(2)),
      merchant_name: `merchant ${roll(100)}`,
      refunded_amount: roll(3) as Money,
      user_id: roll(2),
      budget_id: roll(2) === 0 ? null : "b1",
    })
    const write =
      before === undefined
        ? created("transactions", after)
        : roll(4) === 0
          ? removed("transactions", before)
          : changed("transactions", before, after)
    if (write.after === null) transactions.delete(id)
    else transactions.set(id, after)
    const amount = (1 + roll(1_000)) as Money
    const budgeted = { ...spent, spent_amount: (spent.spent_amount + amount) as Money }
    const writes = [write, changed("budgets", spent, budgeted)]
    spent = budgeted
    const [debit_account, credit_account] =
      roll(2) === 0 ? (["wallet", "outside"] as const) : (["outside", "wallet"] as const)
    const moved = { debit_account, credit_account, amount, date: `2026-01-${10 + roll(5)}` }
    return decision({
      result: n,
      writes,
      entries: [entry(moved)],
      events: [event({ data: { n } })],
    })
  })
}

const savedRows = Effect.gen(function* () {
  const timeless = (rows: ReadonlyArray<object>) =>
    rows.map((row) => ({
      ...row,
      ...{ id: undefined, updated: undefined, created: undefined, hash: undefined },
    }))
  return {
    transactions: yield* all("transactions"),
    counts: ((yield* all("transaction_counts")) as ReadonlyArray<{ count: number }>).filter(
      ({ count }) => count !== 0,
    ),
    sums: ((yield* all("spend_sums")) as ReadonlyArray<SpendSum>).filter(
      ({ count }) => count !== 0,
    ),
    wallets: timeless(yield* all("wallets")),
    days: timeless(yield* all("daily_movements")),
    budgets: yield* all("budgets"),
    entries: timeless(yield* all("ledger_entries")),
    events: timeless(yield* allEvents),
  }
})

describe("many decisions at once", () => {
  const byId = (rows: ReadonlyArray<object>) =>
    rows.toSorted((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)))

  test.each(Array.from({ length: 20 }, (_, seed) => seed))(
    "leave the same state as one by one, history %d",
    async (seed) => {
      const [one, together] = [await started(), await started()]
      const decisions = history(seed)
      for (const decision of decisions) await one.run(commit(1, decision))
      expect(await together.run(commitAll(1, decisions))).toEqual(decisions.map((_, n) => n))
      const [a, b] = [await one.run(savedRows), await together.run(savedRows)]
      expect({ ...b, transactions: byId(b.transactions) }).toEqual({
        ...a,
        transactions: byId(a.transactions),
      })
    },
  )

  test.each([3, 4, 5])(
    "have sums of spending that match the transactions, history %d",
    async (seed) => {
      const { run } = await started()
      await run(commitAll(1, history(seed)))
      const scanned = new KeptSums()
      for (const row of await run(records("transactions"))) scanned.add(row)
      const { sums } = await run(savedRows)
      expect(scanned.all.length).toBeGreaterThan(5)
      expect(byId(sums)).toEqual(byId(scanned.all.map((sum) => ({ client_id: 1, ...sum }))))
    },
  )

  test("have counts that match the transactions", async () => {
    const { run } = await started()
    await run(commitAll(1, history(3)))
    const { transactions, counts } = await run(savedRows)
    const counted = new Map<string, number>()
    for (const row of transactions as ReadonlyArray<Transaction>) {
      const { auth_date, cleared_date } = row
      // A row without a day counts all days.
      const days = [`auth_date `, `auth_date ${auth_date.slice(0, 10)}`]
      if (cleared_date !== null) days.push(`cleared_date ${cleared_date.slice(0, 10)}`)
      for (const day of days) {
        const key = `${day} ${row.transaction_type} ${row.status} ${row.expense_status}`
        counted.set(key, (counted.get(key) ?? 0) + 1)
      }
    }
    const rows = counts as unknown as ReadonlyArray<Record<string, string | number>>
    const shown = rows.map((_) => [
      `${_["dated"]} ${_["day"]} ${_["transaction_type"]} ${_["status"]} ${_["expense_status"]}`,
      _["count"],
    ])
    expect(Object.fromEntries(shown)).toEqual(Object.fromEntries(counted))
  })
})

describe("change", () => {
  test("returns a refusal, and changes nothing", async () => {
    const { run } = await started()
    const refused = change(1, all("users"), (users) => Result.fail(`${users.length} is enough`))
    expect(await run(Effect.flip(refused))).toBe("1 is enough")
    const accepted = yes(decision({ result: 5, writes: [created("users", user(5))] }))
    expect(await run(change(1, Effect.void, accepted))).toBe(5)
    expect(await run(all("users"))).toHaveLength(2)
  })

  test("runs the steps of a rule, and commits its slices in order", async () => {
    const { run } = await started()
    const part = (id: number) => ({
      writes: [created("users", user(id))],
      entries: [],
      events: [event({ data: { id } })],
    })
    const steps = (isRefused: boolean) =>
      function* (users: ReadonlyArray<unknown>): Steps<Decided<number, string>> {
        for (let step = 0; step < 3; step++) yield
        if (isRefused) return Result.fail(`${users.length} is enough`)
        return Result.succeed({
          ...decision({ result: 7, ...part(5) }),
          slices: [part(6), part(7)],
        })
      }
    expect(await run(Effect.flip(change(1, all("users"), steps(true))))).toBe("1 is enough")
    expect(await run(change(1, all("users"), steps(false)))).toBe(7)
    expect(await run(all("users"))).toHaveLength(4)
    const saved = (await run(allEvents)).map(({ sequence, data }) => [
      sequence,
      JSON.parse(String(data)),
    ])
    expect(saved).toMatchObject([
      [1, { id: 5 }],
      [2, { id: 6 }],
      [3, { id: 7 }],
    ])
  })

  test("rolls back all slices if one of them cannot be written", async () => {
    const { run, exit } = await started()
    const part = { writes: [created("users", user(5))], entries: [], events: [] }
    const twice = () => Result.succeed({ ...decision({ result: 0, ...part }), slices: [part] })
    const ended = await exit(change(1, Effect.void, twice))
    expect(Exit.isFailure(ended) && Cause.pretty(ended.cause)).toMatch(/UNIQUE constraint failed/u)
    expect(await run(all("users"))).toHaveLength(1)
  })

  test("loses no update of two hundred concurrent ones", async () => {
    const { run } = await started()
    const budgets = Effect.map(records("budgets"), ([row]) => row as Records["budgets"])
    const spend = change(1, budgets, (before) => {
      const after = { ...before, spent_amount: (before.spent_amount + 1) as Money }
      return Result.succeed(decision({ result: 0, writes: [changed("budgets", before, after)] }))
    })
    await run(Effect.replicateEffect(spend, 200, { concurrency: "unbounded", discard: true }))
    expect((await run(budgets)).spent_amount).toBe(200)
  })
})
