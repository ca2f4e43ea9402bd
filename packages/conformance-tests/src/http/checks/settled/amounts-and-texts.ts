import type { OperationId } from "../../../interface/operations.ts"
import { category, customField, transaction } from "../../../interface/world/scenarios.ts"
import { type Answer, checksOf, type Json, type Trial } from "../../check.ts"
import { idOf, need } from "../steps.ts"
import { askBeside } from "./beside.ts"
import { isAbsent } from "./extensions.ts"
import {
  expectProblem,
  expectStatus,
  limited,
  memberOf,
  newBudget,
  peopleOf,
  pool,
  rowsOf,
  variant,
} from "./rows.ts"

const office = variant(
  "texts",
  {},
  category("meals"),
  customField("site"),
  transaction("paid", { user: "ann" }),
)

type Ask = (value: Json) => Promise<Answer>

/** Policies are an extension, so a target may not have them. */
const hasPolicies = async (trial: Trial): Promise<boolean> => !(await isAbsent(trial, "/policies"))

const policy = "a policy"

/** Every request with an amount except topups. */
const amounts = (trial: Trial): ReadonlyArray<readonly [what: string, ask: Ask]> => {
  const { call } = trial.business
  const [cat] = peopleOf(trial, "cat")
  const path = limited(trial)
  return [
    [
      "budgets.create",
      (reset_amount) => call("budgets.create", { body: { ...newBudget(trial), reset_amount } }),
    ],
    [
      "budgets.update",
      (reset_amount) => call("budgets.update", { path: pool(trial), body: { reset_amount } }),
    ],
    [
      "budget-members.create",
      (reset_amount) => call("budget-members.create", { path, body: { ...cat, reset_amount } }),
    ],
    [
      "budget-members.update",
      (reset_amount) =>
        call("budget-members.update", { path: memberOf(trial, "ann"), body: { reset_amount } }),
    ],
    [
      "member-topups.create",
      (amount) =>
        call("member-topups.create", {
          path: memberOf(trial, "ann"),
          body: { amount, description: "Travel" },
        }),
    ],
    [
      policy,
      (above_amount) =>
        askBeside(trial, "POST", "/policies", {
          body: { name: "Large", budget_id: null, above_amount },
        }),
    ],
  ]
}

/** Rows of the features that the target has. */
const had = async <Row extends readonly [string, ...ReadonlyArray<unknown>]>(
  trial: Trial,
  rows: ReadonlyArray<Row>,
): Promise<ReadonlyArray<Row>> =>
  (await hasPolicies(trial)) ? rows : rows.filter(([what]) => what !== policy)

const decimals = async (trial: Trial) => {
  for (const [what, ask] of await had(trial, amounts(trial))) {
    expectProblem(trial, await ask(5.001), 400, "too_many_decimals", `${what}: 5.001`)
  }
}

const ranges = async (trial: Trial) => {
  for (const [what, ask] of await had(trial, amounts(trial))) {
    const response = await ask(10_000_000_000)
    expectProblem(trial, response, 400, "amount_out_of_range", `${what}: 10 000 000 000`)
  }
}

const yen = async (trial: Trial) => {
  const make = (reset_amount: number) =>
    trial.business.call("budgets.create", { body: { ...newBudget(trial), reset_amount } })
  expectStatus(trial, await make(1_000), 201, "1000 yen")
  expectProblem(trial, await make(1_000.5), 400, "too_many_decimals", "half a yen")
}

const field = (trial: Trial, key = "project") => ({
  custom_field_id: idOf(trial, "custom_fields", key),
})

