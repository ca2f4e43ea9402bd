import type { BusinessSpec } from "../../../interface/world/spec.ts"
import { type Check, checksOf, type Json, type Trial } from "../../check.ts"
import { exactSum } from "../decimals.ts"
import { expectSame } from "../difference.ts"
import { pageOf, walk } from "../paging.ts"
import { requires } from "../steps.ts"
import { daysBefore, movementsOf } from "./money.ts"
import { movedSpec, period, statementOf } from "./movements.ts"

type Row = Omit<Check, "profile">

interface Stated {
  readonly statement: Json
  readonly days: ReadonlyArray<Json>
  readonly requestPeriod: { readonly start: string; readonly end: string }
  readonly spec: BusinessSpec
}

const statementsOf = async (trial: Trial): Promise<Stated> => {
  const now = Date.now()
  const spec = movedSpec(now)
  const requestPeriod = period(now)
  const made = await trial.fresh(spec)
  requires(trial, "transactions", made)
  const statement = await statementOf(trial, made, requestPeriod)
  return { statement, days: statement.daily_balances, requestPeriod, spec }
}

const row = (rule: string, title: string, expect: (trial: Trial, stated: Stated) => void): Row => ({
  id: `statements.${rule}`,
  requirement: `statements.${rule}`,
  title,
  scenario: "delta",
  run: async (trial: Trial) => expect(trial, await statementsOf(trial)),
})

/** Amounts that moved, by day. */
const byDay = (spec: BusinessSpec): ReadonlyMap<string, ReadonlyArray<string>> =>
  new Map(
    [...Map.groupBy(movementsOf(spec), ({ day }) => day)].map(([day, movements]) => [
      day,
      movements.map(({ amount }) => amount),
    ]),
  )

const checkDays = (trial: Trial, { days, spec }: Stated): void => {
  const dates = days.map(({ date }) => String(date))
  const sorted = [...new Set(dates)].sort()
  trial.expect(
    dates.join() === sorted.join() || dates.join() === [...sorted].reverse().join(),
    "each day once, in order of its date",
    dates,
  )
  for (const day of byDay(spec).keys()) {
    trial.expect(dates.includes(day), `a day ${day}, for money moved on it`, dates)
  }
}

const inOrder = (days: ReadonlyArray<Json>): ReadonlyArray<Json> =>
  [...days].sort((a, b) => (String(a.date) < String(b.date) ? -1 : 1))

const checkMovements = (trial: Trial, { statement, days, spec }: Stated): void => {
  for (const [day, amounts] of byDay(spec)) {
    const { opening_balance, closing_balance } = days.find(({ date }) => date === day) ?? {}
    const expected = exactSum(opening_balance ?? 0, ...amounts)
    trial.expect(
      closing_balance === expected,
      `closing_balance of ${day} is ${expected}: its opening_balance ${opening_balance} ` +
        `and what moved that day (${amounts.join(", ")})`,
      { closing_balance },
    )
  }
  const amounts = movementsOf(spec).map(({ amount }) => amount)
  const expected = exactSum(statement.opening_balance, ...amounts)
  trial.expect(
    statement.closing_balance === expected,
    `closing_balance of the statement is ${expected}: its opening_balance ` +
      `${statement.opening_balance} and what moved (${amounts.join(", ")})`,
    { closing_balance: statement.closing_balance },
  )
}

const checkBalancesOfPages = async (trial: Trial): Promise<void> => {
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
      `opening_balance ${whole.opening_balance} and closing_balance ${whole.closing_balance}` +
        ` on every page, also at offset=${offset}&limit=2`,
      { opening_balance: page.opening_balance, closing_balance: page.closing_balance },
    )
  }
}

const checkPages = async (trial: Trial): Promise<void> => {
  const now = Date.now()
  const made = await trial.fresh(movedSpec(now))
  requires(trial, "transactions", made)
  const requestPeriod = period(now)
  const one = await statementOf(trial, made, requestPeriod)
  const many = await statementOf(trial, made, {
    ...requestPeriod,
    paging: [
      ["offset", 1],
      ["limit", 2],
    ],
  })
  trial.expect(
    many.count === one.count && one.count === one.daily_balances.length,
    `count ${one.daily_balances.length} on every page`,
    `count ${one.count} without paging, and ${many.count} at offset=1&limit=2`,
  )
  const title = "offset=1&limit=2 shows the second and the third day: daily_balances"
  expectSame(trial, title, [one.daily_balances.slice(1, 3), many.daily_balances])
}

