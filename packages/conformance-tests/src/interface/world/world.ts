import { budgetsOf, spendable, topupsOf } from "./budgets.ts"
import { canary } from "./canary.ts"
import { categoriesOf, codesOf, fieldsOf, integrationFieldsOf } from "./catalogue.ts"
import type { Making } from "./creation.ts"
import { invitesOf, usersOf } from "./people.ts"
import type { BudgetSpec, BusinessSpec, TokenSpec } from "./spec.ts"
import { transactionsOf } from "./transactions.ts"

export interface World {
  readonly alpha: BusinessSpec
  readonly beta: BusinessSpec
  readonly gamma: BusinessSpec
  readonly delta: BusinessSpec
}

const tokens: ReadonlyArray<TokenSpec> = [
  { key: "admin", role: "admin", user: "admin", state: "valid" },
  { key: "reader", role: "reader", user: "reader", state: "valid" },
  { key: "manager", role: "manager", user: "manager", state: "valid" },
  { key: "least", role: "least", user: "least", state: "valid" },
  { key: "expired", role: "admin", state: "expired" },
  { key: "revoked", role: "admin", state: "revoked" },
]

const unlimited = (budgets: ReadonlyArray<BudgetSpec>): ReadonlyArray<BudgetSpec> =>
  budgets.map((budget) => ({ ...budget, categories: null, custom_fields: [] }))

const empty = ({ key, mark }: Making): BusinessSpec => ({
  key,
  name: mark(`The ${key} business`),
  currency: "AUD",
  features: { expense_assistant: false, itemised_tax: false },
  integration: null,
  wallets: [],
  users: [],
  invites: [],
  accounting_codes: [],
  categories: [],
  custom_fields: [],
  budgets: [],
  transactions: [],
  topups: [],
  policies: [],
  tokens: ["admin", "least"].map((role) => ({ key: role, role, state: "valid" }) as TokenSpec),
})

/** A business with every kind of record, and `transactions` transactions. */
const full = (making: Making, transactions: number): BusinessSpec => {
  const users = usersOf(making, 60)
  const active = users.filter((user) => user.is_deleted !== true).map((user) => user.key)
  const invites = invitesOf(making)
  const joined = invites.flatMap(({ accepted }) => (accepted === undefined ? [] : [accepted.user]))
  const people = [...active, ...joined]
  const budgets = budgetsOf(making, people)
  const categories = categoriesOf(making)
  const fields = fieldsOf(making)
  const surroundings = {
    people,
    former: users.filter((user) => user.is_deleted === true).map((user) => user.key),
    budgets: spendable(budgets),
    categories: categories.map((category) => category.key),
    fields: fields.filter((field) => field.budget_setting !== "NONE"),
  }
  return {
    ...empty(making),
    features: { expense_assistant: true, itemised_tax: false },
    wallets: ["USD"],
    users,
    invites,
    accounting_codes: codesOf(making),
    categories,
    custom_fields: fields,
    budgets,
    transactions: transactionsOf(making, transactions, surroundings),
    topups: topupsOf(making, budgets),
    tokens,
  }
}

/**
 * A business with a connected integration, a field that it made, an approval policy and no expense
 * assistants.
 */
const integrated = (making: Making): BusinessSpec => {
  const users = usersOf(making, 12).map(({ expense_delegate: _, ...user }) => user)
  const people = users.filter((user) => user.is_deleted !== true).map((user) => user.key)
  const budgets = unlimited(
    budgetsOf(making, people).filter(({ key }) => /^budget-(0[1-4]|33)$|^many-topups$/u.test(key)),
  )
  return {
    ...empty(making),
    integration: "XERO",
    users,
    accounting_codes: codesOf(making),
    categories: categoriesOf(making),
    custom_fields: [...integrationFieldsOf(making), ...fieldsOf(making).slice(0, 2)],
    budgets,
    transactions: transactionsOf(making, 40, {
      people,
      former: [],
      budgets: spendable(budgets),
      categories: [],
      fields: [],
    }),
    topups: topupsOf(making, budgets).slice(0, 20),
    policies: [
      {
        key: "above",
        name: making.mark("Large topups"),
        budget: "budget-01",
        above_amount: "100.00",
      },
    ],
    tokens: tokens.filter((token) => token.state === "valid"),
  }
}

/**
 * The four businesses that the checks share, the same for the same seed and moment. `alpha` has
 * every kind of record, and more than a page of most. `beta` is similar, with the same addresses
 * and a canary in every other text. `gamma` is run by an integration. `delta` is empty.
 */
export const world = (seed: number, now: Date): World => {
  const making = (key: string, mark: Making["mark"] = (text) => text): Making => ({
    seed,
    key,
    now: now.getTime(),
    mark,
  })
  const secret = canary(seed, "beta")
  return {
    alpha: full(making("alpha"), 1_200),
    beta: full(
      making("beta", (text) => `${text} ${secret}`),
      200,
    ),
    gamma: integrated(making("gamma")),
    delta: empty(making("delta")),
  }
}
