import { expect } from "vitest"
import type { Json, Story } from "./stage.ts"

/** Counts by name. */
type Counts = Readonly<Record<string, number>>

/** Expected books at the end of a chapter, as calculated on paper. */
export interface Paper {
  /** Balance of each wallet. */
  readonly wallets: Readonly<Record<string, number>>
  /** `[available, spent]` of each existing budget. */
  readonly budgets: Readonly<Record<string, readonly [available: number, spent: number]>>
  /** Number of events of each type in the chapter. */
  readonly events: Counts
}

const dayLength = 86_400_000

/** Checks the statement until today: each day opens with the closing balance of the last. */
const statementAgrees = async ({ as, day, today }: Story, currency: string, balance: number) => {
  const period = `start_date=${day("07-01")}&end_date=${today()}&currency=${currency}`
  const statement = await as("Ravi").get(`/statements?${period}&limit=500`)
  const days = (Date.parse(today()) - Date.parse(day("07-01"))) / dayLength + 1
  expect(statement).toMatchObject({ count: days, opening_balance: 0, closing_balance: balance })
  const { daily_balances } = statement
  expect(daily_balances).toHaveLength(days)
  const closings = daily_balances.map((_: Json) => _.closing_balance)
  const openings = daily_balances.map((_: Json) => _.opening_balance)
  expect(openings).toEqual([0, ...closings.slice(0, -1)])
  expect(closings.at(-1)).toBe(balance)
}

const add = (counts: Counts, more: Counts): Counts =>
  Object.entries(more).reduce<Record<string, number>>(
    (sums, [name, count]) => {
      sums[name] = (sums[name] ?? 0) + count
      return sums
    },
    { ...counts },
  )

/** Compares the service with the paper, and reads the audit trail from where it stopped. */
export const openBooks = (story: Story) => {
  const trail: Array<Json> = []
  let totals: Counts = {}

  const readOn = async (): Promise<ReadonlyArray<Json>> => {
    const before = trail.length
    for (;;) {
      const page = await story.as("Ravi").get(`/events?offset=${trail.length}&limit=500`)
      trail.push(...page.results)
      if (page.next === null) return trail.slice(before)
    }
  }

  const agree = async ({ wallets, budgets, events }: Paper): Promise<void> => {
    const balances = await story.as("Mei").get("/balance")
    const held = Object.entries(wallets).map(([currency, balance]) => ({ currency, balance }))
    expect(balances).toEqual(held)
    for (const [currency, balance] of Object.entries(wallets)) {
      await statementAgrees(story, currency, balance)
    }
    const { results } = await story.as("Mei").get("/budgets?is_deleted=false")
    const amounts = results.map((_: Json) => [_.name, [_.available_amount, _.spent_amount]])
    expect(Object.fromEntries(amounts)).toEqual(budgets)
    const happened = (await readOn()).map(({ type }): Counts => ({ [type]: 1 }))
    expect(happened.reduce(add, {})).toEqual(events)
    totals = add(totals, events)
  }

  return {
    agree,
    /** Returns all events until now, in order. */
    trail: (): ReadonlyArray<Json> => trail,
    /** Returns the number of events of each type in all chapters. */
    totals: () => totals,
  }
}

export type Books = ReturnType<typeof openBooks>
