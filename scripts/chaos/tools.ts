/** Programs of this machine. */
import { spawnSync } from "node:child_process"
import { existsSync, globSync } from "node:fs"

/** Runs a program to its end; what it prints. */
export const run = (command: string, ...args: ReadonlyArray<string>): string => {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    encoding: "utf8",
    maxBuffer: 1 << 30,
  })
  if (error !== undefined) throw error
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} ended with ${status}: ${stderr}`)
  return stdout
}

/** The same where it does not matter whether it succeeds. */
export const attempt = (command: string, ...args: ReadonlyArray<string>): string =>
  spawnSync(command, args, { encoding: "utf8" }).stdout ?? ""

const needed = {
  patroni: "patroni",
  etcd: "etcd-server",
  haproxy: "haproxy",
  ip: "iproute2",
  iptables: "iptables",
  setpriv: "util-linux",
  psql: "postgresql-client-15",
} as const

const isThere = (program: string): boolean =>
  spawnSync("sh", ["-c", `command -v ${program}`]).status === 0

/** The programs of PostgreSQL, the newest that Debian has installed. */
export const binaries = (): string | null =>
  globSync("/usr/lib/postgresql/*/bin/postgres")
    .sort()
    .at(-1)
    ?.replace(/\/postgres$/u, "") ?? null

/**
 * Before this version, a leader that stood still until another was chosen writes its own name over
 * the other's in etcd 3 once it goes on: what the other acknowledged is lost. Debian 12 has 3.0.2.
 */
const leastPatroni = [3, 0, 3] as const

/** Whether this is a Patroni that loses nothing; `version` is as it prints it. */
export const isSafePatroni = (version: string): boolean => {
  const numbers = (/\d+(?:\.\d+)*/u.exec(version)?.[0] ?? "0").split(".").map(Number)
  for (const [n, least] of leastPatroni.entries()) {
    const number = numbers[n] ?? 0
    if (number !== least) return number > least
  }
  return true
}

/** What lets a program see another time; null where it is not installed. */
export const fakeTime = (): string | null =>
  globSync("/usr/lib/*/faketime/libfaketimeMT.so.1")[0] ?? null

/** Why the cluster cannot be started on this machine; null where it can. */
export const obstacle = (): string | null => {
  if (process.platform !== "linux") return "It needs Linux: network namespaces and iptables."
  const packages: Array<string> = Object.entries(needed)
    .filter(([program]) => !isThere(program))
    .map(([, name]) => name)
  if (binaries() === null) packages.push("postgresql-15")
  if (packages.length > 0) {
    const names = [...new Set(packages)].join(" ")
    return `It needs ${names}, and has faults of the clock with faketime. On Debian 12:

  apt-get install --no-install-recommends ${names} faketime python3-etcd`
  }
  const version = attempt("patroni", "--version").trim()
  if (!isSafePatroni(version)) {
    const least = leastPatroni.join(".")
    return `It needs Patroni ${least} or later, first in PATH: ${version} can lose writes.`
  }
  if (process.getuid?.() !== 0) return "It needs root, for network namespaces and small disks."
  if (attempt("id", "-u", "postgres") === "") return "It needs the user postgres of postgresql-15."
  if (!existsSync("/proc/self/ns/net")) return "It needs a kernel with network namespaces."
  return null
}

/** What a program answers to a GET: its status, and its text; null where there is no answer. */
export const answerOf = async (
  url: string,
): Promise<{ readonly status: number; readonly text: string } | null> => {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(3_000) })
    return { status: answer.status, text: await answer.text() }
  } catch {
    return null
  }
}
