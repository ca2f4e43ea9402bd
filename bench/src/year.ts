/**
 * Estimates the cost of a year of transactions: runs a shorter load, in which a few businesses have
 * most of the transactions, and multiplies the result. `pnpm --filter @outlay/bench year --help`.
 */
import { rmSync } from "node:fs"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { temporaryFolder } from "../../scripts/temporary.ts"
import { type Bytes, bytesOfFile, bytesOfServer, cpuOfServer, sum } from "./footprint.ts"
import { importPast } from "./past.ts"
import { type Business, newAccount, type Postgres, withEmptyPostgres } from "./postgres.ts"
import { command, operatorToken, outlayOn, type Running } from "./processes.ts"
import { Zipf } from "./zipf.ts"

const help = `pnpm --filter @outlay/bench year [--transactions N] [--businesses N] [--before N]
  [--on sqlite,postgres]

Runs a short year on SQLite and on PostgreSQL, and says what one of ten million transactions of
10,000 businesses would take. Each transaction is recorded and changed once.

--before imports so many transactions first: what a request costs in a database that has them.
`

const { values } = parseArgs({
  options: {
    transactions: { type: "string", default: "10000" },
    businesses: { type: "string", default: "300" },
    before: { type: "string", default: "0" },
    on: { type: "string", default: "sqlite,postgres" },
    help: { type: "boolean", default: false },
  },
})
const transactions = Number(values.transactions)
const count = Number(values.businesses)
const before = Number(values.before)

const year = { transactions: 10_000_000, businesses: 10_000 }

/** Number of concurrent clients, and of concurrent imports. */
const clients = 20
const importers = 4

/** A busy machine must not refuse requests. */
const generousTimeouts = "lock_timeout=60000&lost_after=30000"

const tell = (text: string): void => void process.stderr.write(`${text}\n`)

/** Database with a service. */
interface Place {
  readonly name: string
  readonly url: string
  readonly server: Running
  readonly bytes: () => Promise<Bytes>
  /** CPU seconds of the database's own processes; 0 if the database is part of the service. */
  readonly cpu: () => number
}

const request = async (
  server: Running,
  method: string,
  path: string,
  token: string,
  body?: object,
) => {
  const response = await fetch(`http://127.0.0.1:${server.port}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path}: ${text}`)
  return JSON.parse(text)
}

/** Runs `n` from `from` to `to`, several at a time. */
const each = async (
  from: number,
  to: number,
  ask: (n: number) => Promise<void>,
  many = clients,
): Promise<void> => {
  let next = from
  const client = async () => {
    while (next < to) await ask(next++)
  }
  await Promise.all(Array.from({ length: many }, client))
}

/** CPU milliseconds per request, of the service and of the database. */
interface Cost {
  readonly kind: string
  readonly service: number
  readonly database: number
}

const costing = async ({ server, cpu }: Place, kind: string, n: number, work: Promise<void>) => {
  const [service, database] = [server.usage().cpu, cpu()]
  await work
  return {
    kind,
    service: ((server.usage().cpu - service) / n) * 1_000,
    database: ((cpu() - database) / n) * 1_000,
  }
}

const record = (place: Place, all: ReadonlyArray<Business>, ids: Array<string>) => {
  const zipf = new Zipf(count)
  return async (n: number): Promise<void> => {
    const business = all[zipf.at(n, transactions)] as Business
    const path = `/operator/v1/businesses/${business.client_id}/transactions`
    const at = new Date(Date.UTC(2026, 0, 1) + n * 1_000).toISOString()
    const { id } = await request(place.server, "POST", path, operatorToken, {
      ...{ external_id: `y-${n}`, transaction_type: "CARD_TRANSACTION", status: "CLEARED" },
      ...{ auth_date: at, cleared_date: at, merchant_name: `Merchant ${n % 2_000}` },
      ...{ amount: -10, user_id: business.user_id, budget_id: business.budget_id },
    })
    ids[n] = id
  }
}

