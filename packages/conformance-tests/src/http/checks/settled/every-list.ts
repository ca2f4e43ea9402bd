import type { OperationId } from "../../../interface/operations.ts"
import { transaction } from "../../../interface/world/scenarios.ts"
import { checksOf, type Json, type Trial } from "../../check.ts"
import { idOf, need, recordOf, recordsOf } from "../steps.ts"
import { ascending, newest, ordered } from "./answers.ts"
import { askBeside, needBeside, readBeside } from "./beside.ts"
import {
  expectProblem,
  expectStatus,
  memberOf,
  peopleOf,
  pool,
  rowsOf,
  topUp,
  topup,
  variant,
} from "./rows.ts"

const ledger = variant(
  "every-list",
  {},
  transaction("back", { status: "REFUNDED", amount: "-7.00" }),
)

const orders = async (trial: Trial) => {
  const { call } = trial.business
  const custom_field_id = idOf(trial, "custom_fields", "project")
  const owners = pool(trial)
  const member = memberOf(trial, "ann")
  const add = async (operation: OperationId, path: Json, bodies: ReadonlyArray<Json>) => {
    for (const body of bodies) need(trial, await call(operation, { path, body }), operation)
  }
  await add("budget-owners.create", owners, peopleOf(trial, "bob", "ann", "cat"))
  await add(
    "custom-field-options.create",
    { custom_field_id },
    ["Yass", "Albany", "Moe"].map((text) => ({ text })),
  )
  await add("member-topups.create", member, [topup, topup, topup])
  for (const [operation, path, order] of [
    ["budget-owners.list", owners, ascending],
    ["custom-field-options.list", { custom_field_id }, ascending],
    ["member-topups.list", member, newest("created")],
  ] as const) {
    const records = await recordsOf(trial, operation, { path })
    trial.expect(records.length > 2, `${operation}: three records`, records)
    trial.expect(ordered(records, order), `${operation} is in its order`, records)
  }
}

const ordersBeside = async (trial: Trial) => {
  await needBeside(trial, "/policies")
  for (const name of ["B", "A", "C"]) {
    const body = { name, budget_id: null, above_amount: 10_000 }
    expectStatus(trial, await askBeside(trial, "POST", "/policies", { body }), 201, "a policy")
  }
  for (const _ of [1, 2, 3]) await topUp(trial, { ...topup, auto_approve: false })
  for (const [path, order] of [
    ["/policies", ascending],
    ["/topups?status=PENDING", newest("created")],
  ] as const) {
    const { results } = await readBeside(trial, path)
    trial.expect(results?.length === 3, `${path}: three records`, results)
    trial.expect(ordered(results, order), `${path} is in its order`, results)
  }
  const back = `/transactions/${idOf(trial, "transactions", "back")}/movements`
  const { results: steps } = await readBeside(trial, back, { version: "v2" })
  const kinds = (steps ?? []).map(({ kind }: Json) => kind)
  trial.expect(
    kinds.at(-1) === "REFUND" && kinds.length > 1,
    "several movements, the last a REFUND",
    kinds,
  )
}

const days = async (trial: Trial) => {
  const query = [
    ["start_date", "2026-03-03"],
    ["end_date", "2026-03-31"],
  ] as const
  const { daily_balances } = await recordOf(trial, "statements.get", { query })
  const dates = (daily_balances ?? []).map(({ date }: Json) => date)
  const right = dates.length === 29 && [...dates].sort().join() === dates.join()
  trial.expect(right, "29 days, in their order", dates)
}

const extensionLists = (trial: Trial): ReadonlyArray<readonly [string, "v1" | "v2"]> => [
  ["/events", "v1"],
  [`/budgets/${pool(trial).budget_id}/periods`, "v1"],
  [`/transactions/${idOf(trial, "transactions", "back")}/movements`, "v2"],
  ["/topups", "v1"],
  ["/policies", "v1"],
  ["/tax-rates", "v1"],
  ["/exports", "v1"],
  ["/webhooks", "v1"],
  ["/tokens", "v1"],
]

const statement = [
  ["start_date", "2026-03-01"],
  ["end_date", "2026-03-31"],
] as const

const refusedPages = [
  ["offset", "-1"],
  ["limit", "0"],
  ["limit", "501"],
  ["limit", "05"],
] as const

const bounds = async (trial: Trial) => {
  for (const bad of refusedPages) {
    const query = [...statement, bad]
    const what = `?${bad.join("=")}`
    const response = await trial.business.call("statements.get", { query })
    expectStatus(trial, response, 400, `statements.get${what}`)
    const transactions = await trial.business.call("transactions.list", { query: [bad] })
    expectStatus(trial, transactions, 400, `transactions.list${what}`)
    for (const [path, version] of extensionLists(trial)) {
      // A list that is an extension is optional.
      const found = await askBeside(trial, "GET", `${path}${what}`, { version })
      if (found.status !== 404) expectStatus(trial, found, 400, `${path}${what}`)
    }
  }
}

const parameters = async (trial: Trial) => {
  const query = [...statement, ["colour", "red"] as const]
  const response = await trial.business.call("statements.get", { query })
  expectProblem(trial, response, 400, "unknown_parameter", "statements.get?colour=red")
  for (const [path, version] of [...extensionLists(trial), ["/reports/spend", "v1"] as const]) {
    const found = await askBeside(trial, "GET", `${path}?colour=red`, { version })
    if (found.status === 404) continue
    expectProblem(trial, found, 400, "unknown_parameter", `${path}?colour=red`)
  }
}

