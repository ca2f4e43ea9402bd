/**
 * Three PostgreSQL servers managed by Patroni with etcd, and HAProxy, which routes to the leader.
 */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs"
import { join } from "node:path"
import { addressOf, balancer, type Database, databases } from "./network.ts"
import { clock, isRunning, type Program, shiftClock, start } from "./program.ts"
import { answerOf, attempt, binaries, run } from "./tools.ts"

const ops = join(import.meta.dirname, "../../ops")

/** Size of each database's disk in MiB; small, so that a fault can fill it. */
const diskSize = 1_024

export const diskOf = (folder: string, host: Database): string => join(folder, host)

const newFolder = (path: string): void => {
  mkdirSync(path, { recursive: true })
  run("chown", "postgres:postgres", path)
}

/** Returns a configuration file of `ops` with the addresses of this network. */
const configOf = (path: string): string =>
  readFileSync(join(ops, path), "utf8")
    .replaceAll(/10\.0\.0\.1([123])\b/gu, (_, n: string) => addressOf(`db${n}` as Database))
    .replaceAll("10.0.0.31", addressOf(balancer))
    .replaceAll("10.0.0.0/24", addressOf(balancer).replace(/\d+$/u, "0/24"))

/** Returns a folder with the programs of PostgreSQL, whose server's clock can be shifted. */
const programsOf = (folder: string, host: Database): string => {
  const path = join(folder, `${host}.bin`)
  mkdirSync(path)
  const found = binaries() as string
  for (const name of readdirSync(found)) {
    if (name !== "postgres") symlinkSync(join(found, name), join(path, name))
  }
  const command = [...clock(folder, host), join(found, "postgres"), '"$@"'].join(" ")
  writeFileSync(join(path, "postgres"), `#!/bin/sh\nexec ${command}\n`, { mode: 0o755 })
  return path
}

const patroni = (folder: string, host: Database): Program => {
  const file = join(folder, `${host}.yml`)
  const own = configOf("patroni/patroni.yml")
    .replace("name: db1", `name: ${host}`)
    .replaceAll(/((?:listen|connect_address): )[\d.]+/gu, `$1${addressOf(host)}`)
    .replace(/data_dir: .*/u, `data_dir: ${diskOf(folder, host)}/data`)
    .replace(/bin_dir: .*/u, `bin_dir: ${programsOf(folder, host)}`)
    .replaceAll("/run/postgresql", join(folder, `${host}.run`))
  writeFileSync(file, own)
  return { host, name: "patroni", args: ["patroni", file], logs: folder }
}

const etcd = (folder: string, host: Database): Program => {
  const own = `http://${addressOf(host)}`
  const all = databases.map((name) => `${name}=http://${addressOf(name)}:2380`)
  return {
    ...{ host, name: "etcd", logs: folder },
    args: [
      ...["etcd", "--name", host, "--data-dir", join(folder, `${host}.etcd`)],
      ...["--listen-client-urls", `${own}:2379`, "--advertise-client-urls", `${own}:2379`],
      ...["--listen-peer-urls", `${own}:2380`, "--initial-advertise-peer-urls", `${own}:2380`],
      ...["--initial-cluster", all.join(), "--initial-cluster-state", "new"],
      // A busy machine responds late.
      ...["--heartbeat-interval", "250", "--election-timeout", "2500"],
    ],
  }
}

/** State of a cluster member, as it reports it. */
interface Member {
  readonly name: string
  readonly role: string
  readonly state: string
  readonly timeline?: number
  readonly lag?: number | string
}

export interface Cluster {
  /** Number of programs that exited unexpectedly and were restarted. */
  readonly restarts: () => number
  /** Starts the programs of a host that are not running. */
  readonly start: (host: Database) => void
  /** Current leader; null if there is none. */
  readonly leader: () => Promise<Database | null>
  /** Reason why the cluster is not healthy; null if all members run and one standby is in sync. */
  readonly fault: () => Promise<string | null>
  /** Process id of the main PostgreSQL process; null if it is not running. */
  readonly pid: (host: Database) => number | null
  /** Runs a statement on the leader and returns its rows as text. */
  readonly ask: (statement: string, database?: string) => string
  readonly close: () => void
}