const change = (place: Place, all: ReadonlyArray<Business>, ids: ReadonlyArray<string>) => {
  const zipf = new Zipf(count)
  return async (n: number): Promise<void> => {
    const business = all[zipf.at(n, transactions)] as Business
    const path = `/v2/businesses/${business.client_id}/transactions/${ids[n]}`
    const item = { amount: 10, description: "Lunch", category_id: business.category_id }
    await request(place.server, "PATCH", path, business.token, { line_items: [item] })
  }
}

const get = (place: Place, business: Business, path: string): Promise<void> =>
  request(place.server, "GET", `/v2/businesses/${business.client_id}${path}`, business.token)

/** Resources used by a database with its service. */
interface Taken {
  readonly name: string
  readonly business: number
  /** Bytes per transaction imported before the load. */
  readonly imported: number
  /** Number of transactions of the busiest business at the end. */
  readonly busiest: number
  /** Bytes per transaction by table, of all and of the second half. */
  readonly tables: ReadonlyArray<readonly [string, number]>
  readonly second: number
  readonly costs: ReadonlyArray<Cost>
  readonly memory: number
  /** Duration of `outlay verify` in seconds, and its peak memory in MiB. */
  readonly verified: { readonly seconds: number; readonly peak: number }
}

const run = async (place: Place): Promise<Taken> => {
  const { server } = place
  const empty = sum(await place.bytes())
  tell(`${place.name}: ${count} businesses`)
  const all: Array<Business> = []
  await each(0, count, async (n) => {
    const business = await newAccount(server, n)
    const { client_id, budget_id, token } = business
    const path = `/v1/businesses/${client_id}/budgets/${budget_id}/topups`
    // More than is spent, so that no notification is sent.
    await request(server, "POST", path, token, { amount: 9_000_000, description: "Funds" })
    all[n] = business
  })
  const unused = sum(await place.bytes())
  tell(`${place.name}: ${before} transactions of before`)
  const past = new Zipf(count).counts(before)
  const bringIn = async (n: number) => {
    if (past[n]) await importPast(server, all[n] as Business, past[n])
  }
  await each(0, count, bringIn, importers)
  const founded = await place.bytes()
  tell(`${place.name}: ${transactions} transactions`)
  const ids: Array<string> = []
  const costs: Array<Cost> = []
  const half = Math.floor(transactions / 2)
  const add = record(place, all, ids)
  const edit = change(place, all, ids)
  await each(0, half, add)
  await each(0, half, edit)
  const middle = sum(await place.bytes())
  const n = transactions - half
  costs.push(await costing(place, "record a transaction", n, each(half, transactions, add)))
  costs.push(await costing(place, "change a transaction", n, each(half, transactions, edit)))
  const end = await place.bytes()
  tell(`${place.name}: reads`)
  const zipf = new Zipf(count)
  const reads = Math.min(transactions, 3_000)
  const one = (k: number) =>
    get(place, all[zipf.at(k, transactions)] as Business, `/transactions/${ids[k]}`)
  costs.push(await costing(place, "read a transaction", reads, each(0, reads, one)))
  for (const [kind, at] of [
    ["page of 50, the busiest business", 0],
    ["page of 50, a business in the middle", Math.floor(count / 2)],
  ] as const) {
    const page = () => get(place, all[at] as Business, "/transactions?limit=50")
    costs.push(await costing(place, kind, 500, each(0, 500, page)))
  }
  tell(`${place.name}: verify`)
  const verified = await command(["verify", "--database-url", place.url])
  const tables = [...end]
    .map(([name, bytes]) => [name, (bytes - (founded.get(name) ?? 0)) / transactions] as const)
    .toSorted(([, a], [, b]) => b - a)
  return {
    ...{ name: place.name, tables, costs, verified, memory: server.usage().memory },
    business: (unused - empty) / count,
    imported: (sum(founded) - unused) / Math.max(before, 1),
    busiest: zipf.first * (before + transactions),
    second: (sum(end) - middle) / n,
  }
}

