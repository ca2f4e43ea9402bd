import { pooledBudget, transaction } from "../../../interface/world/scenarios.ts"
import { checksOf, type Json, type Trial } from "../../check.ts"
import { canonical, idOf, need, recordOf } from "../steps.ts"
import { challengesToken } from "./answers.ts"
import { askBeside, needBeside, readBeside } from "./beside.ts"
import {
  expectStatus,
  newBudget,
  office,
  peopleOf,
  pool,
  rowsOf,
  topUp,
  topup,
  variant,
} from "./rows.ts"

const cadence = async (trial: Trial) => {
  const path = pool(trial)
  expectStatus(trial, await topUp(trial, { ...topup, amount: 7.25 }), 200, "a topup")
  for (const [reset_period, most] of [
    ["DAILY", 1],
    ["WEEKLY", 7],
    ["MONTHLY", 31],
    ["ANNUALLY", 366],
  ] as const) {
    const call = { path, body: { reset_period } }
    expectStatus(trial, await trial.business.call("budgets.update", call), 200, reset_period)
    const shown = await recordOf(trial, "budgets.get", { path })
    const [start, end] = [shown.current_period_start, shown.current_period_end].map(Date.parse)
    const days = (Number(end) + 1 - Number(start)) / 86_400_000
    const right = shown.reset_period === reset_period && days <= most && days > most * 0.9 - 1
    trial.expect(right, `${reset_period}: a period of ${most} days or so`, shown)
    trial.expect(shown.available_amount === 1007.25, "1007.25 available as before", shown)
  }
  const never = { path, body: { reset_period: "NEVER" } }
  need(trial, await trial.business.call("budgets.update", never), "NEVER")
  const { current_period_end } = await recordOf(trial, "budgets.get", { path })
  trial.expect(current_period_end === null, "NEVER: no end", current_period_end)
}

const settings = async (trial: Trial) => {
  const path = pool(trial)
  const set = (body: Json) => trial.business.call("budgets.update", { path, body })
  const limit = { limit_categories: true, categories: [idOf(trial, "categories", "gifts")] }
  for (const body of [{ rollover_funds: true }, limit, { limit_categories: false }]) {
    expectStatus(trial, await set(body), 200, JSON.stringify(body))
  }
  const { rollover_funds, limit_categories, categories } = await recordOf(trial, "budgets.get", {
    path,
  })
  const seen = canonical([rollover_funds, limit_categories, categories])
  trial.expect(seen === "[true,false,[]]", "rolls over, and shows no categories", seen)
}

/** The available amount is split itself, even if it differs from the amount of a period. */
const unevenSplit = async (trial: Trial) => {
  const body = { ...newBudget(trial), members: peopleOf(trial, "admin", "ann", "bob") }
  const { id } = await recordOf(trial, "budgets.create", { body })
  const path = { budget_id: id }
  const taken = { path, body: { amount: -49.99, description: "Less" } }
  need(trial, await trial.business.call("topups.create", taken), "a topup")
  const toggle = { path, body: { has_member_limits: true } }
  need(trial, await trial.business.call("budgets.update", toggle), "member limits")
  const { results } = need(
    trial,
    await trial.business.call("budget-members.list", { path }),
    "them",
  ).body
  const shares = results.map((row: Json) => [row.reset_amount, row.available_amount])
  const expected = [
    [33.34, 16.67],
    [33.33, 16.67],
    [33.33, 16.67],
  ]
  trial.expect(canonical(shares) === canonical(expected), canonical(expected), shares)
}

const unmapped = async (trial: Trial) => {
  const path = { category_id: idOf(trial, "categories", "gifts") }
  const set = (accounting_code_id: string | null) =>
    trial.business.call("categories.update", { path, body: { accounting_code_id } })
  const code = idOf(trial, "accounting_codes", "one")
  const strange = "00000000-0000-4000-8000-00000000dead"
  for (const one of [code, null]) {
    const response = await set(one)
    trial.expect(response.body?.accounting_code_id === one, `the code ${one}`, response)
  }
  expectStatus(trial, await set(strange), 400, "a code that there is not")
}

const complete = variant(
  "judged-again",
  { custom_fields: [] },
  transaction("done", {
    user: "ann",
    budget: "pool",
    attendees: ["Ann"],
    receipt_urls: ["https://receipts.example.com/1"],
    line_items: [
      {
        amount: "10.00",
        gst_amount: "0.00",
        category: "gifts",
        description: "A gift",
        custom_fields: [],
      },
    ],
  }),
)

const judgedAgain = async (trial: Trial) => {
  const path = { transaction_id: idOf(trial, "transactions", "done") }
  const statusAfter = async (body: Json, expected: string) => {
    const url = `/transactions/${path.transaction_id}`
    const response = await askBeside(trial, "PATCH", url, { version: "v2", body })
    expectStatus(trial, response, 200, JSON.stringify(body))
    const { expense_status } = await recordOf(trial, "transactions.get", { path })
    trial.expect(
      expense_status === expected,
      `${expected} after ${JSON.stringify(body)}`,
      expense_status,
    )
  }
  const before = await recordOf(trial, "transactions.get", { path })
  trial.expect(before.expense_status === "COMPLETE", "a complete expense", before)
  await statusAfter({ attendees: ["Bo"] }, "COMPLETE")
  await statusAfter({ receipt_urls: [] }, "INCOMPLETE_EXPENSE")
  await statusAfter({ receipt_urls: ["https://receipts.example.com/2"] }, "COMPLETE")
  await statusAfter({ line_items: [] }, "INCOMPLETE_EXPENSE")
  const { attendees } = await recordOf(trial, "transactions.get", { path })
  trial.expect(canonical(attendees) === '["Bo"]', "Bo alone, in the place of Ann", attendees)
}

