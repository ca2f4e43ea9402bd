/** Wrappers of programs installed on this machine. */
import { spawnSync } from "node:child_process"
import { existsSync, globSync } from "node:fs"

/** Runs a program until it exits and returns its output. Throws if it fails. */
export const run = (command: string, ...args: ReadonlyArray<string>): string => {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    encoding: "utf8",
    maxBuffer: 1 << 30,
  })
  if (error !== undefined) throw error
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} ended with ${status}: ${stderr}`)
  return stdout
}

/** The same, but ignores failures. */
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

/** Folder of the newest PostgreSQL that Debian has installed; null if there is none. */
export const binaries = (): string | null =>
  globSync("/usr/lib/postgresql/*/bin/postgres")
    .sort()
    .at(-1)
    ?.replace(/\/postgres$/u, "") ?? null

/**
 * Oldest Patroni version that loses no data with etcd 3. In older versions a leader that was paused
 * until another was elected overwrites the new leader's key when it resumes, and writes
 * acknowledged by the new leader are lost. Debian 12 has 3.0.2.
 */
const leastPatroni = [3, 0, 3] as const

/** True if this Patroni version loses no data. `version` is the program's output. */
export const isSafePatroni = (version: string): boolean => {
  const numbers = (/\d+(?:\.\d+)*/u.exec(version)?.[0] ?? "0").split(".").map(Number)
  for (const [n, least] of leastPatroni.entries()) {
    const number = numbers[n] ?? 0
    if (number !== least) return number > least
  }
  return true
}

/** Path of the library that shifts a program's clock; null if it is not installed. */
export const fakeTime = (): string | null =>
  globSync("/usr/lib/*/faketime/libfaketimeMT.so.1")[0] ?? null

/** Reason why the cluster cannot run on this machine; null if it can. */
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

/** Response to a GET request: status and body; null if there is no response. */
export const answerOf = async (
  url: string,
): Promise<{ readonly status: number; readonly text: string } | null> => {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(3_000) })
    return { status: response.status, text: await response.text() }
  } catch {
    return null
  }
}
