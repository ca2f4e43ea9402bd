import { scenarios as given } from "@outlay/conformance-tests/catalogue"
import { expect, test } from "vitest"
import { acted } from "./acts.ts"
import { madeBusiness } from "./creation.ts"
import { noState } from "./model.ts"
import { rules } from "./rules.ts"

/** In milliseconds. */
const day = 24 * 60 * 60_000

const daily = { reset_period: "DAILY", reset_amount: "100.00" } as const
const spec = given.business(
  "late",
  given.user("ann"),
  given.user("bob"),
  given.pooledBudget("plain", daily),
  given.pooledBudget("rolling", { ...daily, rollover_funds: true }),
  given.limitedBudget(
    "shares",
    { ann: 60, bob: 40 },
    { reset_period: "DAILY", rollover_funds: true },
  ),
)

/** Records a charge of 10.10 by Ann `later` days after the first period, dated in it. */
const recorded = async (key: string, later: number) => {
  const state = noState()
  const made = await madeBusiness(state, rules, spec)
  const { client_id, ids } = made
  const budget = state.businesses.get(client_id)?.budgets.find(({ id }) => id === ids.budgets[key])
  if (budget === undefined) throw new Error(`no budget ${key}`)
  const { end } = budget.period
  const act = (
    name: "set-clock" | "record-transaction" | "refund-transaction",
    parameters: object,
  ) => acted(name, { state, rules, parameters: { client_id, ...parameters } })
  await act("set-clock", { now: new Date(end + later * day + 1_000).toISOString() })
  const [row] = given.transaction("one", {
    auth_date: new Date(end - 1).toISOString(),
    cleared_date: new Date(end - 1).toISOString(),
    amount: "-10.10",
    user: ids.users["ann"] ?? "",
    budget: budget.id,
  })(spec).transactions
  const { transaction_id } = (await act("record-transaction", { transaction: row })) as {
    readonly transaction_id: string
  }
  const refund = () => act("refund-transaction", { transaction_id })
  return { budget, refund }
}

test.each([
  ["plain", 0, 100_000],
  ["rolling", 0, 189_900],
  ["rolling", 2, 389_900],
  ["shares", 0, 189_900],
])(
  "%s, %i days later: the available amount follows the rollover",
  async (key, later, available) => {
    const { budget, refund } = await recorded(key, later)
    expect(budget.funds).toMatchObject({ available, spent: 0 })
    if (key === "shares") expect(budget.members[0]?.funds).toMatchObject({ available: 109_900 })
    await refund()
    expect(budget.funds).toMatchObject({ available: 100_000 * (key === "plain" ? 1 : later + 2) })
  },
)
