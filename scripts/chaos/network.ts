/**
 * Private network on this machine: each host is a network namespace, connected by a bridge that is
 * in a namespace too. The machine's own network is not changed.
 */
import { attempt, run } from "./tools.ts"

export const databases = ["db1", "db2", "db3"] as const
export const services = ["app1", "app2"] as const
export const balancer = "lb"
export const hosts = [...databases, ...services, balancer] as const
export type Host = (typeof hosts)[number]
export type Database = (typeof databases)[number]
export type Service = (typeof services)[number]

const subnet = "10.213.7"
const numbers: { readonly [host in Host]: number } = {
  ...{ db1: 11, db2: 12, db3: 13, app1: 21, app2: 22, lb: 31 },
}

export const addressOf = (host: Host): string => `${subnet}.${numbers[host]}`

const hub = "outlay-chaos-hub"
const link = "outlay-chaos"

export const namespaceOf = (host: Host): string => `outlay-chaos-${host}`

/** The command line of a program on a host. */
export const onHost = (host: Host, ...args: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...["ip", "netns", "exec", namespaceOf(host)],
  ...args,
]

export const runOn = (host: Host, ...args: ReadonlyArray<string>): string => {
  const [command = "", ...rest] = onHost(host, ...args)
  return run(command, ...rest)
}

export const open = (): void => {
  run("ip", "netns", "add", hub)
  run("ip", "-n", hub, "link", "add", "bridge", "type", "bridge")
  run("ip", "-n", hub, "link", "set", "bridge", "up")
  const plug = (name: string): void => {
    run("ip", "-n", hub, "link", "set", name, "master", "bridge")
    run("ip", "-n", hub, "link", "set", name, "up")
  }
  for (const host of hosts) {
    const own = namespaceOf(host)
    run("ip", "netns", "add", own)
    run(
      "ip",
      "link",
      "add",
      host,
      "netns",
      hub,
      "type",
      "veth",
      "peer",
      "name",
      "eth0",
      "netns",
      own,
    )
    plug(host)
    run("ip", "-n", own, "addr", "add", `${addressOf(host)}/24`, "dev", "eth0")
    for (const device of ["lo", "eth0"]) run("ip", "-n", own, "link", "set", device, "up")
  }
  // Link of the clients.
  run("ip", "link", "add", link, "type", "veth", "peer", "name", "client", "netns", hub)
  plug("client")
  run("ip", "addr", "add", `${subnet}.1/24`, "dev", link)
  run("ip", "link", "set", link, "up")
}

/** The processes of a host. */
export const pidsOf = (host: Host): ReadonlyArray<number> =>
  attempt("ip", "netns", "pids", namespaceOf(host)).split("\n").filter(Boolean).map(Number)

export const signal = (host: Host, name: NodeJS.Signals): void => {
  for (const pid of pidsOf(host)) {
    try {
      process.kill(pid, name)
    } catch {
      // The process has just exited.
    }
  }
}

/** Cuts the connection between two hosts in both directions. */
export const cut = (one: Host, other: Host): void => {
  for (const rule of rulesOf(other)) runOn(one, "iptables", "--wait", "--append", ...rule)
}

/** Undoes one `cut`; cuts by other faults remain. */
export const mend = (one: Host, other: Host): void => {
  for (const rule of rulesOf(other)) runOn(one, "iptables", "--wait", "--delete", ...rule)
}

const rulesOf = (other: Host): ReadonlyArray<ReadonlyArray<string>> => [
  ["INPUT", "--source", addressOf(other), "--jump", "DROP"],
  ["OUTPUT", "--destination", addressOf(other), "--jump", "DROP"],
]

/**
 * Kills every process of the hosts and removes the network, including what an earlier run left
 * behind.
 */
export const close = (): void => {
  for (const host of hosts) {
    while (pidsOf(host).length > 0) signal(host, "SIGKILL")
    attempt("ip", "netns", "delete", namespaceOf(host))
  }
  attempt("ip", "link", "delete", link)
  attempt("ip", "netns", "delete", hub)
}