const onFile = async (): Promise<Taken> => {
  const folder = temporaryFolder("year")
  const file = join(folder, "year.db")
  const url = `sqlite:${file}`
  const server = await outlayOn(url)
  try {
    const bytes = async () => bytesOfFile(file)
    return await run({ name: "SQLite", url, server, bytes, cpu: () => 0 })
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

const onServer = (): Promise<Taken> =>
  withEmptyPostgres(async (postgres: Postgres) => {
    const server = await outlayOn(`${postgres.url}?${generousTimeouts}`)
    try {
      const bytes = () => bytesOfServer(postgres)
      const cpu = () => cpuOfServer(postgres)
      return await run({ name: "PostgreSQL", url: postgres.url, server, bytes, cpu })
    } finally {
      await server.stop()
    }
  })

const table = (rows: ReadonlyArray<ReadonlyArray<string>>): string =>
  rows
    .map((row) => `| ${row.join(" | ")} |`)
    .toSpliced(1, 0, `|${"---|".repeat(rows[0]?.length ?? 0)}`)
    .join("\n")

const shown = (both: ReadonlyArray<Taken>): string => {
  const names = both.map(({ name }) => name)
  const all = both.map(({ tables }) => tables.reduce((bytes, [, each]) => bytes + each, 0))
  const known = [...new Set(both.flatMap(({ tables }) => tables.map(([name]) => name)))]
  const bytes = known.flatMap((name) => {
    const of = both.map(({ tables }) => tables.find(([each]) => each === name)?.[1] ?? 0)
    return of.some((each) => each >= 1) ? [[name, ...of.map((each) => each.toFixed(0))]] : []
  })
  const gigabytes = both.map(({ business }, n) =>
    ((business * year.businesses + (all[n] as number) * year.transactions) / 1e9).toFixed(1),
  )
  const kinds = both[0]?.costs.map(({ kind }) => kind) ?? []
  const costs = kinds.map((kind, n) => [
    kind,
    ...both.flatMap(({ costs, name }) => {
      const { service = 0, database = 0 } = costs[n] ?? {}
      return name === "SQLite" ? [service.toFixed(2)] : [service.toFixed(2), database.toFixed(2)]
    }),
  ])
  const costed = names.flatMap((_) => (_ === "SQLite" ? [_] : [_, "and PostgreSQL's own"]))
  const first = new Zipf(year.businesses).first * 100
  return [
    table([
      ["Bytes of a transaction", ...names],
      ...bytes,
      ["all", ...all.map((each) => each.toFixed(0))],
      ["all, in the second half", ...both.map(({ second }) => second.toFixed(0))],
      ["bytes of one that was imported", ...both.map(({ imported }) => imported.toFixed(0))],
      ["bytes of a business", ...both.map(({ business }) => business.toFixed(0))],
      ["GB of a year, projected", ...gigabytes],
      ["transactions of the busiest business", ...both.map(({ busiest }) => busiest.toFixed(0))],
      ["seconds of verify", ...both.map(({ verified }) => verified.seconds.toFixed(1))],
      ["MiB of verify, at most", ...both.map(({ verified }) => verified.peak.toFixed(0))],
      ["MiB of the process, after it", ...both.map(({ memory }) => memory.toFixed(0))],
    ]),
    table([["Processor time, ms", ...costed], ...costs]),
    `Of ${year.businesses} businesses the busiest has ${first.toFixed(1)} % of the transactions.`,
  ].join("\n\n")
}

if (values.help) process.stdout.write(help)
else {
  const taken: Array<Taken> = []
  for (const place of values.on.split(",")) {
    taken.push(await (place === "sqlite" ? onFile() : onServer()))
  }
  process.stdout.write(`${shown(taken)}\n`)
}
// A server started by this program keeps its pipes open.
process.exit()
