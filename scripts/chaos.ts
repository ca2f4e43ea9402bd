/**
 * Breaks a failover cluster on this machine repeatedly under load, and checks that promises to
 * clients were kept: `pnpm chaos --help`. Each host is a network namespace; nothing else on the
 * machine is affected. This is not part of the tests, except its checker (`chaos/checker.test.ts`).
 */
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { Chance } from "./chaos/chance.ts"
import { type Found, isClean, judge, longestSilence } from "./chaos/checker.ts"
import { type Cluster, openCluster } from "./chaos/cluster.ts"
import { faults } from "./chaos/faults.ts"
import { type Counts, Load } from "./chaos/load.ts"
import { close, type Database, open, services as serviceHosts } from "./chaos/network.ts"
import { nameOf, type Plan, type Planned, Plans } from "./chaos/plan.ts"
import { openServices, type Services, url } from "./chaos/services.ts"
import { answerOf, fakeTime, obstacle } from "./chaos/tools.ts"

const help = `pnpm chaos [options]

Three PostgreSQL under Patroni and etcd, HAProxy, and two Outlay, each in a network namespace of
this machine; clients that remember what they were promised; and a fault in each round, or two.

  --rounds N    how many rounds (10)
  --seed N      repeats the choices of another run (by chance)
  --pairs N     how many of a hundred rounds have two faults (40)
  --only A,B    only these faults: ${Object.keys(faults).join(", ")}
  --keep        leaves the logs of all programs, and says where
  --help        this text

It needs root and Debian's packages; what is missing it names. It exits with 1 if a write that was
acknowledged is lost, has two effects or differs.
`

const options = {
  rounds: { type: "string", default: "10" },
  seed: { type: "string", default: "" },
  pairs: { type: "string", default: "40" },
  only: { type: "string", default: "" },
  keep: { type: "boolean", default: false },
  help: { type: "boolean", default: false },
} as const

const { values } = parseArgs({ options })
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
const rounds = numberOf("rounds", values.rounds)
const seed = values.seed === "" ? Math.floor(Math.random() * 1e9) : numberOf("seed", values.seed)
const pairs = numberOf("pairs", values.pairs)
const names = values.only === "" ? Object.keys(faults) : values.only.split(",")
for (const name of names) if (!Object.hasOwn(faults, name)) fail(`There is no fault ${name}.`)
const missing = obstacle()
if (missing !== null) fail(`pnpm chaos cannot run here. ${missing}`)

const began = performance.now()
const tell = (text: string): void => {
  const seconds = ((performance.now() - began) / 1_000).toFixed(0).padStart(5)
  process.stdout.write(`${seconds} s  ${text}\n`)
}
const wait = (seconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, seconds * 1_000))

const until = async (what: string, fault: () => Promise<string | null>): Promise<void> => {
  const began = performance.now()
  for (;;) {
    const found = await fault()
    if (found === null) return
    if (performance.now() - began > 300_000) throw new Error(`${what}: ${found}`)
    await wait(0.5)
  }
}

interface Round {
  readonly fault: string
  readonly detail: string
  readonly silence: number
  readonly whole: number
}

/** Rows on the leader that were written by the load. */
const rowsOf = (cluster: Cluster): ReadonlyArray<Found> =>
  cluster
    .ask(
      `select 'topup', description, amount, id from topups
      union all select 'record', external_id, -amount, id from transactions`,
    )
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => {
      const [kind, key = "", amount, id = ""] = line.split("|")
      return { kind: kind as Found["kind"], key, amount: Number(amount), id }
    })

const whole = async (cluster: Cluster, services: Services): Promise<void> => {
  await until("the cluster is not whole", cluster.fault)
  for (const host of serviceHosts) {
    await until("a service is not ready", async () => {
      services.start(host)
      return (await services.isReady(host)) ? null : host
    })
  }
  await until("the balancer has no service", async () => {
    const response = await answerOf(`${url}/readyz`)
    return response?.status === 200 ? null : String(response?.status)
  })
}

/** Checks the current rows. Requests that are still in progress may or may not have rows. */
const verdictOf = async (cluster: Cluster, load: Load) => {
  const before = load.promised
  let found: ReadonlyArray<Found> = []
  await until("the rows cannot be read", async () => {
    try {
      found = rowsOf(cluster)
      return null
    } catch (error) {
      return String(error)
    }
  })
  const verdict = judge(before, found)
  const after = new Set(load.promised.map(({ kind, key }) => `${kind} ${key}`))
  const unasked = verdict.unasked.filter((name) => !after.has(name))
  return { verdict: { ...verdict, unasked }, promised: before.length, found: found.length }
}

const shownCounts = ({ statuses, replays }: Counts): string =>
  [...statuses]
    .sort(([a], [b]) => a - b)
    .map(([status, n]) => `${n} × ${status === 0 ? "none" : status}`)
    .concat(`${replays} replays`)
    .join(", ")

const leaderOf = async (cluster: Cluster): Promise<Database> => {
  let leader: Database | null = null
  await until("there is no leader", async () => {
    leader = await cluster.leader()
    return leader === null ? "nobody leads" : null
  })
  return leader as unknown as Database
}

interface Place {
  readonly folder: string
  readonly cluster: Cluster
  readonly services: Services
  readonly load: Load
}

