import { type Answer, checksOf, type Json, type Trial } from "../../check.ts"
import { idOf } from "../steps.ts"
import {
  codesOf,
  expectExactly,
  limited,
  newBudget,
  newInvite,
  peopleOf,
  pool,
  rowsOf,
  topUp,
  topup,
} from "./rows.ts"

/** Requests that each violate another rule about existing data. */
const againstRules = async (trial: Trial): Promise<ReadonlyArray<readonly [string, Answer]>> => {
  const { call } = trial.business
  const ann = peopleOf(trial, "ann")[0]
  const [first, owner] = peopleOf(trial, "bob", "admin")
  const invited = (email: string) => call("invites.create", { body: newInvite(trial, email) })
  const member = (body: Json) => call("budget-members.create", { path: pool(trial), body })
  const ofMember = { ...pool(trial), budget_member_id: idOf(trial, "budget_members", "pool.ann") }
  return [
    ["more than there is", await topUp(trial, { ...topup, amount: -1_000_000 })],
    ["a topup of a budget with limits", await topUp(trial, topup, { path: limited(trial) })],
    ["an address that is invited", await invited("kim@invited.example")],
    ["an address of a user", await invited("ann@scenario.example")],
    ["a member already", await member(ann)],
    ["an owner already", await call("budget-owners.create", { path: pool(trial), body: owner })],
    [
      "the only owner of a budget",
      await call("users.remove", { path: { user_id: idOf(trial, "users", "admin") } }),
    ],
    [
      "the sum of the members' amounts",
      await call("budgets.update", { path: limited(trial), body: { reset_amount: 5 } }),
    ],
    [
      "an owner whom nobody knows",
      await call("budgets.create", {
        body: { ...newBudget(trial), owners: [{ user: { id: 999_999_999 } }] },
      }),
    ],
    ["a member's amount without limits", await member({ ...first, reset_amount: 5 })],
    [
      "an amount of a member without limits",
      await call("budget-members.update", { path: ofMember, body: { reset_amount: 5 } }),
    ],
    ["more decimals than the currency has", await topUp(trial, { ...topup, amount: 1.001 })],
  ]
}

const rules = async (trial: Trial) => {
  const responses = await againstRules(trial)
  for (const [what, response] of responses) expectExactly(trial, response, 400, what)
  const codes = responses.slice(0, 5).map(([, { body }]) => codesOf(body)[0])
  trial.expect(new Set(codes).size === codes.length, "a code of its own for each rule", codes)
}

const shape = async (trial: Trial) => {
  const { call } = trial.business
  const budget = newBudget(trial)
  const wrong: ReadonlyArray<readonly [string, Answer]> = [
    ["a limit of 0", await call("users.list", { query: [["limit", "0"]] })],
    ["an offset below 0", await call("budgets.list", { query: [["offset", "-1"]] })],
    ["a parameter that there is not", await call("roles.list", { query: [["colour", "red"]] })],
    ["no day", await call("transactions.list", { query: [["min_auth_date", "yesterday"]] })],
    ["no boolean", await call("users.list", { query: [["is_deleted", "yes"]] })],
    ["a topup without an amount", await topUp(trial, { description: "None" })],
    ["an amount in text", await topUp(trial, { ...topup, amount: "5.50" })],
    ["a field that there is not", await topUp(trial, { ...topup, colour: "red" })],
    ["a list in the place of an object", await topUp(trial, [topup])],
    ["a name of nothing", await call("budgets.create", { body: { ...budget, name: " " } })],
    [
      "a cadence that there is not",
      await call("budgets.create", { body: { ...budget, reset_period: "HOURLY" } }),
    ],
    [
      "a payment type that there is not",
      await call("invites.create", { body: { ...newInvite(trial), payment_types: ["cash"] } }),
    ],
  ]
  for (const [what, response] of wrong) expectExactly(trial, response, 400, what)
}

export const statuses = checksOf("settled", [
  ...rowsOf("rule-status", [["each", "what is against a rule is refused with 400", rules]]),
  ...rowsOf("shape-status", [["each", "what is of the wrong shape is refused with 400", shape]]),
])
