import type { Provisioner, Report } from "@outlay/conformance-tests"
import { checkedProfiles, type Ended, ended } from "./runs.ts"

/** Whether runs that must agree do, and where they do not. */
export interface Agreement {
  readonly seeds: ReadonlyArray<number>
  readonly agrees: boolean
  /** One line for each check, or run, in which they differ. */
  readonly differences: ReadonlyArray<string>
}

/** What a run found, without its times and the ids that its target gave. */
const findings = ({ checks }: Report): ReadonlyMap<string, string> =>
  new Map(
    checks.map(({ id, verdict, notes }) => [
      id,
      [verdict, ...notes.map(({ what, choice }) => `${what}: ${choice}`)].join("; "),
    ]),
  )

const verdictsOf = ({ checks }: Report): ReadonlyMap<string, string> =>
  new Map(checks.map(({ id, verdict }) => [id, verdict]))

const differences = (
  first: ReadonlyMap<string, string>,
  other: ReadonlyMap<string, string>,
): ReadonlyArray<string> =>
  [...new Set([...first.keys(), ...other.keys()])]
    .filter((id) => first.get(id) !== other.get(id))
    .map((id) => `${id}: ${first.get(id) ?? "not tested"}, then ${other.get(id) ?? "not tested"}`)

const compared = (
  runs: ReadonlyArray<Ended>,
  seeds: ReadonlyArray<number>,
  of: (report: Report) => ReadonlyMap<string, string>,
): Agreement => {
  const lost = runs.flatMap(({ report, why }) => (report === null ? [String(why)] : []))
  const [first, ...others] = runs.flatMap(({ report }) => (report === null ? [] : [of(report)]))
  const differ = others.flatMap((other) => (first === undefined ? [] : differences(first, other)))
  const all = [...lost, ...new Set(differ)]
  return { seeds, agrees: all.length === 0, differences: all }
}

const runsOf = async (
  provisioner: () => Provisioner,
  seeds: ReadonlyArray<number>,
): Promise<ReadonlyArray<Ended>> => {
  const runs: Array<Ended> = []
  for (const seed of seeds) {
    runs.push(await ended({ provisioner: provisioner(), profiles: checkedProfiles, seed }))
  }
  return runs
}

/** The same seed twice: the same report, times aside. */
export const repeated = async (
  provisioner: () => Provisioner,
  seed: number,
): Promise<Agreement> => {
  const seeds = [seed, seed]
  return compared(await runsOf(provisioner, seeds), seeds, findings)
}

const orders = 5

/** Five seeds: other orders and other worlds, and the same verdicts. */
export const reordered = async (
  provisioner: () => Provisioner,
  seed: number,
): Promise<Agreement> => {
  const seeds = Array.from({ length: orders }, (_, index) => seed + index)
  return compared(await runsOf(provisioner, seeds), seeds, verdictsOf)
}
