import { policy } from "../../../interface/world/scenarios.ts"
import { type Answer, checksOf, type Json, type Trial } from "../../check.ts"
import { idOf, idsOf, recordOf, recordsOf, requires, targetNow } from "../steps.ts"
import {
  expectExactly,
  expectProblem,
  expectStatus,
  limited,
  pool,
  rowsOf,
  topUp,
  topup,
  variant,
} from "./rows.ts"

const topupFields = async (trial: Trial) => {
  const { body } = await topUp(trial, topup, { as: "clerk" })
  const admin = Number(idOf(trial, "users", "admin"))
  const right =
    body?.amount === 5.5 &&
    body.description === "Travel" &&
    body.status === "APPROVED" &&
    body.requested_by?.id === admin &&
    "actioned_by" in body &&
    "actioned_on" in body &&
    typeof body.created === "string" &&
    typeof body.updated === "string"
  trial.expect(right, "a topup with each of its fields", body)
}

const refusals = async (trial: Trial) => {
  const { call } = trial.business
  const overdraft = await topUp(trial, { ...topup, amount: -1_000.01 })
  expectProblem(trial, overdraft, 400, "insufficient_funds", "more than there is is taken away")
  const all = await topUp(trial, { ...topup, amount: -1_000 })
  expectStatus(trial, all, 200, "all of it is taken away")
  const budget = await call("topups.create", { path: limited(trial), body: topup })
  expectProblem(trial, budget, 400, "topup_needs_member", "a topup of a budget with limits")
  const path = { ...pool(trial), budget_member_id: idOf(trial, "budget_members", "pool.ann") }
  const member = await call("member-topups.create", { path, body: topup })
  expectProblem(trial, member, 400, "topup_needs_budget", "a topup of a member without limits")
  const zero = await topUp(trial, { ...topup, amount: 0 })
  expectStatus(trial, zero, 400, "a topup of nothing")
}

const waiting = variant("approval", {}, policy("all"))

const approval = async (trial: Trial) => {
  requires(trial, "policies")
  const { call } = trial.business
  const available = async () =>
    (await recordOf(trial, "budgets.get", { path: pool(trial) })).available_amount
  const made = async () => {
    const response = await topUp(trial, topup)
    if (response.body?.status !== "PENDING") trial.blocked("a topup under a policy does not wait")
    return { ...pool(trial), topup_id: String(response.body.id) }
  }
  const before = await available()
  const steps = [
    ["topups.decline", "DECLINED", before],
    ["topups.cancel", "CANCELLED", before],
    ["topups.approve", "APPROVED", before + 5.5],
  ] as const
  for (const [operation, status, after] of steps) {
    const path = await made()
    const response = await call(operation, { path, as: "clerk" })
    expectStatus(trial, response, 200, operation)
    trial.expect(response.body?.status === status, `${operation}: ${status}`, response)
    trial.expect((await available()) === after, `${after} available`, await available())
    const again = await call(operation, { path, as: "clerk" })
    expectProblem(trial, again, 400, "topup_not_pending", `${operation} again`)
  }
}

const filters = async (trial: Trial) => {
  const { spec, ids } = trial.business
  const shown = spec.transactions.filter((row) => row.status !== "DECLINED")
  const user = "user-05"
  const budget = "budget-01"
  const types = ["BILL", "CREDIT"]
  const cases = [
    ["user_id", [["user_id", ids.users[user] ?? ""]], shown.filter((row) => row.user === user)],
    [
      "budget_id",
      [["budget_id", ids.budgets[budget] ?? ""]],
      shown.filter((row) => row.budget === budget),
    ],
    [
      "transaction_type",
      types.map((type) => ["transaction_type", type] as const),
      shown.filter((row) => types.includes(row.transaction_type)),
    ],
  ] as const
  for (const [name, query, expected] of cases) {
    const listed = idsOf(await recordsOf(trial, "transactions.list", { query }))
    const right = expected.map((row) => ids.transactions[row.key] ?? "").sort()
    trial.expect(listed.join() === right.join(), `${name}: ${right.length} of them`, listed.length)
  }
}

const updatedAfter = async (trial: Trial) => {
  const listed = await recordsOf(trial, "transactions.list")
  const times = listed.map((row) => String(row.updated)).sort()
  const middle = times[Math.floor(times.length / 2)] ?? ""
  const query = [["updated_after", middle]] as const
  const found = idsOf(await recordsOf(trial, "transactions.list", { query }))
  const expected = idsOf(listed.filter((row) => row.updated > middle))
  trial.expect(found.join() === expected.join(), `${expected.length} after ${middle}`, found.length)
}

const minAfterMax = async (trial: Trial) => {
  for (const kind of ["auth", "cleared"]) {
    const query = [
      [`min_${kind}_date`, "2026-02-02"],
      [`max_${kind}_date`, "2026-02-01"],
    ] as const
    const response = await trial.business.call("transactions.list", { query })
    expectStatus(trial, response, 400, `${kind}: the first day after the last`)
  }
}

