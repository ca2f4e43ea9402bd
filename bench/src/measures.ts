import { copyFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { bareImport } from "./bare-import.ts"
import { type Dataset, dataset } from "./dataset.ts"
import type { LoadResult } from "./load.ts"
import { load, type Running, start } from "./processes.ts"

/** What was measured, against what, and how far it must reach. */
export interface Figure {
  readonly work: string
  /** How `value` reads: a ratio, a rate, a time, a size. */
  readonly unit: "×" | "rows/s" | "s" | "MiB"
  readonly value: number
  readonly least: number
  readonly most: number
  /** The demand: at least, or at most, this much. */
  readonly demand: { readonly at: "least" | "most"; readonly value: number }
  /** What stands behind the value, for people. */
  readonly detail: string
}

export type Tell = (text: string) => void

const script = (name: string) => new URL(`./${name}.ts`, import.meta.url).pathname
const rounds = 5
const connections = 50

const median = (values: ReadonlyArray<number>): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

const rate = (result: LoadResult): string => Math.round(result.rate).toLocaleString("en")

const get = (dataset: Dataset, path: string): string =>
  `GET /v2/businesses/${dataset.client_id}/transactions${path} HTTP/1.1\r\n` +
  `Host: 127.0.0.1\r\nAuthorization: Bearer ${dataset.token}\r\n\r\n`

const post = (dataset: Dataset): string => {
  const body = '{"amount":0.01,"description":"Bench"}'
  const path = `/v1/businesses/${dataset.client_id}/budgets/${dataset.budget_id}/topups`
  return (
    `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${dataset.token}\r\n` +
    `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  )
}

/** Two servers under the same load in turn, A B A B …: the ratio of each pair. */
const compare = async (
  work: string,
  [a, b]: readonly [Running, Running],
  requests: ReadonlyArray<string>,
  least: number,
  tell: Tell,
): Promise<Figure> => {
  const ratios: Array<number> = []
  let last: readonly [LoadResult, LoadResult] | null = null
  for (let round = 0; round <= rounds; round++) {
    tell(`${work}: round ${round} of ${rounds}`)
    const options = { connections, duration: 3_000, warmup: 500, requests, numbered: false }
    const ours = await load({ ...options, port: a.port })
    const theirs = await load({ ...options, port: b.port })
    if (ours.failed + theirs.failed > 0) throw new Error(`${work}: a request failed`)
    // The first round only warms the two up.
    if (round > 0) ratios.push(ours.rate / theirs.rate)
    last = [ours, theirs]
  }
  const [ours, theirs] = last as readonly [LoadResult, LoadResult]
  return {
    work,
    unit: "×",
    value: median(ratios),
    least: Math.min(...ratios),
    most: Math.max(...ratios),
    demand: { at: "least", value: least },
    detail:
      `${rate(ours)}/s (p99 ${ours.p99.toFixed(1)} ms) against ` +
      `${rate(theirs)}/s (p99 ${theirs.p99.toFixed(1)} ms) in the last round`,
  }
}

/** Reads, against the least that answers the same bytes. */
export const reads = async (tell: Tell): Promise<ReadonlyArray<Figure>> => {
  tell("making 200,000 transactions")
  const data = await dataset(200_000)
  const product = await start([script("product"), data.file])
  const baseline = await start([script("baseline"), data.file, String(data.client_id)])
  try {
    const one = data.transaction_ids.map((id) => get(data, `/${id}`))
    return [
      await compare("GET one transaction", [product, baseline], one, 0.6, tell),
      await compare("GET a page of 50", [product, baseline], [get(data, "?limit=50")], 0.8, tell),
    ]
  } finally {
    await Promise.all([product.stop(), baseline.stop()])
  }
}

/** Durable topups that share a commit, against a commit for each. */
export const topups = async (tell: Tell): Promise<ReadonlyArray<Figure>> => {
  const data = await dataset(1_000)
  const files = ["group", "single"].map((mode) => join(tmpdir(), `outlay-bench-${mode}.db`))
  const remove = () => {
    for (const file of files) {
      for (const suffix of ["", "-wal", "-shm"]) rmSync(file + suffix, { force: true })
    }
  }
  remove()
  for (const file of files) copyFileSync(data.file, file)
  const group = await start([script("product"), files[0] as string])
  const single = await start([script("product"), files[1] as string, "single"])
  try {
    return [await compare("durable topups", [group, single], [post(data)], 3, tell)]
  } finally {
    await Promise.all([group.stop(), single.stop()])
    remove()
  }
}

/** An import in process, on a new database each time. */
export const importing = async (tell: Tell): Promise<ReadonlyArray<Figure>> => {
  const rates: Array<number> = []
  const ratios: Array<number> = []
  for (let round = 0; round <= rounds; round++) {
    tell(`import of 200,000 rows: round ${round} of ${rounds}`)
    const data = await dataset(200_000, { fresh: true })
    const bare = bareImport(data)
    if (round === 0) continue
    rates.push(data.rate)
    ratios.push(data.rate / bare)
  }
  return [
    {
      work: "import of 200,000 rows",
      unit: "rows/s",
      value: median(rates),
      least: Math.min(...rates),
      most: Math.max(...rates),
      demand: { at: "least", value: 20_000 },
      detail:
        "with a line item and a receipt each, ledger and events included; " +
        `${median(ratios).toFixed(2)} × the speed of bare SQLite with the same rows, prebuilt`,
    },
  ]
}

/** How the first page, with its count, grows with the business. */
export const growth = async (tell: Tell): Promise<ReadonlyArray<Figure>> => {
  tell("making 10,000 and 1,000,000 transactions")
  const small = await dataset(10_000)
  const large = await dataset(1_000_000, { fresh: true })
  const [a, b] = await Promise.all([
    start([script("product"), small.file]),
    start([script("product"), large.file]),
  ])
  try {
    const ratios: Array<number> = []
    for (let round = 0; round <= rounds; round++) {
      tell(`first page of 1,000,000 against 10,000: round ${round} of ${rounds}`)
      const options = { connections: 1, duration: 2_000, warmup: 500, numbered: false }
      const few = await load({ ...options, port: a.port, requests: [get(small, "?limit=50")] })
      const many = await load({ ...options, port: b.port, requests: [get(large, "?limit=50")] })
      if (round > 0) ratios.push(few.rate / many.rate)
    }
    return [
      {
        work: "first page and count, 1,000,000 rows against 10,000",
        unit: "×",
        value: median(ratios),
        least: Math.min(...ratios),
        most: Math.max(...ratios),
        demand: { at: "most", value: 1.5 },
        detail: "time of a request on one connection",
      },
      {
        work: "import of 1,000,000 rows",
        unit: "rows/s",
        value: large.rate,
        least: large.rate,
        most: large.rate,
        demand: { at: "least", value: 20_000 },
        detail: "the same, measured once",
      },
    ]
  } finally {
    await Promise.all([a.stop(), b.stop()])
  }
}

/** The product as it is started by an operator, on a database that is there. */
export const starting = async (tell: Tell): Promise<ReadonlyArray<Figure>> => {
  const data = await dataset(200_000)
  const main = new URL("../../apps/api/dist/main.js", import.meta.url).pathname
  const times: Array<number> = []
  let memory = Number.NaN
  for (let round = 1; round <= rounds; round++) {
    tell(`start to ready: round ${round} of ${rounds}`)
    const server = await start([
      main,
      "serve",
      "--database-url",
      `sqlite:${data.file}`,
      "--port",
      "0",
    ])
    times.push(server.ready / 1_000)
    await new Promise((done) => setTimeout(done, round === rounds ? 5_000 : 200))
    memory = server.memory()
    await server.stop()
  }
  return [
    {
      work: "start to ready, 200,000 rows",
      unit: "s",
      value: median(times),
      least: Math.min(...times),
      most: Math.max(...times),
      demand: { at: "most", value: 1.5 },
      detail: "from the start of the process to its first output",
    },
    {
      work: "idle",
      unit: "MiB",
      value: memory,
      least: memory,
      most: memory,
      demand: { at: "most", value: 150 },
      detail: "resident memory, five seconds after the start",
    },
  ]
}
