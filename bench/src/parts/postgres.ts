import { copyFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { type LoadResult, load, type Request } from "../client.ts"
import { compare } from "../comparison.ts"
import { type Figure, type Floor, type Measured, type Settings, spreadOf } from "../measure.ts"
import { pgbench, runScripts, scriptOf, transactionsIn } from "../pgbench.ts"
import { newBusiness, type Postgres, versionOf, withPostgres } from "../postgres.ts"
import { outlay, outlayOn, type Running, start } from "../processes.ts"
import { ask, bare, get } from "../servers.ts"
import { paced } from "./paced.ts"
import { agree } from "./requests.ts"

const connections = 50
/** Connections of a process to the database, and of pgbench. */
const pool = 10
const businesses = 100

const least = (value: number): Floor => ({ at: "least", value })
const bareServer = fileURLToPath(new URL("../peers/postgres.ts", import.meta.url))

const rateOf = ({ responses, failed, seconds }: LoadResult): number => {
  if (failed > 0) throw new Error(`${failed} requests failed`)
  return responses / seconds
}

const ratio = (
  work: string,
  ours: ReadonlyArray<number>,
  theirs: ReadonlyArray<number>,
  floor: Floor | null,
): Figure => {
  const [our, their] = [spreadOf(ours).value, spreadOf(theirs).value]
  return {
    ...{ work, unit: "×", floor },
    ...spreadOf(ours.map((rate, n) => rate / (theirs[n] as number))),
    detail: `${Math.round(our)} a second to ${Math.round(their)}`,
  }
}

/** Servers that do the same work, and their rates per second. */
type Rivals = Readonly<Record<string, () => Promise<number>>>

/** Runs the rivals in turn, in several rounds after a warm-up. */
const inTurn = async (work: string, rivals: Rivals, { rounds, tell }: Settings) => {
  const rates: Record<string, Array<number>> = {}
  for (let round = 0; round <= rounds; round++) {
    tell(`${work}: round ${round} of ${rounds}`)
    for (const [name, run] of Object.entries(rivals)) {
      const rate = await run()
      if (round > 0) rates[name] = [...(rates[name] ?? []), rate]
    }
  }
  return (name: string): ReadonlyArray<number> => rates[name] ?? []
}

interface Servers {
  readonly postgres: Postgres
  readonly one: Running
  readonly two: Running
  readonly file: Running
}

/** Returns scripts for pgbench: the statements of one topup of each business. */
const scriptsOf = async (
  { postgres, one }: Servers,
  requests: ReadonlyArray<Request>,
): Promise<ReadonlyArray<string>> => {
  const ids: Array<string> = []
  const log = await postgres.logged(async () => {
    for (const request of requests) {
      ids.push(((await ask(one, request)) as { readonly id: string }).id)
    }
  })
  const all = transactionsIn(log, "topups", ids)
  return all.map((executed, n) => scriptOf(executed, ids[n] as string))
}

/**
 * Additional durations of a commit in milliseconds, such as those of a network disk or of a standby
 * in another data centre.
 */
const delays = [2, 5]

/** Makes every commit take a number of milliseconds longer than on this machine's disk. */
const slowed = async <A>({ ask }: Postgres, millis: number, work: () => Promise<A>): Promise<A> => {
  const set = async (name: string, value: string) => {
    await ask(`alter system ${value === "" ? `reset ${name}` : `set ${name} = ${value}`}`)
    await ask("select pg_reload_conf()")
  }
  await set("commit_siblings", "0")
  await set("commit_delay", String(millis * 1_000))
  try {
    return await work()
  } finally {
    await set("commit_delay", "")
    await set("commit_siblings", "")
  }
}

/**
 * Compares topups of one business, whose units share commits, with one commit for each unit: the
 * same statements by pgbench, without the work of the service.
 */
const shared = async (
  { postgres, one }: Servers,
  { request, script }: { readonly request: Request; readonly script: string },
  settings: Settings,
): Promise<ReadonlyArray<Figure>> => {
  const { seconds } = settings
  const figures: Array<Figure> = []
  for (const delay of delays) {
    const work = `topups of one business, commits ${delay} ms slower, to one commit for each`
    const options = { port: one.port, connections, seconds, requests: [request] }
    const alone = { folder: postgres.folder, clients: pool, seconds }
    const rates = await slowed(postgres, delay, () =>
      inTurn(
        work,
        {
          one: async () => rateOf(await load(options)),
          pgbench: () => runScripts(postgres.url, [script], alone),
        },
        settings,
      ),
    )
    const floor = delay === delays.at(-1) ? least(4) : null
    figures.push(ratio(work, rates("one"), rates("pgbench"), floor))
  }
  return figures
}

const topups = async (servers: Servers, settings: Settings): Promise<ReadonlyArray<Figure>> => {
  const { postgres, one, two, file } = servers
  const { seconds } = settings
  settings.tell(`${businesses} businesses`)
  const all = Array.from({ length: businesses }, (_, n) => n)
  const requests = await Promise.all(all.map((n) => newBusiness(one, n)))
  const onFile = await Promise.all(all.map((n) => newBusiness(file, n)))
  const scripts = pgbench === null ? [] : await scriptsOf(servers, requests)
  const figures: Array<Figure> = []
  for (const [work, count] of [
    ["topups of one business", 1],
    [`topups of ${businesses} businesses`, businesses],
  ] as const) {
    const [own, theirs] = [requests.slice(0, count), onFile.slice(0, count)]
    const on = (server: Running, sent: ReadonlyArray<Request>, clients = connections) =>
      load({ port: server.port, connections: clients, seconds, requests: sent })
    const rates = await inTurn(
      work,
      {
        one: async () => rateOf(await on(one, own)),
        file: async () => rateOf(await on(file, theirs)),
        two: async () => {
          const both = [one, two].map((server) => on(server, own, connections / 2))
          return (await Promise.all(both)).map(rateOf).reduce((sum, rate) => sum + rate, 0)
        },
        ...(pgbench !== null && {
          pgbench: () =>
            runScripts(postgres.url, scripts.slice(0, count), {
              folder: postgres.folder,
              clients: pool,
              seconds,
            }),
        }),
      },
      settings,
    )
    if (pgbench !== null) {
      figures.push(ratio(`${work}, to pgbench`, rates("one"), rates("pgbench"), least(0.8)))
    }
    figures.push(
      ratio(`${work}, to SQLite`, rates("one"), rates("file"), null),
      ratio(`${work}, two processes to one`, rates("two"), rates("one"), null),
      ...(await paced(work, { port: one.port, connections, requests: own }, settings)),
    )
  }
  const [request, script] = [requests[0], scripts[0]]
  if (request !== undefined && script !== undefined) {
    figures.push(...(await shared(servers, { request, script }, settings)))
  }
  return figures
}

const used = async ({ postgres, one, two }: Servers): Promise<ReadonlyArray<Figure>> => {
  const [row] = await postgres.ask(
    "select count(*)::int as n from pg_stat_activity where application_name = 'outlay'",
  )
  const exactly = (value: number) => ({ value, least: value, most: value, floor: null })
  const memory = Math.max(one.usage().memory, two.usage().memory)
  return [
    {
      work: "connections of a process to PostgreSQL",
      ...{ unit: "connections", ...exactly(Number(row?.["n"]) / 2) },
      detail: "after the load, with the one that watches; two processes were counted",
    },
    {
      work: "memory of a process on PostgreSQL",
      ...{ unit: "MiB", ...exactly(memory) },
      detail: "resident, after the load: the larger of two",
    },
  ]
}

const reads = async (
  { postgres, one }: Servers,
  data: Awaited<ReturnType<Settings["dataset"]>>,
  settings: Settings,
) => {
  const single = data.transaction_ids.map((id) => get(data, `/transactions/${id}`))
  const page = [get(data, "/transactions?limit=50")]
  const peer = await start(bare, [bareServer, postgres.url, String(data.client_id)])
  try {
    await agree([one, peer], [...single.slice(0, 100), ...page])
    const works = [
      ["PostgreSQL: GET one transaction", single],
      ["PostgreSQL: GET a page of 50", page],
    ] as const
    const comparisons = []
    const figures: Array<Figure> = []
    for (const [work, requests] of works) {
      const floors = { [bare]: least(0.6) }
      comparisons.push(
        await compare([one, peer], { work, connections, requests, floors }, settings),
      )
      figures.push(...(await paced(work, { port: one.port, connections, requests }, settings)))
    }
    return { comparisons, figures }
  } finally {
    await peer.stop()
  }
}

/** Compares Outlay on PostgreSQL with the database alone and with SQLite. */
export const onPostgres = async (settings: Settings): Promise<Measured> => {
  const data = await settings.dataset(10_000)
  return withPostgres(data, async (postgres) => {
    settings.tell(`PostgreSQL ${await versionOf(postgres)}`)
    if (pgbench === null) settings.tell("pgbench is not installed: it is left out")
    const copy = join(postgres.folder, "copy.db")
    copyFileSync(data.file, copy)
    const running: Array<Running> = []
    try {
      for (const begin of [() => outlayOn(postgres.url), () => outlayOn(postgres.url)]) {
        running.push(await begin())
      }
      running.push(await outlay(copy))
      const [one, two, file] = running as [Running, Running, Running]
      const servers = { postgres, one, two, file }
      const { comparisons, figures } = await reads(servers, data, settings)
      figures.push(...(await topups(servers, settings)), ...(await used(servers)))
      return { comparisons, figures }
    } finally {
      await Promise.all(running.map((server) => server.stop()))
    }
  })
}