const statementRefusals = async (trial: Trial) => {
  const ask = (query: ReadonlyArray<readonly [string, string]>): Promise<Answer> =>
    trial.business.call("statements.get", { query })
  const start = ["start_date", "2026-01-01"] as const
  const end = ["end_date", "2026-01-31"] as const
  expectStatus(trial, await ask([start, end]), 200, "both days")
  expectStatus(trial, await ask([start]), 400, "no last day")
  expectStatus(trial, await ask([end]), 400, "no first day")
  const turned = [["start_date", "2026-02-01"] as const, end]
  expectStatus(trial, await ask(turned), 400, "the first day after the last")
}

const unknownCurrency = async (trial: Trial) => {
  const query = [
    ["start_date", "2026-01-01"],
    ["end_date", "2026-01-31"],
    ["currency", "CHF"],
  ] as const
  const response = await trial.business.call("statements.get", { query })
  expectProblem(trial, response, 400, "unknown_currency", "a statement in francs")
}

const balances = async (trial: Trial) => {
  const response = await trial.business.call("balances.get")
  const wallets: ReadonlyArray<Json> = Array.isArray(response.body) ? response.body : []
  const { currency, wallets: further } = trial.business.spec
  const expected = [currency, ...further].sort()
  const seen = wallets.map((wallet) => wallet.currency)
  trial.expect(
    seen.join() === expected.join(),
    `a bare array of ${expected.join(", ")}`,
    response.body,
  )
  const today = new Date(await targetNow(trial)).toISOString().slice(0, 10)
  for (const wallet of wallets) {
    const query = [
      ["start_date", today],
      ["end_date", today],
      ["currency", wallet.currency],
    ] as const
    const { closing_balance } = await recordOf(trial, "statements.get", { query })
    trial.expect(
      closing_balance === wallet.balance,
      `closing_balance of today in ${wallet.currency} is its balance, ${wallet.balance}`,
      { closing_balance },
    )
  }
}

const fieldRules = async (trial: Trial) => {
  const { call } = trial.business
  const ask = (body: Json) => call("custom-fields.create", { body })
  const made = await ask({ name: "Region", field_type: "LIST" })
  expectStatus(trial, made, 201, "a field without a setting")
  const setting = made.body?.budget_setting
  trial.expect(setting === "ALL_CURRENT_AND_NEW", "on all current and new budgets", made)
  const again = await ask({ name: "REGION", field_type: "FREE_TEXT" })
  expectStatus(trial, again, 400, "another field of its name")
}

const upsert = async (trial: Trial) => {
  const { call } = trial.business
  const ask = (name: string) => call("accounting-codes.create", { body: { code: "9-1", name } })
  const first = await ask("One")
  expectExactly(trial, first, 201, "a new code")
  const path = { accounting_code_id: String(first.body?.id) }
  const renamed = await ask("Other")
  expectExactly(trial, renamed, 200, "the code under another name")
  const removal = await call("accounting-codes.remove", { path })
  expectExactly(trial, removal, 204, "the code is deleted")
  const back = await ask("Back")
  expectExactly(trial, back, 200, "the code comes back")
  const ids = [renamed.body?.id, back.body?.id].map(String)
  trial.expect(
    ids.join() === `${path.accounting_code_id},${path.accounting_code_id}`,
    "the id of the first, each time",
    ids,
  )
}

const connected = variant("connected", { integration: "XERO" })

const managed = async (trial: Trial) => {
  const { call } = trial.business
  const body = { code: "9-1", name: "Nine" }
  const made = await call("accounting-codes.create", { body })
  expectProblem(trial, made, 400, "integration_managed", "a code is created")
  const path = { accounting_code_id: idOf(trial, "accounting_codes", "one") }
  const removal = await call("accounting-codes.remove", { path })
  expectProblem(trial, removal, 400, "integration_managed", "a code is deleted")
}

export const money = checksOf("settled", [
  ...rowsOf("topup-fields", [["created", "a topup shows what became of it", topupFields]]),
  ...rowsOf("topup-refusals", [["each", "each refusal of a topup has its code", refusals]]),
  ...rowsOf("topup-approval", [
    ["each", "what waits is approved, declined or cancelled, once", approval, waiting],
  ]),
  ...rowsOf("transaction-filters", [
    ["references", "transactions are filtered by user, budget and type", filters, "alpha"],
    ["updated-after", "transactions are filtered by when they changed", updatedAfter, "alpha"],
  ]),
  ...rowsOf("min-after-max", [["transactions", "the later bound first is refused", minAfterMax]]),
  ...rowsOf("statement-refusals", [["dates", "a statement needs its days", statementRefusals]]),
  ...rowsOf("unknown-currency", [["statement", "there is no such wallet", unknownCurrency]]),
  ...rowsOf("balance-shape", [["today", "balances are what today closes with", balances, "alpha"]]),
  ...rowsOf("field-rules", [["create", "fields have a setting and a name", fieldRules]]),
  ...rowsOf("code-upsert", [["each", "a code is one record for good", upsert]]),
  ...rowsOf("integration-managed", [["each", "codes are the integration's", managed, connected]]),
])
