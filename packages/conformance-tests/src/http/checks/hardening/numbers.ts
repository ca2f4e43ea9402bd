import { decimal, dice, hundredths } from "../../../interface/world/dice.ts"
import { business, limitedBudget, user } from "../../../interface/world/scenarios.ts"
import { checksOf, type Json, type Trial } from "../../check.ts"
import { expectUnchanged } from "../difference.ts"
import { idOf, isSuccess } from "../steps.ts"
import {
  availableOf,
  expectNoFault,
  expectRefused,
  isRefused,
  placeOf,
  postTopup,
  refusesEach,
  scenario,
  stateOf,
} from "./survival.ts"

const topupText = (amount: string) => `{"amount":${amount},"description":"Travel"}`

/** Amounts in JSON with their value in hundredths; null if they are not whole hundredths. */
const exact: ReadonlyArray<readonly [amount: string, cents: number | null]> = [
  ["0.1", 10],
  ["0.2", 20],
  ["0.30000000000000004", null],
  ["1.005", null],
  ["0.001", null],
  ["1e-7", null],
  ["1.1e0", 110],
  ["1.10", 110],
  ["1.1000000000000000000000000000000000001", null],
  ["4.35", 435],
  ["8.41", 841],
  ["1.0049999999999999", null],
  ["0.29", 29],
  ["999999.99", 99_999_999],
]

const huge = [
  "9007199254740991",
  "9007199254740992",
  "9007199254740993",
  "9223372036854775807",
  "9223372036854775808",
  "18446744073709551616",
  "1e21",
  "1e308",
  "1e400",
  "-1e400",
  "90071992547409.93e2",
  "1".repeat(400),
]

/** Returns the hundredths of a number in a response; null if it has more decimals. */
const centsOf = (value: Json): number | null => {
  const cents = Math.round(Number(value) * 100)
  return typeof value === "number" && Number(decimal(cents)) === value ? cents : null
}

const exactly = async (trial: Trial) => {
  const place = await placeOf(trial)
  for (const [amount, cents] of exact) {
    const before = await availableOf(trial)
    const response = await postTopup(trial, place, topupText(amount))
    expectNoFault(trial, response, `a topup of ${amount}`)
    const after = await availableOf(trial)
    const moved = (centsOf(after) ?? Number.NaN) - (centsOf(before) ?? Number.NaN)
    const lawful = isSuccess(response)
      ? cents !== null && moved === cents && centsOf(response.body?.amount) === cents
      : isRefused(response) && moved === 0
    trial.expect(lawful, `a topup of ${amount} is refused, or exact`, {
      status: response.status,
      amount: response.body?.amount,
      before,
      after,
    })
  }
}

const manyTopups = async (trial: Trial) => {
  const place = await placeOf(trial)
  const { whole, likely } = dice(Math.floor(trial.random() * 2 ** 32), "topups")
  let cents = centsOf(await availableOf(trial))
  if (cents === null) return trial.blocked("the fund shows no amount in hundredths")
  for (let count = 0; count < 100; count++) {
    const maxCents = likely(0.5) ? 99 : 99_999
    const change = likely(0.4) ? -Math.min(cents, whole(1, maxCents)) : whole(1, maxCents)
    if (change === 0) continue
    const response = await postTopup(trial, place, topupText(decimal(change)))
    if (!isSuccess(response))
      return trial.blocked(`a topup of ${decimal(change)}: ${response.status}`)
    cents += change
    const seen = await availableOf(trial)
    trial.expect(centsOf(seen) === cents, `available: ${decimal(cents)}`, seen)
  }
}

const forms = (id: string) => [`${id}.0`, `${id}e0`, `"${id}"`, `0${id}`, `+${id}`, "true"]

const integers = async (trial: Trial) => {
  const { business: own } = trial
  for (const client_id of forms(own.client_id)) {
    const response = await own.call("users.list", { path: { client_id } })
    expectRefused(trial, response, `the business ${client_id}`)
  }
  for (const user_id of forms(idOf(trial, "users", "ann"))) {
    const response = await own.call("users.get", { path: { user_id } })
    expectRefused(trial, response, `the user ${user_id}`)
  }
}

const half = hundredths("500") / 100
const limited = business("numbers", user("ann"), limitedBudget("limited", { ann: half }))

