import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import {
  Budgets,
  Businesses,
  CurrentActor,
  type ImportLine,
  operator,
  Tokens,
  Transactions,
  Users,
} from "@outlay/domain"
import { BigDecimal, Effect, Result, Stream } from "effect"
import { services } from "./storage.ts"

/** A database full of made-up transactions, and what is needed to ask for them. */
export interface Dataset {
  readonly file: string
  readonly rows: number
  readonly client_id: number
  readonly token: string
  readonly budget_id: string
  /** A thousand of them, spread evenly. */
  readonly transaction_ids: ReadonlyArray<string>
  /** Rows a second that were imported while it was made. */
  readonly rate: number
}

const folder = new URL("../.data/", import.meta.url).pathname

const decimal = (text: string) => BigDecimal.fromStringUnsafe(text)

/** How many rows are made up at once: what their making takes is no part of an import. */
const chunk = 1_000

interface People {
  readonly users: ReadonlyArray<number>
  readonly budgets: ReadonlyArray<string>
}

/** The nth of `count` card transactions of two years, with a line item and a receipt. */
const lineOf = (n: number, count: number, { users, budgets }: People): ImportLine => {
  const start = Date.UTC(2024, 10, 1)
  const step = (2 * 365 * 86_400_000) / count
  const cents = (n * 7_919) % 25_000
  const amount = `${Math.floor(cents / 100)}.${String((cents % 100) + 1).padStart(2, "0")}`
  return {
    line: n,
    row: Result.succeed({
      external_id: `bench-${n}`,
      transaction_type: "CARD_TRANSACTION",
      status: "CLEARED",
      auth_date: new Date(start + Math.floor(n * step)).toISOString(),
      merchant_name: `Merchant ${n % 997}`,
      amount: decimal(`-${amount}`),
      gst: decimal("0.01"),
      user_id: users[n % users.length] as number,
      budget_id: budgets[n % budgets.length] as string,
      line_items: [{ amount: decimal(amount), description: "A line of it" }],
      receipt_urls: [`https://receipts.example.com/${n}.pdf`],
    }),
  }
}

/** The lines of an import, and how many milliseconds making them up has taken so far. */
const linesOf = (count: number, people: People) => {
  let making = 0
  function* chunks() {
    for (let first = 1; first <= count; first += chunk) {
      const started = performance.now()
      const length = Math.min(chunk, count - first + 1)
      const made = Array.from({ length }, (_, n) => lineOf(first + n, count, people))
      making += performance.now() - started
      yield made
    }
  }
  return { lines: Stream.flattenIterable(Stream.fromIterable(chunks())), making: () => making }
}

const fill = (file: string, rows: number) =>
  Effect.gen(function* () {
    const { client_id, roles } = yield* Businesses.use((_) => _.create({ name: "Bench" }))
    const role_id = roles[0]?.id ?? ""
    const users = yield* Effect.forEach(
      Array.from({ length: 50 }, (_, n) => n),
      (n) =>
        Users.use((_) =>
          _.create(client_id, {
            first_name: "Person",
            last_name: `Number ${n}`,
            email: `person${n}@example.test`,
            role_id,
            payment_types: ["cards"],
          }),
        ),
    )
    const { token } = yield* Tokens.use((_) => _.create(client_id, { name: "bench", role_id }))
    const budgets = yield* Effect.forEach(
      Array.from({ length: 20 }, (_, n) => n),
      (n) =>
        Budgets.use((_) =>
          _.create(client_id, {
            name: `Budget ${n}`,
            reset_amount: decimal("100000"),
            reset_period: "MONTHLY",
            has_member_limits: false,
            rollover_funds: false,
            members: users.map(({ id }) => ({ user: { id } })),
            owners: [{ user: { id: users[0]?.id ?? 0 } }],
          }),
        ),
    )
    const { lines, making } = linesOf(rows, {
      users: users.map((_) => _.id),
      budgets: budgets.map((_) => _.id),
    })
    const started = performance.now()
    const { imported } = yield* Transactions.use((_) => _.importRows(client_id, lines))
    if (imported !== rows) throw new Error(`${rows - imported} of ${rows} rows were not imported`)
    const rate = rows / ((performance.now() - started - making()) / 1_000)
    const samples = yield* Effect.forEach(
      Array.from({ length: 20 }, (_, n) => n),
      (n) =>
        Transactions.use((_) =>
          _.list(client_id, {}, { offset: Math.floor((n * rows) / 20), limit: 50 }),
        ),
    )
    const dataset: Dataset = {
      file,
      rows,
      client_id,
      token,
      budget_id: budgets[0]?.id ?? "",
      transaction_ids: samples.flatMap(({ results }) => results.map((_) => _.id)),
      rate,
    }
    return dataset
  })

/** The dataset of so many rows: made once, then kept beside the sources. */
export const dataset = async (rows: number, { fresh = false } = {}): Promise<Dataset> => {
  mkdirSync(folder, { recursive: true })
  const file = `${folder}${rows}.db`
  const about = `${file}.json`
  if (!fresh && existsSync(about)) return JSON.parse(readFileSync(about, "utf8"))
  for (const suffix of ["", "-wal", "-shm", ".json"]) rmSync(file + suffix, { force: true })
  const made = await Effect.runPromise(
    fill(file, rows).pipe(
      Effect.provideService(CurrentActor, operator),
      Effect.provide(services(file)),
    ),
  )
  writeFileSync(`${about}.part`, JSON.stringify(made))
  renameSync(`${about}.part`, about)
  return made
}