/** Requests with texts, and the longest allowed text of each. */
const texts = (trial: Trial): ReadonlyArray<readonly [string, number, Ask]> => {
  const { call } = trial.business
  const paid = `/transactions/${idOf(trial, "transactions", "paid")}`
  const expense = (body: Json) => askBeside(trial, "PATCH", paid, { version: "v2", body })
  const update = (operation: OperationId, path: Json, body: Json) => call(operation, { path, body })
  return [
    [
      "a code's name",
      150,
      (name) => call("accounting-codes.create", { body: { code: "7", name } }),
    ],
    [
      "a field's name",
      128,
      (name) => call("custom-fields.create", { body: { name, field_type: "LIST" } }),
    ],
    ["an option", 128, (text) => update("custom-field-options.create", field(trial), { text })],
    ["a budget's new name", 128, (name) => update("budgets.update", pool(trial), { name })],
    [
      "a category's new name",
      128,
      (name) =>
        update("categories.update", { category_id: idOf(trial, "categories", "meals") }, { name }),
    ],
    ["a field's new name", 128, (name) => update("custom-fields.update", field(trial), { name })],
    [
      policy,
      128,
      (name) =>
        askBeside(trial, "POST", "/policies", {
          body: { name, budget_id: null, above_amount: 10_000 },
        }),
    ],
    [
      "a value of a field",
      1000,
      (entry_text) => expense({ custom_fields: [{ field_name: "Field site", entry_text }] }),
    ],
    [
      "a line's description",
      500,
      (description) => expense({ line_items: [{ amount: 10, description }] }),
    ],
  ]
}

/** Used in turn, so that no name is taken. */
const letters = ["é", "ö", "ж", "β", "ñ", "ü", "å", "ç", "ô"]

const lengths = async (trial: Trial) => {
  for (const [index, [what, most, ask]] of (await had(trial, texts(trial))).entries()) {
    const letter = letters[index % letters.length] ?? "é"
    const whole = await ask(letter.repeat(most))
    const isMissing = whole.status === 404 && (await isAbsent(trial, "PATCH of a transaction"))
    if (isMissing) continue
    trial.expect(whole.status < 300, `${what} of ${most} letters is taken`, whole)
    expectProblem(trial, await ask(letter.repeat(most + 1)), 400, "too_long", `${what} of more`)
  }
}

const names = async (trial: Trial) => {
  const { call } = trial.business
  for (const [operation, key, more, path] of [
    ["categories.create", "name", {}, {}],
    ["budgets.create", "name", newBudget(trial), {}],
    ["custom-fields.create", "name", { field_type: "LIST" }, {}],
    ["custom-field-options.create", "text", {}, field(trial)],
    ["accounting-codes.create", "code", { name: "Nine" }, {}],
  ] as const) {
    const body = { ...(more as object), [key]: " \u2003Cafe\u0301 " }
    const made = need(trial, await call(operation, { path, body }), operation)
    const shown = made.body?.[key]
    trial.expect(shown === "Caf\u00e9", `${operation}: Caf\u00e9, composed and trimmed`, made)
    const broken = { ...(more as object), [key]: "one\ntwo" }
    expectStatus(trial, await call(operation, { path, body: broken }), 400, "a line break in it")
  }
}

/** Renames records to a name of another one; field and category names in another case. */
const renamed = async (trial: Trial) => {
  const { call } = trial.business
  const options = field(trial)
  const added = { path: options, body: { text: "Darwin" } }
  const { body } = need(trial, await call("custom-field-options.create", added), "an option")
  const path = { ...options, option_id: String(body?.id) }
  for (const [what, response] of [
    ["an option", await call("custom-field-options.update", { path, body: { text: "Perth" } })],
    [
      "a field",
      await call("custom-fields.update", { path: options, body: { name: "FIELD SITE" } }),
    ],
    [
      "a category",
      await call("categories.update", {
        path: { category_id: idOf(trial, "categories", "meals") },
        body: { name: "CATEGORY GIFTS" },
      }),
    ],
  ] as const) {
    expectStatus(trial, response, 400, `${what} as another is called`)
  }
  const own = { path: options, body: { name: "FIELD PROJECT" } }
  expectStatus(trial, await call("custom-fields.update", own), 200, "its own name in another case")
}

/** Checks of the limits of every amount and text in requests. */
export const amountsAndTexts = checksOf("settled", [
  ...rowsOf("decimals", [
    ["every-amount", "no amount has more decimals than its currency", decimals],
    ["yen", "a yen has no decimals", yen, variant("yen", { currency: "JPY", wallets: [] })],
  ]),
  ...rowsOf("amount-range", [["every-amount", "every amount has its bound", ranges]]),
  ...rowsOf("lengths", [["every-text", "every text has its length", lengths, office]]),
  ...rowsOf("text", [["names", "names are composed, trimmed and clean", names]]),
  ...rowsOf("e-mails", [["renamed", "nothing is renamed as another is called", renamed, office]]),
])