const farOffsets = async (trial: Trial) => {
  for (const offset of ["2147483648", "9007199254740991"]) {
    const response = await trial.business.call("users.list", { query: [["offset", offset]] })
    expectStatus(trial, response, 200, `offset=${offset}`)
    const { count, results } = response.body
    trial.expect(count > 0 && results?.length === 0, "nothing, and the true count", response)
  }
}

const realDays = async (trial: Trial) => {
  const transactions = (day: string) =>
    trial.business.call("transactions.list", { query: [["min_auth_date", day]] })
  const statements = (day: string) =>
    trial.business.call("statements.get", {
      query: [
        ["start_date", day],
        ["end_date", day],
      ],
    })
  for (const ask of [transactions, statements]) {
    for (const day of ["1900-02-29", "2025-02-29", "2026-04-31", "2026-00-10", "yesterday"]) {
      expectProblem(trial, await ask(day), 400, "invalid_date", day)
    }
    for (const day of ["2000-02-29", "2024-02-29", "0999-12-31", "0001-01-01"]) {
      expectStatus(trial, await ask(day), 200, day)
    }
  }
}

const emptyDays = async (trial: Trial) => {
  const [wallet] = (await trial.business.call("balances.get")).body ?? []
  for (const [day, expected] of [
    ["1999-12-31", 0],
    ["2999-12-31", wallet?.balance],
  ] as const) {
    const query = [
      ["start_date", day],
      ["end_date", day],
    ] as const
    const seen = await recordOf(trial, "statements.get", { query })
    const { count, opening_balance, closing_balance } = seen
    const right = count === 0 && opening_balance === expected && closing_balance === expected
    trial.expect(right, `${day}: no day, and ${expected} before and after`, seen)
  }
}

const paid = variant(
  "paid-in",
  {},
  transaction("deposit", {
    transaction_type: "DEPOSIT_DIRECT_CREDIT",
    amount: "50.05",
  }),
)

const customOnly = async (trial: Trial) => {
  const of = (custom: string) =>
    recordsOf(trial, "categories.list", { query: [["custom", custom]] })
  const [own, system] = [await of("true"), await of("false")]
  const all = await recordsOf(trial, "categories.list")
  const right =
    own.every((row) => row.custom === true) &&
    system.every((row) => row.custom === false) &&
    own.length > 0 &&
    own.length + system.length === all.length
  trial.expect(right, "the custom ones, the others, together all", [own, system])
}

/** Lists with one record for each of two combined filters. */
const twoOfMembers = async (trial: Trial) => {
  const path = pool(trial)
  const ann = idOf(trial, "users", "ann")
  const budget_member_id = idOf(trial, "budget_members", "pool.ann")
  const removal = { path: { ...path, budget_member_id } }
  expectStatus(
    trial,
    await trial.business.call("budget-members.remove", removal),
    204,
    "ann leaves",
  )
  for (const [is_deleted, expected] of [
    ["true", 1],
    ["false", 0],
  ] as const) {
    const query = [["user_id", ann] as const, ["is_deleted", is_deleted] as const]
    const rows = await recordsOf(trial, "budget-members.list", { path, query })
    trial.expect(rows.length === expected, `ann, is_deleted=${is_deleted}: ${expected}`, rows)
  }
}

const twoOfBudgets = async (trial: Trial) => {
  const all = await recordsOf(trial, "budgets.list")
  for (const budget_type of ["BUDGET", "SUBSCRIPTION"]) {
    for (const has_member_limits of [true, false]) {
      for (const is_deleted of [true, false]) {
        const filter = { budget_type, has_member_limits, is_deleted }
        const query = Object.entries(filter).map(([name, value]) => [name, `${value}`] as const)
        const found = await recordsOf(trial, "budgets.list", { query })
        const expected = all.filter((row) =>
          Object.entries(filter).every(([name, value]) => row[name] === value),
        )
        const same = found.map(({ id }) => id).join() === expected.map(({ id }) => id).join()
        trial.expect(same, `${JSON.stringify(filter)}: ${expected.length}`, found.length)
      }
    }
  }
}

/** Checks of rules for every list that are not tested with the representative ones. */
export const everyList = checksOf("settled", [
  ...rowsOf("order", [
    ["nested", "owners, options and topups of a member have their order", orders],
    ["beside", "policies, topups and movements have their order", ordersBeside, ledger],
    ["days", "daily balances are in the order of their dates", days, ledger],
  ]),
  ...rowsOf("bounds", [["every-list", "no list takes a page out of bounds", bounds, ledger]]),
  ...rowsOf("unknown-input", [
    ["beside", "no list takes a parameter that it lacks", parameters, ledger],
  ]),
  ...rowsOf("past-the-end", [["far", "an offset far beyond is past the end", farOffsets]]),
  ...rowsOf("dates", [["real", "a day is one of the calendar, in any year", realDays]]),
  ...rowsOf("empty-statement", [
    ["days", "without a day the wallet holds what it held", emptyDays, paid],
  ]),
  ...rowsOf("category-filters", [["custom", "custom categories, and others", customOnly]]),
  ...rowsOf("member-filter", [["two", "of one user, deleted or not", twoOfMembers]]),
  ...rowsOf("budget-filters", [["all", "budgets by all three filters", twoOfBudgets, "alpha"]]),
])