const checkPaging = async (trial: Trial): Promise<void> => {
  const now = Date.now()
  const requestPeriod = { start: daysBefore(now, 61), end: daysBefore(now, 2) }
  const whole = (
    await statementOf(trial, trial.business, { ...requestPeriod, paging: [["limit", 500]] })
  ).daily_balances
  const query = [
    ["start_date", requestPeriod.start],
    ["end_date", requestPeriod.end],
  ] as const
  const listing = { operation: "statements.get", call: { query } } as const
  const pages = await walk(trial, listing, await pageOf(trial, listing, [["limit", 7]]), "next")
  const dates = (records: ReadonlyArray<Json>) => records.map(({ date }) => date)
  const pageDates = dates(pages.flatMap(({ records }) => records))
  expectSame(trial, "the dates of all pages of 7 are those of the whole", [dates(whole), pageDates])
}

const checkCurrencies = async (trial: Trial): Promise<void> => {
  const now = Date.now()
  const own = await statementOf(trial, trial.business, period(now))
  trial.expect(
    own.currency === trial.business.spec.currency,
    `currency is the business's own, ${trial.business.spec.currency}`,
    {
      currency: own.currency,
    },
  )
  for (const currency of trial.business.spec.wallets) {
    const other = await statementOf(trial, trial.business, { ...period(now), currency })
    trial.expect(other.currency === currency, `currency is ${currency}, as was asked for`, {
      currency: other.currency,
    })
  }
}

export const statements = checksOf("read", [
  row("days", "A statement has each day once, in order, and every day of a movement", checkDays),
  row(
    "period",
    "A statement shows the bounds it was asked for, and no day outside",
    (trial: Trial, stated: Stated) => {
      const { statement, days, requestPeriod } = stated
      const shown = { start_date: statement.start_date, end_date: statement.end_date }
      const same = shown.start_date === requestPeriod.start && shown.end_date === requestPeriod.end
      trial.expect(
        same,
        `start_date ${requestPeriod.start} and end_date ${requestPeriod.end}`,
        shown,
      )
      const outside = days.filter(
        ({ date }) => date < requestPeriod.start || date > requestPeriod.end,
      )
      trial.expect(outside.length === 0, "no day outside the period", outside)
    },
  ),
  row(
    "balances",
    "A statement opens as its first day and closes as its last",
    (trial: Trial, stated: Stated) => {
      const days = inOrder(stated.days)
      const [first, last] = [days[0], days.at(-1)]
      trial.expect(
        stated.statement.opening_balance === first?.opening_balance &&
          stated.statement.closing_balance === last?.closing_balance,
        `opening_balance ${first?.opening_balance}, as of the first day, and closing_balance ` +
          `${last?.closing_balance}, as of the last`,
        {
          opening_balance: stated.statement.opening_balance,
          closing_balance: stated.statement.closing_balance,
        },
      )
    },
  ),
  row(
    "continuous",
    "A day opens with what the day before closed with",
    (trial: Trial, stated: Stated) => {
      const days = inOrder(stated.days)
      for (const [index, day] of days.slice(1).entries()) {
        const { date, closing_balance } = days[index]
        trial.expect(
          day.opening_balance === closing_balance,
          `opening_balance of ${day.date} is ${closing_balance}, the closing_balance of ${date}`,
          { opening_balance: day.opening_balance },
        )
      }
    },
  ),
  row("movements", "Closing is opening and what moved, by day and in all", checkMovements),
  {
    id: "statements.count",
    requirement: "statements.count",
    title: "count is the number of days of the period on every page",
    scenario: "delta",
    run: checkPages,
  },
  {
    id: "statements.balances.every-page",
    requirement: "statements.balances",
    title: "A statement's balances are those of its whole period on every page",
    scenario: "delta",
    run: checkBalancesOfPages,
  },
  {
    id: "statements.paging",
    requirement: "statements.paging",
    title: "next leads through the days of a statement, each once",
    scenario: "alpha",
    run: checkPaging,
  },
  {
    id: "statements.currency",
    requirement: "statements.currency",
    title: "A statement is in the business's currency, or in that which was asked for",
    scenario: "alpha",
    run: checkCurrencies,
  },
])
