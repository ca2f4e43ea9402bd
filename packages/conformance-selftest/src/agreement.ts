import type { Provisioner, Report } from "@outlay/conformance-tests"
import { checkedProfiles, type Ended, ended } from "./runs.ts"

/** Result of runs that must agree, with their differences. */
export interface Agreement {
  readonly seeds: ReadonlyArray<number>
  readonly agrees: boolean
  /** One line for each check, or run, that differs. */
  readonly differences: ReadonlyArray<string>
}

/** Returns the results of a run without its times and the target's ids. */
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
  const failures = runs.flatMap(({ report, why }) => (report === null ? [String(why)] : []))
  const [first, ...others] = runs.flatMap(({ report }) => (report === null ? [] : [of(report)]))
  const differ = others.flatMap((other) => (first === undefined ? [] : differences(first, other)))
  const all = [...failures, ...new Set(differ)]
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

/** Runs the same seed twice: the reports must be equal except for times. */
export const repeated = async (
  provisioner: () => Provisioner,
  seed: number,
): Promise<Agreement> => {
  const seeds = [seed, seed]
  return compared(await runsOf(provisioner, seeds), seeds, findings)
}

const orders = 5

/** Runs five seeds, which have other orders and worlds: the verdicts must be equal. */
export const reordered = async (
  provisioner: () => Provisioner,
  seed: number,
): Promise<Agreement> => {
  const seeds = Array.from({ length: orders }, (_, index) => seed + index)
  return compared(await runsOf(provisioner, seeds), seeds, verdictsOf)
}
