import { business, transaction, wallet } from "../../../interface/world/scenarios.ts"
import type { BusinessSpec, TransactionType } from "../../../interface/world/spec.ts"
import type { Business, Check, Json, Trial } from "../../check.ts"
import { checksOf } from "../../check.ts"
import { exactSum } from "../decimals.ts"
import { pageOf, walk } from "../paging.ts"
import { need, requires } from "../steps.ts"
import { daysBefore, type Holding, holdingsIn, movementsOf } from "./money.ts"

type Row = Omit<Check, "profile">

/** What came and went, so many days ago: all of it cleared at once, in the business's currency. */
const moved: ReadonlyArray<readonly [daysAgo: number, type: TransactionType, amount: string]> = [
  [9, "DEPOSIT_DIRECT_CREDIT", "1000.10"],
  [7, "CARD_TRANSACTION", "-200.35"],
  [7, "CARD_TRANSACTION", "-0.10"],
  [7, "CARD_TRANSACTION", "-0.20"],
  [6, "CREDIT", "3.33"],
  [4, "BILL", "-99.99"],
  [3, "DEPOSIT_DIRECT_CREDIT", "0.01"],
]

/** It ends on a day of a movement, and begins with one of none. */
const period = (now: number) => ({ start: daysBefore(now, 10), end: daysBefore(now, 3) })

/** Made anew for each check, for it tells of days before the day of the run. */
const movedSpec = (now: number): BusinessSpec =>
  business(
    "moved",
    ...moved.map(([daysAgo, transaction_type, amount], index) => {
      const at = `${daysBefore(now, daysAgo)}T0${index}:30:00.000Z`
      const dates = { auth_date: at, cleared_date: at }
      return transaction(`moved-${index}`, { ...dates, transaction_type, amount, user: "admin" })
    }),
  )

interface Asked {
  readonly start: string
  readonly end: string
  readonly currency?: string
  readonly paging?: ReadonlyArray<readonly [string, number]>
}

/** A statement, by the parameters of the settlement: the document shows none. */
const statementOf = async (
  trial: Trial,
  of: Business,
  { start, end, currency, paging = [] }: Asked,
): Promise<Json> => {
  const answer = await of.call("statements.get", {
    query: [
      ["start_date", start],
      ["end_date", end],
      ...(currency === undefined ? [] : ([["currency", currency]] as const)),
      ...paging,
    ],
  })
  if (answer.status === 400 || answer.status === 422) {
    trial.untestable("the target selects a period by other parameters than start_date and end_date")
  }
  const { body } = need(trial, answer, "a statement")
  if (!Array.isArray(body?.daily_balances)) trial.blocked("a statement without daily_balances")
  return body
}

interface Told {
  readonly statement: Json
  readonly days: ReadonlyArray<Json>
  readonly asked: { readonly start: string; readonly end: string }
  readonly spec: BusinessSpec
}

const told = async (trial: Trial): Promise<Told> => {
  const now = Date.now()
  const spec = movedSpec(now)
  const asked = period(now)
  const made = await trial.fresh(spec)
  requires(trial, "transactions", made)
  const statement = await statementOf(trial, made, asked)
  return { statement, days: statement.daily_balances, asked, spec }
}

const row = (rule: string, title: string, judge: (trial: Trial, told: Told) => void): Row => ({
  id: `statements.${rule}`,
  requirement: `statements.${rule}`,
  title,
  scenario: "delta",
  run: async (trial: Trial) => judge(trial, await told(trial)),
})

/** The amounts that moved, by day. */
const byDay = (spec: BusinessSpec): ReadonlyMap<string, ReadonlyArray<string>> =>
  new Map(
    [...Map.groupBy(movementsOf(spec), ({ day }) => day)].map(([day, movements]) => [
      day,
      movements.map(({ amount }) => amount),
    ]),
  )

const judgeDays = (trial: Trial, { days, spec }: Told): void => {
  const dates = days.map(({ date }) => String(date))
  const sorted = [...new Set(dates)].sort()
  trial.expect(
    dates.join() === sorted.join() || dates.join() === [...sorted].reverse().join(),
    "each day once, in order",
    dates,
  )
  for (const day of byDay(spec).keys()) {
    trial.expect(dates.includes(day), `the day ${day}, on which money moved`, dates)
  }
}

