import type { ImportLine } from "@outlay/domain"
import { BigDecimal, Result, Stream } from "effect"

/** Ids of users, budgets and categories that transactions refer to. */
export interface Company {
  readonly users: ReadonlyArray<number>
  readonly budgets: ReadonlyArray<string>
  readonly categories: ReadonlyArray<string>
}

const decimal = (cents: number) => BigDecimal.make(BigInt(cents), 2)

/**
 * Returns a number below `below` that depends only on its arguments, so that every run is the same.
 */
const chance = (n: number, salt: number, below: number): number => {
  let x = (Math.imul(n, 2_654_435_761) ^ Math.imul(salt, 40_503)) >>> 0
  x = Math.imul(x ^ (x >>> 15), 2_246_822_519) >>> 0
  x = Math.imul(x ^ (x >>> 13), 3_266_489_917) >>> 0
  return ((x ^ (x >>> 16)) >>> 0) % below
}

const pick = <A>(list: ReadonlyArray<A>, n: number, salt: number): A =>
  list[chance(n, salt, list.length)] as A

const types = [
  ...Array<"CARD_TRANSACTION">(17).fill("CARD_TRANSACTION"),
  "BILL",
  "REIMBURSEMENT",
  "CHARGE",
] as const

const statuses = [...Array<"CLEARED">(18).fill("CLEARED"), "AUTHED", "DECLINED"] as const

const values = (n: number, salt: number, name: string, percent: number) =>
  chance(n, salt, 100) < percent
    ? [{ field_name: name, entry_text: `${name} ${chance(n, salt + 1, 40)}` }]
    : []

/** Splits an amount into as many parts as there are line items, none of them 0. */
const partsOf = (n: number, cents: number): ReadonlyArray<number> => {
  const dice = chance(n, 5, 100)
  const partCount = dice < 15 ? 0 : dice < 75 ? 1 : dice < 90 ? 2 : 3
  const many = Math.min(partCount, cents)
  const each = Math.floor(cents / Math.max(many, 1))
  return Array.from({ length: many }, (_, k) => (k === 0 ? cents - each * (many - 1) : each))
}

const start = Date.UTC(2024, 10, 1)
const span = 2 * 365 * 86_400_000
/**
 * Step through the positions. It shares no factor with a power of ten, so every position occurs
 * once.
 */
const stride = 48_271

/**
 * Returns the nth of `count` transactions of two years, as external systems send them: in no order
 * of dates, with up to three line items, and with details that users have added to some.
 */
const lineOf = (n: number, count: number, { users, budgets, categories }: Company): ImportLine => {
  const cents = 1 + chance(n, 1, 25_000)
  const status = pick(statuses, n, 2)
  return {
    line: n,
    row: Result.succeed({
      external_id: `bench-${n}`,
      transaction_type: pick(types, n, 3),
      status,
      auth_date: new Date(
        start + Math.floor((span / count) * ((n * stride) % count)),
      ).toISOString(),
      merchant_name: `Merchant ${chance(n, 4, 2_000)}`,
      amount: decimal(-cents),
      gst: decimal(Math.floor(cents / 11)),
      user_id: pick(users, n, 6),
      ...(chance(n, 7, 20) > 0 && { budget_id: pick(budgets, n, 8) }),
      attendees: Array.from(
        { length: Math.max(0, chance(n, 9, 15) - 11) },
        (_, k) => `Guest ${chance(n, 10 + k, 500)}`,
      ),
      line_items: partsOf(n, cents).map((part, k) => ({
        amount: decimal(part),
        gst_amount: decimal(Math.floor(part / 11)),
        category_id: pick(categories, n, 20 + k),
        description: `Part ${k + 1} of what was bought`,
        custom_fields: values(n, 30 + k, "Project", 30),
      })),
      receipt_urls: chance(n, 40, 5) > 0 ? [`https://receipts.example.com/${n}.pdf`] : [],
      custom_fields: values(n, 50, "Cost centre", 40),
    }),
  }
}

/** Rows created at a time. Their creation is not part of the import's duration. */
const chunk = 1_000

/** Generates the lines of an import, and measures the milliseconds that this has taken so far. */
export const linesOf = (count: number, company: Company) => {
  let making = 0
  function* chunks() {
    for (let first = 1; first <= count; first += chunk) {
      const started = performance.now()
      const length = Math.min(chunk, count - first + 1)
      const made = Array.from({ length }, (_, n) => lineOf(first + n, count, company))
      making += performance.now() - started
      yield made
    }
  }
  return { lines: Stream.flattenIterable(Stream.fromIterable(chunks())), making: () => making }
}
