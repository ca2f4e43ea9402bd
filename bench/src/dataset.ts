import { hash } from "node:crypto"
import {
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs"
import {
  Budgets,
  Businesses,
  Categories,
  CurrentActor,
  operator,
  Tokens,
  Transactions,
  Users,
} from "@outlay/domain"
import { migrations } from "@outlay/sql-storage"
import { BigDecimal, Effect } from "effect"
import { multiply } from "./multiplied.ts"
import { type Company, linesOf } from "./rows.ts"
import { services } from "./storage.ts"

/** Database of made-up transactions, with the ids that requests need. */
export interface Dataset {
  readonly file: string
  readonly rows: number
  readonly client_id: number
  readonly token: string
  readonly budget_id: string
  /** Users, budgets and categories of its transactions. */
  readonly company: Company
  /** Ids of a thousand transactions, spread evenly. */
  readonly transaction_ids: ReadonlyArray<string>
  /** Rows imported per second while it was created. */
  readonly rate: number
  /** Bytes of the file per row, including indexes, ledger and events; null if rows are copies. */
  readonly bytesPerRow: number | null
}

const folder = new URL("../.data/", import.meta.url).pathname

const times = <A, E, R>(count: number, make: (n: number) => Effect.Effect<A, E, R>) =>
  Effect.forEach(
    Array.from({ length: count }, (_, n) => n),
    make,
  )

const founded = Effect.gen(function* () {
  const { client_id, roles } = yield* Businesses.use((_) => _.create({ name: "Bench" }))
  const role_id = roles[0]?.id ?? ""
  const users = yield* times(50, (n) =>
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
  const categories = yield* times(25, (n) =>
    Categories.use((_) => _.create(client_id, { name: `Category ${n}` })),
  )
  const budgets = yield* times(20, (n) =>
    Budgets.use((_) =>
      _.create(client_id, {
        name: `Budget ${n}`,
        reset_amount: BigDecimal.fromStringUnsafe("100000"),
        reset_period: "MONTHLY",
        has_member_limits: false,
        rollover_funds: false,
        members: users.map(({ id }) => ({ user: { id } })),
        owners: [{ user: { id: users[0]?.id ?? 0 } }],
      }),
    ),
  )
  return { client_id, token, users, categories, budgets }
})

const fill = (file: string, rows: number) =>
  Effect.gen(function* () {
    const { client_id, token, users, categories, budgets } = yield* founded
    const company: Company = {
      users: users.map((_) => _.id),
      budgets: budgets.map((_) => _.id),
      categories: categories.map((_) => _.id),
    }
    const { lines, making } = linesOf(rows, company)
    const started = performance.now()
    const { imported } = yield* Transactions.use((_) => _.importRows(client_id, lines))
    if (imported !== rows) throw new Error(`${rows - imported} of ${rows} rows were not imported`)
    const rate = rows / ((performance.now() - started - making()) / 1_000)
    const samples = yield* times(20, (n) =>
      Transactions.use((_) =>
        _.list(client_id, {}, { offset: Math.floor((n * rows) / 22), limit: 50 }),
      ),
    )
    return {
      ...{ file, rows, client_id, token, rate, company },
      budget_id: budgets[0]?.id ?? "",
      transaction_ids: samples.flatMap(({ results }) => results.map((_) => _.id)),
    }
  })

/** Part of the file name, which differs if the sources that create the database differ. */
const edition = hash(
  "sha256",
  [
    ...["rows.ts", "dataset.ts"].map((name) =>
      readFileSync(new URL(name, import.meta.url), "utf8"),
    ),
    JSON.stringify(migrations),
  ].join("\n"),
).slice(0, 12)

/**
 * Returns the dataset with a number of rows, which is created once and then stored next to the
 * sources.
 */
export const dataset = async (rows: number, { fresh = false } = {}): Promise<Dataset> => {
  mkdirSync(folder, { recursive: true })
  const file = `${folder}${rows}-${edition}.db`
  const about = `${file}.json`
  if (!fresh && existsSync(about)) return JSON.parse(readFileSync(about, "utf8"))
  for (const suffix of ["", "-wal", "-shm", ".json"]) rmSync(file + suffix, { force: true })
  const whole = rows > mostImported ? await multiplied(file, rows) : await imported(file, rows)
  writeFileSync(`${about}.part`, JSON.stringify(whole))
  renameSync(`${about}.part`, about)
  return whole
}

const imported = async (file: string, rows: number): Promise<Dataset> => {
  const made = await Effect.runPromise(
    fill(file, rows).pipe(
      Effect.provideService(CurrentActor, operator),
      Effect.provide(services(file)),
    ),
  )
  return { ...made, bytesPerRow: statSync(file).size / rows }
}

/** Largest number of imported rows; larger datasets consist of copies. */
export const mostImported = 1_000_000

/** Number of rows that are copied. */
const original = 200_000

const multiplied = async (file: string, rows: number): Promise<Dataset> => {
  const times = rows / original
  if (!Number.isInteger(times)) {
    throw new Error(`More than ${mostImported} rows are a multiple of ${original}.`)
  }
  const base = await dataset(original)
  multiply(base.file, file, times)
  return { ...base, file, rows, bytesPerRow: null }
}