const inOrder = (days: ReadonlyArray<Json>): ReadonlyArray<Json> =>
  [...days].sort((a, b) => (String(a.date) < String(b.date) ? -1 : 1))

const judgeMovements = (trial: Trial, { statement, days, spec }: Told): void => {
  for (const [day, amounts] of byDay(spec)) {
    const { opening_balance, closing_balance } = days.find(({ date }) => date === day) ?? {}
    const expected = exactSum(opening_balance ?? 0, ...amounts)
    trial.expect(
      closing_balance === expected,
      `${day} closes with ${expected}: ${opening_balance} and ${amounts.join(", ")}`,
      { closing_balance },
    )
  }
  const amounts = movementsOf(spec).map(({ amount }) => amount)
  const expected = exactSum(statement.opening_balance, ...amounts)
  trial.expect(
    statement.closing_balance === expected,
    `the statement closes with ${expected}`,
    statement.closing_balance,
  )
}

const judgeBalancesOfPages = async (trial: Trial): Promise<void> => {
  const now = Date.now()
  const made = await trial.fresh(movedSpec(now))
  requires(trial, "transactions", made)
  const whole = await statementOf(trial, made, period(now))
  for (const offset of [0, 2, 4]) {
    const paging = [
      ["offset", offset],
      ["limit", 2],
    ] as const
    const page = await statementOf(trial, made, { ...period(now), paging })
    trial.expect(
      page.opening_balance === whole.opening_balance &&
        page.closing_balance === whole.closing_balance,
      `opening ${whole.opening_balance} and closing ${whole.closing_balance} on every page`,
      page,
    )
  }
}

const judgePages = async (trial: Trial): Promise<void> => {
  const now = Date.now()
  const made = await trial.fresh(movedSpec(now))
  requires(trial, "transactions", made)
  const asked = period(now)
  const one = await statementOf(trial, made, asked)
  const many = await statementOf(trial, made, {
    ...asked,
    paging: [
      ["offset", 1],
      ["limit", 2],
    ],
  })
  trial.expect(
    many.count === one.count && one.count === one.daily_balances.length,
    `count ${one.daily_balances.length} on every page`,
    [one.count, many.count],
  )
  trial.expect(
    JSON.stringify(many.daily_balances) === JSON.stringify(one.daily_balances.slice(1, 3)),
    "offset=1&limit=2 shows the second and the third day",
    many.daily_balances,
  )
}

const judgePaging = async (trial: Trial): Promise<void> => {
  const now = Date.now()
  const asked = { start: daysBefore(now, 61), end: daysBefore(now, 2) }
  const whole = (await statementOf(trial, trial.business, { ...asked, paging: [["limit", 500]] }))
    .daily_balances
  const query = [
    ["start_date", asked.start],
    ["end_date", asked.end],
  ] as const
  const listing = { operation: "statements.get", call: { query } } as const
  const pages = await walk(trial, listing, await pageOf(trial, listing, [["limit", 7]]), "next")
  const days = (records: ReadonlyArray<Json>) => records.map(({ date }) => date).join(" ")
  trial.expect(
    days(pages.flatMap(({ records }) => records)) === days(whole),
    `in pages of 7 the days ${days(whole)}`,
    days(pages.flatMap(({ records }) => records)),
  )
}

const judgeCurrencies = async (trial: Trial): Promise<void> => {
  const now = Date.now()
  const own = await statementOf(trial, trial.business, period(now))
  trial.expect(own.currency === trial.business.spec.currency, "the business's own currency", own)
  for (const currency of trial.business.spec.wallets) {
    const other = await statementOf(trial, trial.business, { ...period(now), currency })
    trial.expect(other.currency === currency, `currency ${currency}`, other.currency)
  }
}

