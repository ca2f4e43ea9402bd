/** Faults of a round: each is chosen at random, injected and undone. */
import { rmSync, statfsSync } from "node:fs"
import { join } from "node:path"
import type { Chance } from "./chance.ts"
import { type Cluster, diskOf } from "./cluster.ts"
import {
  cut,
  type Database,
  databases,
  type Host,
  hosts,
  mend,
  services,
  signal,
} from "./network.ts"
import { shiftClock } from "./program.ts"
import type { Services } from "./services.ts"
import { attempt, fakeTime } from "./tools.ts"

export interface Place {
  readonly folder: string
  readonly cluster: Cluster
  readonly services: Services
  /** Leader at the start of the round; an earlier fault may have changed it. */
  readonly leader: Database
  readonly chance: Chance
  /** Waits for a number of seconds. */
  readonly hold: (seconds: number) => Promise<void>
}

/** Injects the fault and undoes it. Returns its description. */
type Fault = (place: Place) => Promise<string>

const others = (leader: Database): ReadonlyArray<Database> =>
  databases.filter((host) => host !== leader)

/** A host loses power and starts again. */
const killed = async ({ cluster, chance, hold }: Place, host: Database): Promise<string> => {
  const seconds = chance.from(1, 25)
  signal(host, "SIGKILL")
  await hold(seconds)
  cluster.start(host)
  return `${host}, back after ${seconds} s`
}

const frozen = async ({ chance, hold }: Place, host: Database): Promise<string> => {
  const seconds = chance.of([3, 8, 25, 35])
  signal(host, "SIGSTOP")
  await hold(seconds)
  signal(host, "SIGCONT")
  return `${host}, for ${seconds} s`
}

const ways = hosts.flatMap((one, n) => hosts.slice(n + 1).map((other) => [one, other] as const))

/** Another fault may have cut other links, or the same one; each fault undoes its own cut. */
const severed = async (
  { hold }: Place,
  pairs: ReadonlyArray<readonly [Host, Host]>,
  seconds: number,
): Promise<void> => {
  for (const [one, other] of pairs) cut(one, other)
  await hold(seconds)
  for (const [one, other] of pairs) mend(one, other)
}

const filled = async ({ folder, leader, chance, hold }: Place): Promise<string> => {
  const seconds = chance.from(5, 20)
  const disk = diskOf(folder, leader)
  const ballast = join(disk, "ballast")
  const { bavail, bsize } = statfsSync(disk)
  attempt("fallocate", "--length", String(Math.floor(bavail * bsize * 0.98)), ballast)
  // `dd` stops when the disk is full.
  attempt("dd", "if=/dev/zero", `of=${ballast}`, "bs=64k", "oflag=append", "conv=notrunc")
  await hold(seconds)
  rmSync(ballast)
  return `${leader}, for ${seconds} s`
}

const shifted = async (place: Place): Promise<string> => {
  const { folder, chance, leader, hold } = place
  const host = chance.of([leader, ...others(leader), ...services])
  const seconds = chance.of([-3_600, -60, -5, 5, 60, 3_600])
  const held = chance.from(5, 20)
  shiftClock(folder, host, seconds)
  await hold(held)
  shiftClock(folder, host, 0)
  return `${host}, by ${seconds} s for ${held} s`
}

const restarted = async ({ services: { start, stop, isReady }, hold }: Place): Promise<string> => {
  for (const host of services) {
    await stop(host, "SIGTERM")
    do {
      // Without a database, for instance during another fault, the service exits and is restarted.
      start(host)
      await hold(0.5)
    } while (!(await isReady(host)))
    // The load balancer must notice it too.
    await hold(2)
  }
  return services.join(" and ")
}

export const faults: { readonly [name: string]: Fault } = {
  "leader-machine-killed": (place) => killed(place, place.leader),
  "standby-machine-killed": (place) => killed(place, place.chance.of(others(place.leader))),
  "leader-postgres-killed": async ({ cluster, leader, hold }) => {
    const pid = cluster.pid(leader)
    if (pid !== null) process.kill(pid, "SIGKILL")
    await hold(10)
    return leader
  },
  "leader-frozen": (place) => frozen(place, place.leader),
  "network-cut": async (place) => {
    const [one, other] = place.chance.of(ways)
    const seconds = place.chance.from(5, 35)
    await severed(place, [[one, other]], seconds)
    return `${one} and ${other}, for ${seconds} s`
  },
  "leader-isolated": async (place) => {
    const { leader } = place
    const seconds = place.chance.from(5, 35)
    const pairs = others(leader).map((other) => [leader, other] as const)
    await severed(place, pairs, seconds)
    return `${leader} from the other databases, for ${seconds} s`
  },
  "service-killed": async ({ services: { start, stop }, chance, hold }) => {
    const host = chance.of(services)
    await stop(host, "SIGKILL")
    await hold(chance.from(0, 5))
    start(host)
    return host
  },
  "service-restarted": restarted,
  ...(fakeTime() === null ? {} : { "clock-shifted": shifted }),
  "disk-full": filled,
}