/** Changed records are listed as changed. */
const changedSince = async (trial: Trial) => {
  const path = { transaction_id: idOf(trial, "transactions", "done") }
  const { updated } = await recordOf(trial, "transactions.get", { path })
  const url = `/transactions/${path.transaction_id}`
  const body = { attendees: ["Bo"] }
  need(trial, await askBeside(trial, "PATCH", url, { version: "v2", body }), "a change")
  const query = [["updated_after", updated]] as const
  const found = await trial.business.call("transactions.list", { query })
  trial.expect(found.body?.count === 1, `one that changed after ${updated}`, found)
}

const eventsStay = async (trial: Trial) => {
  await needBeside(trial, "/events")
  expectStatus(trial, await topUp(trial, { ...topup, amount: 3.21 }), 200, "a topup")
  const name = { path: pool(trial), body: { name: "Renamed" } }
  expectStatus(trial, await trial.business.call("budgets.update", name), 200, "another name")
  const read = async (query = "") => (await readBeside(trial, `/events?limit=500${query}`)).results
  const first: ReadonlyArray<Json> = await read()
  const again: ReadonlyArray<Json> = await read()
  trial.expect(
    canonical(first) === canonical(again.slice(0, first.length)),
    "the same events again, each as before",
    again,
  )
  const whole = first.every(({ actor, data }) => actor !== undefined && Boolean(data?.id ?? data))
  trial.expect(whole, "each with its actor and its data", first)
  const made = first.find(({ type }) => type === "topup.created")
  trial.expect(made?.data?.amount === 3.21, "topup.created, with the topup of 3.21 as data", made)
  // No sentence defines the name of this event's type.
  const renamed = first.find(({ data }) => data?.name === "Renamed")
  const right = renamed?.previous?.name === "Budget pool"
  trial.expect(right, "the new name, and the old one in `previous`", renamed)
  const middle = first[Math.floor(first.length / 2)]
  const ids = (rows: ReadonlyArray<Json>) => rows.map(({ sequence }) => sequence).join()
  for (const [query, keep] of [
    [`&min_created=${middle?.created}`, (row: Json) => row.created >= middle?.created],
    [`&max_created=${middle?.created}`, (row: Json) => row.created <= middle?.created],
    [
      `&type=${middle?.type}&after_sequence=${middle?.sequence}`,
      (row: Json) => row.type === middle?.type && row.sequence > middle?.sequence,
    ],
  ] as const) {
    const expected = ids(first.filter(keep))
    const seen = ids(await read(query))
    trial.expect(seen === expected, `${query}: ${expected}`, seen)
  }
}

const stored = async (trial: Trial) => {
  const response = await trial.business.call("transactions.list")
  const value = response.headers["cache-control"] ?? ""
  trial.expect(/\bno-store\b/u.test(value), "Cache-Control: no-store", response)
}

const expired = async (trial: Trial) => {
  const alpha = await trial.world("alpha")
  for (const as of ["expired", "revoked"]) {
    if (alpha.tokens[as] === undefined) continue
    const response = await alpha.call("users.list", { as })
    const value = response.headers["www-authenticate"] ?? ""
    trial.expect(challengesToken.test(value), `${as}: invalid_token`, response)
  }
}

const daily = { reset_period: "DAILY", reset_amount: "100.00", members: ["ann"] } as const

const overspent = variant(
  "overspent",
  { budgets: [] },
  pooledBudget("rolling", { ...daily, rollover_funds: true }),
)

/** More is spent than available; the deficit is carried into the next period. */
const deficit = async (trial: Trial) => {
  const { client_id } = trial.business
  const path = { budget_id: idOf(trial, "budgets", "rolling") }
  const { current_period_start, current_period_end } = await recordOf(trial, "budgets.get", {
    path,
  })
  const [row] = transaction("much", {
    auth_date: current_period_start,
    cleared_date: current_period_start,
    amount: "-230.10",
    user: idOf(trial, "users", "ann"),
    budget: path.budget_id,
  })({ ...office, transactions: [] }).transactions
  await trial.act("record-transaction", { client_id, transaction: row })
  const now = new Date(Date.parse(current_period_end) + 1).toISOString()
  await trial.act("set-clock", { now })
  const after = await recordOf(trial, "budgets.get", { path })
  const right = after.available_amount === -30.1 && after.spent_amount === 0
  trial.expect(right, "-30.1 available, nothing spent", after)
}

const clocked = rowsOf("reset", [["deficit", "a deficit rolls over, too", deficit, overspent]]).map(
  (row) => ({ ...row, needs: ["set-clock", "record-transaction"] as const }),
)

/** Checks of the effects of changes, and of data that they must not affect. */
export const changed = checksOf("settled", [
  ...rowsOf("new-cadence", [["update", "another cadence, and the amounts stay", cadence]]),
  ...rowsOf("budget-changes", [["settings", "what is set is what is shown", settings]]),
  ...rowsOf("pooling", [["uneven", "what is available is split to the cent", unevenSplit]]),
  ...rowsOf("category-rules", [["code", "a category's code is set and cleared", unmapped]]),
  ...rowsOf("complete-stays", [["again", "a change is judged again", judgedAgain, complete]]),
  ...rowsOf("transaction-filters", [
    ["changed", "a change is listed as one", changedSince, complete],
  ]),
  ...rowsOf("event-chain", [["stay", "events stay, and say what changed", eventsStay]]),
  ...rowsOf("no-store", [["transactions", "no transaction is to be stored", stored]]),
  ...rowsOf("challenge", [["ended", "a token that ended is called so", expired]]),
  ...clocked,
])
