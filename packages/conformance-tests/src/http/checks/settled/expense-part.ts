import { category, pooledBudget, token, transaction } from "../../../interface/world/scenarios.ts"
import { checksOf, type Json, type Trial } from "../../check.ts"
import { idOf, recordOf, recordsOf } from "../steps.ts"
import { askBeside, readBeside } from "./beside.ts"
import { expectProblem, expectStatus, rowsOf, shows, variant } from "./rows.ts"

const books = variant(
  "expense-part",
  {},
  category("meals"),
  pooledBudget("projects", { categories: ["gifts"], custom_fields: ["project"] }),
  transaction("paid", { user: "ann", budget: "projects" }),
  transaction("back", { status: "REFUNDED", amount: "-7.00" }),
  transaction("deposit", { transaction_type: "DEPOSIT_DIRECT_CREDIT", amount: "50.00" }),
  token("reader", { role: "reader" }),
  token("manager", { role: "manager" }),
)

const pathOf = (trial: Trial, key = "paid") => `/transactions/${idOf(trial, "transactions", key)}`
const change = (trial: Trial, body: Json, as = "admin") =>
  askBeside(trial, "PATCH", pathOf(trial), { version: "v2", body, as })
const value = (entry_text: string, field_name = "Field project") => ({ field_name, entry_text })

const part = async (trial: Trial) => {
  const line = { amount: 10, category_id: idOf(trial, "categories", "gifts"), description: "A" }
  const body = {
    attendees: ["Ann", "Bo"],
    receipt_urls: ["https://receipts.example.com/1"],
    line_items: [line],
    custom_fields: [value("Perth")],
  }
  for (const as of ["admin", "reader"]) {
    expectStatus(trial, await change(trial, body, as), 200, `the expense part, as ${as}`)
  }
  const path = { transaction_id: idOf(trial, "transactions", "paid") }
  const shown = await recordOf(trial, "transactions.get", { path })
  const { attendees, receipt_urls } = body
  const [first] = body.custom_fields
  const isShown =
    shows(shown, { attendees, receipt_urls }) &&
    shown.custom_fields?.length === 1 &&
    shows(shown.custom_fields[0], first)
  trial.expect(isShown, JSON.stringify({ ...body, line_items: "as below" }), shown)
  trial.expect(
    shown.line_items?.[0]?.description === "A",
    "a line item with the description A",
    shown.line_items,
  )
  expectStatus(trial, await change(trial, body, "manager"), 403, "as a Manager")
  expectStatus(trial, await change(trial, { amount: -1 }), 400, "what is no part of the expense")
}

const values = async (trial: Trial) => {
  const fields = (...custom_fields: ReadonlyArray<Json>) => change(trial, { custom_fields })
  expectProblem(trial, await fields(value("Sydney")), 400, "unknown_option", "another option")
  const strange = await fields(value("Perth", "Field colour"))
  expectProblem(trial, strange, 400, "unknown_custom_field", "another field")
  const twice = await fields(value("Perth"), value("Perth"))
  expectProblem(trial, twice, 400, "duplicate_custom_field", "a field twice")
  expectStatus(trial, await fields(value("Perth")), 200, "an option of the field")
  const lines = (key: string) =>
    change(trial, {
      line_items: [{ amount: 10, category_id: idOf(trial, "categories", key), description: "A" }],
    })
  const meals = await lines("meals")
  expectProblem(trial, meals, 400, "category_not_allowed", "a category that is not the budget's")
  expectStatus(trial, await lines("gifts"), 200, "a category of the budget")
}

const cents = (amount: unknown) => Math.round(Number(amount) * 100)
const kinds = ["HOLD", "CLEAR", "REVERSE", "REFUND", "RECORD"]

const movements = async (trial: Trial) => {
  const every: Array<Json> = []
  for (const key of ["paid", "back", "deposit"]) {
    const path = `${pathOf(trial, key)}/movements`
    const { count, results } = await readBeside(trial, path, { version: "v2" })
    trial.expect(count === results?.length && count > 0, `the movements of ${key}`, results)
    every.push(...results)
  }
  trial.expect(
    every.every(({ kind }) => kinds.includes(kind)),
    kinds.join(),
    every,
  )
  const { body } = await trial.business.call("balances.get")
  const [wallet] = Array.isArray(body) ? body : []
  const sum = every.reduce((total, { amount }) => total + cents(amount), 0)
  trial.expect(sum === cents(wallet?.balance), "they add up to the wallet's balance", every)
  const last = every.some(({ balance_after }) => cents(balance_after) === cents(wallet?.balance))
  trial.expect(last, "the balance after the last is the wallet's", every)
}

const mapping = async (trial: Trial) => {
  const rows = await recordsOf(trial, "categories.list")
  const system = rows.find(({ custom }) => custom === false)
  if (system === undefined) trial.blocked("no category of the system")
  const code = idOf(trial, "accounting_codes", "one")
  for (const accounting_code_id of [code, null]) {
    const path = { category_id: system.id }
    const response = await trial.business.call("categories.map", {
      path,
      body: { accounting_code_id },
    })
    expectStatus(trial, response, 200, "a system category's code")
    const found = (await recordsOf(trial, "categories.list")).find(({ id }) => id === system.id)
    const shown = found?.accounting_code_id
    trial.expect(shown === accounting_code_id, `the code ${accounting_code_id}`, found)
  }
}

const never = async (trial: Trial) => {
  const budget_id = idOf(trial, "budgets", "projects")
  const { created } = await recordOf(trial, "budgets.get", { path: { budget_id } })
  const { results } = await readBeside(trial, `/budgets/${budget_id}/periods`)
  const [period] = results ?? []
  const right = results?.length === 1 && period.start === created && period.end === null
  trial.expect(right, `one period from ${created} on, without an end`, results)
}

const noTaxRates = async (trial: Trial) => {
  const { count, results } = await readBeside(trial, "/tax-rates")
  trial.expect(count === 0 && results?.length === 0, "count 0, and no results", results)
  const one = await askBeside(trial, "GET", "/tax-rates/00000000-0000-4000-8000-00000000dead")
  expectStatus(trial, one, 404, "a tax rate")
}

const sessions = async (trial: Trial) => {
  const response = await askBeside(trial, "GET", "/me/sessions", { as: "least" })
  expectStatus(trial, response, 200, "the sessions of a user")
  const { count, results } = response.body ?? {}
  const right = count === 0 && Array.isArray(results) && results.length === 0
  trial.expect(right, "none, for they never signed in", response)
  const withoutPerson = await askBeside(trial, "GET", "/me/sessions")
  expectStatus(trial, withoutPerson, 403, "the sessions of nobody")
}

export const expensePart = checksOf("settled", [
  ...rowsOf("expense-part", [["each", "who keeps the books completes it", part, books]]),
  ...rowsOf("list-values", [["each", "values and categories are the budget's", values, books]]),
  ...rowsOf("movements", [["wallet", "movements add up to the wallet", movements, books]]),
  ...rowsOf("mapping-system", [["code", "a system category has a code", mapping, books]]),
  ...rowsOf("never-period", [["projects", "it begins with its budget", never, books]]),
  ...rowsOf("tax-rates", [["none", "there are none without itemised tax", noTaxRates, books]]),
  ...rowsOf("sessions", [["user", "a user's sessions are listed", sessions, books]]),
])