export const statements = checksOf("read", [
  row("days", "A statement has each day once, in order, and every day of a movement", judgeDays),
  row(
    "period",
    "A statement shows the bounds it was asked for, and no day outside",
    (trial: Trial, told: Told) => {
      const { statement, days, asked } = told
      const shown = { start_date: statement.start_date, end_date: statement.end_date }
      const same = shown.start_date === asked.start && shown.end_date === asked.end
      trial.expect(same, `start_date ${asked.start} and end_date ${asked.end}`, shown)
      const outside = days.filter(({ date }) => date < asked.start || date > asked.end)
      trial.expect(outside.length === 0, "no day outside the period", outside)
    },
  ),
  row(
    "balances",
    "A statement opens as its first day and closes as its last",
    (trial: Trial, told: Told) => {
      const days = inOrder(told.days)
      const [first, last] = [days[0], days.at(-1)]
      trial.expect(
        told.statement.opening_balance === first?.opening_balance &&
          told.statement.closing_balance === last?.closing_balance,
        `opening ${first?.opening_balance} and closing ${last?.closing_balance}`,
        told.statement,
      )
    },
  ),
  row(
    "continuous",
    "A day opens with what the day before closed with",
    (trial: Trial, told: Told) => {
      const days = inOrder(told.days)
      for (const [index, day] of days.slice(1).entries()) {
        const { date, closing_balance } = days[index]
        trial.expect(
          day.opening_balance === closing_balance,
          `${day.date} opens with ${closing_balance}, with which ${date} closed`,
          day,
        )
      }
    },
  ),
  row("movements", "Closing is opening and what moved, by day and in all", judgeMovements),
  {
    id: "statements.count",
    requirement: "statements.count",
    title: "count is the number of days of the period on every page",
    scenario: "delta",
    run: judgePages,
  },
  {
    id: "statements.balances.every-page",
    requirement: "statements.balances",
    title: "A statement's balances are those of its whole period on every page",
    scenario: "delta",
    run: judgeBalancesOfPages,
  },
  {
    id: "statements.paging",
    requirement: "statements.paging",
    title: "next leads through the days of a statement, each once",
    scenario: "alpha",
    run: judgePaging,
  },
  {
    id: "statements.currency",
    requirement: "statements.currency",
    title: "A statement is in the business's currency, or in that which was asked for",
    scenario: "alpha",
    run: judgeCurrencies,
  },
])

const holdings = async (trial: Trial, of: Business): Promise<ReadonlyArray<Holding>> => {
  const { body } = need(trial, await of.call("balances.get"), "the balances")
  const found = holdingsIn(body)
  if (found === null) trial.untestable("the balances have a shape that cannot be read")
  return found
}

const held = async (trial: Trial, of: Business, currency = "AUD"): Promise<number> => {
  const found = (await holdings(trial, of)).find((one) => one.currency === currency)
  if (found === undefined) trial.blocked(`there is no balance in ${currency}`)
  return found.amount
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
    trial.expect(shown.join() === expected.join(), `balances in ${expected.join(", ")}`, shown)
  },
})

const judgeClosing = async (trial: Trial): Promise<void> => {
  requires(trial, "transactions")
  const now = Date.now()
  for (const { currency, amount } of await holdings(trial, trial.business)) {
    const asked = { start: daysBefore(now, 30), end: daysBefore(now, 0), currency }
    const { closing_balance } = await statementOf(trial, trial.business, asked)
    trial.expect(
      closing_balance === amount,
      `the statement of ${currency} closes with the balance ${amount}`,
      { closing_balance },
    )
  }
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
      const expected = exactSum(empty, ...movementsOf(spec).map(({ amount }) => amount))
      const amount = await held(trial, made)
      trial.expect(amount === expected, `${expected}`, { amount })
    },
  },
  {
    id: "balances.statement",
    requirement: "balances.statement",
    title: "A statement up to today closes with the balance, in every currency",
    scenario: "alpha",
    run: judgeClosing,
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
      const expected = exactSum(before, "12.34")
      const amount = await held(trial, trial.business)
      trial.expect(amount === expected, `${expected}, 12.34 more than ${before}`, { amount })
    },
  },
])