const members = async (): Promise<ReadonlyArray<Member>> => {
  for (const host of databases) {
    const response = await answerOf(`http://${addressOf(host)}:8008/cluster`)
    if (response?.status === 200) return JSON.parse(response.text).members
  }
  return []
}

const faultOf = (all: ReadonlyArray<Member>): string | null => {
  const shown = all.map(({ name, role, state, lag }) => `${name} ${role} ${state} ${lag ?? ""}`)
  const standbys = all.filter(({ role }) => role !== "leader")
  const isWhole =
    all.length === databases.length &&
    standbys.length === databases.length - 1 &&
    standbys.some(({ role }) => role === "sync_standby") &&
    all.every(({ state }) => state === "running" || state === "streaming") &&
    standbys.every(({ lag }) => typeof lag === "number" && lag < 1 << 20) &&
    new Set(all.map(({ timeline }) => timeline)).size === 1
  return isWhole ? null : shown.join(", ") || "no Patroni answers"
}

const leaderOf = async (): Promise<Database | null> => {
  for (const host of databases) {
    const response = await answerOf(`http://${addressOf(host)}:8008/primary`)
    if (response?.status === 200) return host
  }
  return null
}

const pidOf = (folder: string, host: Database): number | null => {
  const file = join(diskOf(folder, host), "data/postmaster.pid")
  if (!existsSync(file)) return null
  const pid = Number(readFileSync(file, "utf8").split("\n")[0])
  // After a host was killed, another program may have this process id.
  const name = `/proc/${pid}/comm`
  return existsSync(name) && readFileSync(name, "utf8").startsWith("postgres") ? pid : null
}

/** Starts the cluster in its own folder. */
export const openCluster = (folder: string): Cluster => {
  chmodSync(folder, 0o755)
  const programs = databases.map((host) => {
    const disk = diskOf(folder, host)
    for (const path of [disk, join(folder, `${host}.run`), join(folder, `${host}.etcd`)]) {
      newFolder(path)
    }
    chmodSync(join(folder, `${host}.etcd`), 0o700)
    run("mount", "-t", "tmpfs", "-o", `size=${diskSize}m,mode=755`, "outlay-chaos", disk)
    run("chown", "postgres:postgres", disk)
    shiftClock(folder, host, 0)
    return { host, all: [etcd(folder, host), patroni(folder, host)] }
  })
  const file = join(folder, "leader.cfg")
  writeFileSync(file, configOf("haproxy/patroni.cfg"))
  const way: Program = {
    ...{ host: balancer, name: "leader", logs: folder, isRoot: true },
    args: ["haproxy", "-db", "-f", file],
  }
  const begin = (host: Database): void => {
    for (const each of programs) if (each.host === host) each.all.forEach(start)
  }
  for (const host of databases) begin(host)
  start(way)
  let restarts = 0
  return {
    restarts: () => restarts,
    start: begin,
    leader: leaderOf,
    fault: async () => {
      const ended = programs.flatMap(({ all }) => all).find((program) => !isRunning(program))
      if (ended === undefined) return faultOf(await members())
      // Restarted, as by a service manager.
      restarts++
      start(ended)
      return `${ended.host} had no ${ended.name}`
    },
    pid: (host) => pidOf(folder, host),
    ask: (statement, database = "outlay") =>
      run(
        "psql",
        ...["--host", addressOf(balancer), "--username", "postgres", "--dbname", database],
        ...["--no-psqlrc", "--tuples-only", "--no-align", "--field-separator", "|"],
        ...["--set", "ON_ERROR_STOP=1", "--command", statement],
      ),
    close: () => {
      for (const host of databases) {
        const disk = diskOf(folder, host)
        if (existsSync(disk) && statSync(disk).dev !== statSync(folder).dev) {
          attempt("umount", "--lazy", disk)
        }
      }
    },
  }
}
