/**
 * Sends random requests to services that it starts, for as long as requested, and checks every
 * response: `pnpm random-requests --help`. The tests do the same for some seconds
 * (`apps/api/test/random-requests.test.ts`).
 */
import { join } from "node:path"
import { parseArgs } from "node:util"
import { operations, run } from "../apps/api/test/random-requests/run.ts"
import { inMemory } from "../apps/api/test/random-requests/stage.ts"
import { hasPostgres, newDatabase } from "../packages/postgres-storage/test/server.ts"
import newFolder from "./run-folder.ts"
import { close, temporaryFolder } from "./temporary.ts"

const help = `pnpm random-requests [options]

Sends requests made from docs/openapi.json, four in ten of them broken on purpose, and judges each
response: by the document, and by what was promised (a read shows what was written, a refusal
changes nothing, a business sees nothing of another). At the end it verifies the books.

  --seed N        the first seed; each seed is a run of its own (1)
  --seeds N       how many seeds (10)
  --requests N    how many requests of a seed (5000)
  --storage NAME  sqlite, postgres or memory (sqlite)
  --help          this text

PostgreSQL is that of the tests. It exits with 1 if it finds a fault, which it shows with the seed
and the request as a curl command.
`

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: "1" },
    seeds: { type: "string", default: "10" },
    requests: { type: "string", default: "5000" },
    storage: { type: "string", default: "sqlite" },
    help: { type: "boolean", default: false },
  },
})
const fail = (text: string): never => {
  process.stderr.write(`${text}\n`)
  process.exit(2)
}
if (values.help) {
  process.stdout.write(help)
  process.exit(0)
}
const numberOf = (name: string, text: string): number =>
  /^\d{1,9}$/u.test(text) ? Number(text) : fail(`--${name} is a whole number, not ${text}.`)
const first = numberOf("seed", values.seed)
const seeds = numberOf("seeds", values.seeds)
const requests = numberOf("requests", values.requests)

/** All files are written to a folder of their own. */
const leave = newFolder()
const folder = temporaryFolder("random-requests")
const databases: { readonly [storage: string]: (seed: number) => Promise<string> } = {
  sqlite: (seed) => Promise.resolve(join(folder, `${seed}.db`)),
  postgres: () =>
    hasPostgres ? newDatabase() : fail("There is no PostgreSQL: set OUTLAY_TEST_POSTGRES_URL."),
  memory: () => Promise.resolve(inMemory),
}
const database =
  databases[values.storage] ?? fail(`--storage is ${Object.keys(databases).join(", ")}.`)

const began = performance.now()
const tell = (text: string): void => {
  const seconds = ((performance.now() - began) / 1_000).toFixed(0).padStart(5)
  process.stdout.write(`${seconds} s  ${text}\n`)
}

/** Runs one seed and returns the number of errors found. */
const judged = async (seed: number): Promise<number> => {
  const { faults, transcript, succeeded } = await run({
    ...{ seed, requests, database: await database(seed) },
    tell: (done) => {
      if (done % 1_000 === 0) tell(`seed ${seed}: ${done} of ${requests} requests`)
    },
  })
  for (const fault of faults) process.stdout.write(`\nseed ${seed}, ${fault}\n\n`)
  const missing = operations.map(({ id }) => id).filter((id) => !succeeded.has(id))
  const never = missing.length === 0 ? "" : `; never succeeded: ${missing.join(", ")}`
  tell(`seed ${seed}: ${transcript.length} requests, ${faults.length} faults${never}`)
  return faults.length
}

let faults = 0
try {
  for (let seed = first; seed < first + seeds; seed++) faults += await judged(seed)
  tell(`${seeds} seeds, ${faults} faults`)
} finally {
  await close("file")
  leave()
}
process.exit(faults === 0 ? 0 : 1)