/** Injects a fault at its time and undoes it. Returns its description. */
const done = async (place: Place, leader: Database, planned: Planned): Promise<string> => {
  const { fault, after, seed } = planned
  await wait(after)
  const faulty = faults[fault] as (typeof faults)[string]
  const detail = await faulty({ ...place, leader, chance: new Chance(seed), hold: wait })
  return after === 0 ? detail : `${after} s later ${detail}`
}

const round = async (place: Place, plan: Plan): Promise<Round> => {
  const { cluster, services, load } = place
  await wait(3)
  const leader = await leaderOf(cluster)
  load.taken()
  const from = performance.now()
  const detail = (await Promise.all(plan.map((_) => done(place, leader, _)))).join("; ")
  const undone = performance.now()
  await whole(cluster, services)
  const to = performance.now()
  await wait(2)
  const counts = load.taken()
  const silence = longestSilence(from, performance.now(), counts.responseTimes) / 1_000
  tell(`  ${detail}; ${silence.toFixed(1)} s without an answer; ${shownCounts(counts)}`)
  return { fault: nameOf(plan), detail, silence, whole: (to - undone) / 1_000 }
}

const summary = (all: ReadonlyArray<Round>): string => {
  // Each fault alone first, in the order of the help text.
  const single = Object.keys(faults)
  const met = new Set([...single, ...all.map(({ fault }) => fault).sort()])
  const lines = [...met].flatMap((name) => {
    const of = all.filter(({ fault }) => fault === name)
    if (of.length === 0) return []
    const most = (values: ReadonlyArray<number>) => Math.max(...values).toFixed(1)
    const silences = of.map(({ silence }) => silence)
    const middle = silences.toSorted((a, b) => a - b)[Math.floor(of.length / 2)] ?? 0
    const wholes = most(of.map(({ whole }) => whole))
    const cells = [name, of.length, `${middle.toFixed(1)} s`, `${most(silences)} s`, `${wholes} s`]
    return [`| ${cells.join(" | ")} |`]
  })
  const heading = "| Fault | Rounds | Silence, median | Silence, longest | Whole again after |"
  return [heading, "|---|---|---|---|---|", ...lines].join("\n")
}

const results = join(import.meta.dirname, "../results/chaos")

/** True after a signal to stop. */
let isStopped = false

const main = async (): Promise<boolean> => {
  const folder = mkdtempSync(join(tmpdir(), "outlay-chaos-"))
  mkdirSync(results, { recursive: true })
  close()
  open()
  const cluster = openCluster(folder)
  const leave = (): void => {
    close()
    cluster.close()
    if (values.keep) tell(`logs are in ${folder}`)
    else rmSync(folder, { recursive: true, force: true })
  }
  for (const name of ["SIGINT", "SIGTERM"] as const) {
    process.on(name, () => {
      if (isStopped) {
        leave()
        process.exit(130)
      }
      isStopped = true
      tell("this round is the last; again to leave at once")
    })
  }
  try {
    await until("the cluster does not start", cluster.fault)
    cluster.ask("create role outlay login", "postgres")
    cluster.ask("create database outlay owner outlay", "postgres")
    const services = openServices(folder)
    await whole(cluster, services)
    tell(`the cluster is whole; seed ${seed}`)
    if (fakeTime() === null) tell("faketime is not installed: clocks are not shifted")
    // The load has its own random sequence, so that faults do not depend on the speed of responses.
    const load = new Load(new Chance(seed + 1))
    await load.start()
    return await judged({ folder, cluster, services, load })
  } finally {
    leave()
  }
}

const judged = async (place: Place): Promise<boolean> => {
  const { cluster, load, services } = place
  const all: Array<Round> = []
  const plans = new Plans(names, pairs, seed)
  let isGood = true
  for (let n = 1; n <= rounds && isGood && !isStopped; n++) {
    const plan = plans.next()
    tell(`round ${n} of ${rounds}: ${nameOf(plan)}`)
    try {
      all.push(await round(place, plan))
    } catch (error) {
      // Promises are checked anyway: lost writes may be the cause of the error.
      tell(String(error))
      isGood = false
    }
    const { verdict } = await verdictOf(cluster, load)
    isGood &&= isClean(verdict)
    if (!isClean(verdict)) tell(JSON.stringify(verdict))
  }
  await load.stop()
  const { verdict, promised, found } = await verdictOf(cluster, load)
  const acknowledged = load.promised.filter(({ ids }) => ids.length > 0).length
  writeFileSync(join(results, "history.json"), JSON.stringify(load.promised))
  // `verify` exits with an error code if it finds an error, and this process does too.
  services.outlay("verify")
  tell("outlay verify finds no fault")
  const lines = [
    `seed ${seed}, ${all.length} rounds, ${promised} writes asked, ${acknowledged} acknowledged,`,
    `${found} rows; lost ${verdict.lost.length}, doubled ${verdict.doubled.length},`,
    `changed ${verdict.changed.length}, unasked ${verdict.unasked.length};`,
    `${load.surprises.length} answers that no fault explains;`,
    `${cluster.restarts()} programs ended by themselves`,
  ]
  const text = `${lines.join(" ")}\n\n${summary(all)}\n`
  appendFileSync(join(results, "summary.md"), `${text}\n`)
  process.stdout.write(text)
  for (const surprise of load.surprises.slice(0, 20)) tell(surprise)
  return isClean(verdict) && isGood && load.surprises.length === 0
}

process.exitCode = (await main()) ? 0 : 1
process.exit()
