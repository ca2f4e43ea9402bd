import { business, transaction, wallet } from "../../../interface/world/scenarios.ts"
import type { BusinessSpec } from "../../../interface/world/spec.ts"
import { type Business, type Check, checksOf, type Trial } from "../../check.ts"
import { exactSum } from "../decimals.ts"
import { expectJust } from "../difference.ts"
import { need, requires } from "../steps.ts"
import { daysBefore, type Holding, holdingsIn, movementsOf } from "./money.ts"
import { movedSpec, statementOf } from "./movements.ts"

type Row = Omit<Check, "profile">

const holdings = async (trial: Trial, of: Business): Promise<ReadonlyArray<Holding>> => {
  const { body } = need(trial, await of.call("balances.get"), "the balances")
  const found = holdingsIn(body)
  if (found === null) trial.untestable("the balances have a shape that cannot be read")
  return found
}

const held = async (trial: Trial, of: Business, currency = "AUD"): Promise<Holding> => {
  const found = (await holdings(trial, of)).find((one) => one.currency === currency)
  if (found === undefined) trial.blocked(`there is no balance in ${currency}`)
  return found
}

const walletsOf = ({ currency, wallets }: BusinessSpec): ReadonlyArray<string> =>
  [currency, ...wallets].sort()

const wallets = (name: string, scenario: Check["scenario"]): Row => ({
  id: `balances.wallets.${name}`,
  requirement: "balances.wallets",
  title: `There is a balance for each wallet and for nothing else (${name})`,
  scenario,
  run: async (trial: Trial) => {
    requires(trial, "wallets")
    const shown = (await holdings(trial, trial.business)).map(({ currency }) => currency).sort()
    const expected = walletsOf(trial.business.spec)
    expectJust(trial, "a balance in each currency of a wallet", [expected, shown])
  },
})

const checkClosing = async (trial: Trial): Promise<void> => {
  requires(trial, "transactions")
  const now = Date.now()
  for (const { currency, amount } of await holdings(trial, trial.business)) {
    const query = { start: daysBefore(now, 30), end: daysBefore(now, 0), currency }
    const { closing_balance } = await statementOf(trial, trial.business, query)
    trial.expect(
      closing_balance === amount,
      `closing_balance of the statement in ${currency} is the balance, ${amount}`,
      { closing_balance },
    )
  }
}

const abroad = (now: number): BusinessSpec => {
  const at = `${daysBefore(now, 2)}T12:00:00.000Z`
  const made = { currency: "USD", auth_date: at, cleared_date: at }
  return business(
    "abroad",
    wallet("USD"),
    transaction("in", {
      ...made,
      transaction_type: "DEPOSIT_DIRECT_CREDIT",
      amount: "1000.30",
      fx_amount: "650.20",
    }),
    transaction("out", { ...made, amount: "-0.40", fx_amount: "-0.30", user: "admin" }),
  )
}

/** Foreign money moves the wallet of its currency, or its value moves the business's own. */
const checkForeign = async (trial: Trial): Promise<void> => {
  const made = await trial.fresh(abroad(Date.now()))
  requires(trial, "transactions", made)
  requires(trial, "wallets", made)
  const [aud, usd] = [await held(trial, made), await held(trial, made, "USD")]
  const there = aud.amount === 0 && usd.amount === 649.9
  const here = aud.amount === 999.9 && usd.amount === 0
  trial.expect(
    there || here,
    "balances of 0 AUD and 649.9 USD, or of 999.9 AUD and 0 USD",
    `${aud.amount} AUD and ${usd.amount} USD`,
  )
  trial.note("which wallet foreign money moves", there ? "that of its currency" : "the business's")
}

const deposit = (now: number) => ({
  key: "deposit",
  transaction_type: "DEPOSIT_DIRECT_CREDIT",
  status: "CLEARED",
  auth_date: `${daysBefore(now, 1)}T12:00:00.000Z`,
  cleared_date: `${daysBefore(now, 1)}T12:00:00.000Z`,
  merchant_name: "Bank",
  amount: "12.34",
  gst: "0.00",
  attendees: [],
  receipt_urls: [],
  custom_fields: [],
  line_items: [],
})

export const balances = checksOf("read", [
  wallets("two", business("wallets", wallet("USD"))),
  wallets("world", "alpha"),
  wallets("one", "delta"),
  {
    id: "balances.sum",
    requirement: "balances.sum",
    title: "The balance is the sum of what came and went, to the cent",
    scenario: "delta",
    run: async (trial: Trial) => {
      const spec = movedSpec(Date.now())
      const made = await trial.fresh(spec)
      requires(trial, "transactions", made)
      const empty = await held(trial, trial.business)
      const amounts = movementsOf(spec).map(({ amount }) => amount)
      const expected = exactSum(empty.amount, ...amounts)
      const { name, amount } = await held(trial, made)
      const title = `${name} in AUD is ${expected}, the sum of what moved: ${amounts.join(", ")}`
      trial.expect(amount === expected, title, { [name]: amount })
    },
  },
  {
    id: "balances.sum.foreign",
    requirement: "balances.sum",
    title: "What came and went in a foreign currency is in one wallet, to the cent",
    scenario: "delta",
    run: checkForeign,
  },
  {
    id: "balances.statement",
    requirement: "balances.statement",
    title: "A statement up to today closes with the balance, in every currency",
    scenario: "alpha",
    run: checkClosing,
  },
  {
    id: "balances.real-time",
    requirement: "balances.real-time",
    title: "What is deposited is in the balance at once",
    scenario: business("deposited"),
    needs: ["record-transaction"],
    run: async (trial: Trial) => {
      const before = await held(trial, trial.business)
      const { client_id } = trial.business
      await trial.act("record-transaction", { client_id, transaction: deposit(Date.now()) })
      const expected = exactSum(before.amount, "12.34")
      const { name, amount } = await held(trial, trial.business)
      const title = `${name} in AUD is ${expected}: ${before.amount} before, and 12.34 deposited`
      trial.expect(amount === expected, title, { [name]: amount })
    },
  },
])