/** Texts to send instead of an id; `{}` is replaced with the id. */
const oddIds = [
  "0",
  "-1",
  "0{}",
  "+{}",
  "{} ",
  " {}",
  "{}.0",
  "{}e0",
  "0x1",
  "{}\u0000",
  "{}\n",
  "{}/",
  "{};",
  "{},{}",
  "{}%",
  "٣",
  "１",
  "9".repeat(25),
  "undefined",
  "null",
  "NaN",
  "[object Object]",
  "__proto__",
  "constructor",
  "00000000-0000-0000-0000-000000000000",
  "a".repeat(2_000),
]

const odd = (text: string, id: string) => text.replaceAll("{}", id)

const ids = async (trial: Trial) => {
  const { call } = trial.business
  const users = idOf(trial, "users", "ann")
  const budgets = idOf(trial, "budgets", "limited")
  const members = idOf(trial, "budget_members", "limited.ann")
  for (const text of oddIds) {
    const responses = [
      await call("users.list", { path: { client_id: odd(text, trial.business.client_id) } }),
      await call("users.get", { path: { user_id: odd(text, users) } }),
      await call("budgets.get", { path: { budget_id: odd(text, budgets) } }),
      await call("transactions.get", { path: { transaction_id: odd(text, "1") } }),
      await call("budget-members.get", {
        path: { budget_id: budgets, budget_member_id: odd(text, members) },
      }),
    ]
    for (const response of responses) expectRefused(trial, response, JSON.stringify(text))
  }
  const braced = budgets.toUpperCase() === budgets ? `{${budgets}}` : budgets.toUpperCase()
  for (const budget_id of [braced, `{${budgets}}`, `urn:uuid:${budgets}`]) {
    expectRefused(trial, await call("budgets.get", { path: { budget_id } }), budget_id)
  }
}

export const numbers = checksOf("hardening", [
  {
    id: "hardening.exact-amounts.topup",
    requirement: "hardening.exact-amounts",
    title: "a topup of an amount that no cent can hold is refused, any other is exact",
    scenario,
    run: exactly,
  },
  {
    id: "hardening.exact-amounts.minus-zero",
    requirement: "hardening.exact-amounts",
    title: "a topup of minus zero moves nothing, and shows no minus zero",
    scenario,
    run: async (trial: Trial) => {
      const before = await availableOf(trial)
      const response = await postTopup(trial, await placeOf(trial), topupText("-0"))
      expectNoFault(trial, response, "a topup of minus zero")
      const after = await availableOf(trial)
      trial.expect(
        after === before && !/-0\b(?!\.)/u.test(response.text.replace(/"[^"]*"/gu, "")),
        "nothing moves",
        {
          before,
          after,
          response: response.text,
        },
      )
    },
  },
  {
    id: "hardening.huge-amounts.topup",
    requirement: "hardening.huge-amounts",
    title: "a topup beyond what is exact is refused",
    scenario,
    run: refusesEach(
      huge.map((amount) => [`a topup of ${amount.slice(0, 30)}`, topupText(amount)]),
    ),
  },
  {
    id: "hardening.many-topups.pooled",
    requirement: "hardening.many-topups",
    title: "after each of a hundred random topups the available amount is exact",
    scenario,
    run: manyTopups,
  },
  {
    id: "hardening.integers.paths",
    requirement: "hardening.integers",
    title: "an id in another form of the same number is nobody's",
    scenario,
    run: integers,
  },
  {
    id: "hardening.odd-ids.paths",
    requirement: "hardening.odd-ids",
    title: "a text that is no id of its kind is nobody's id",
    scenario: limited,
    run: ids,
  },
  {
    id: "hardening.odd-ids.unchanged",
    requirement: "hardening.odd-ids",
    title: "a topup of a fund whose id is odd is refused, and moves nothing",
    scenario,
    run: async (trial: Trial) => {
      const before = await stateOf(trial)
      const budget = idOf(trial, "budgets", "main")
      for (const text of oddIds) {
        const path = { budget_id: odd(text, budget) }
        const body = { amount: 77.77, description: "Travel" }
        const response = await trial.business.call("topups.create", { path, body })
        expectRefused(trial, response, `a topup of the budget ${JSON.stringify(text)}`)
      }
      expectUnchanged(trial, "nothing moves", [before, await stateOf(trial)])
    },
  },
])
