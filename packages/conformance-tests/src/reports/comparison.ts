import type { CheckResult, Verdict } from "../http/verdict.ts"
import type { Report } from "./report.ts"

/** Verdicts of a check in two reports; null if a report does not have it. */
export interface Change {
  readonly id: string
  readonly title: string
  readonly before: Verdict | null
  readonly after: Verdict | null
}

/** A comparison of two reports: two runs of a server, or two servers. */
export interface Comparison {
  /** Did not pass before, passes now. */
  readonly fixed: ReadonlyArray<Change>
  /** Passed before; now fails or is not tested. */
  readonly broken: ReadonlyArray<Change>
  /** Changed between verdicts other than pass, or present in only one report. */
  readonly changed: ReadonlyArray<Change>
  /** Number of checks with the same verdict in both. */
  readonly same: number
}

const byId = (checks: ReadonlyArray<CheckResult>) => new Map(checks.map((one) => [one.id, one]))

/** Compares the verdicts of each check in two reports. */
export const compared = (
  first: Pick<Report, "checks">,
  second: Pick<Report, "checks">,
): Comparison => {
  const [before, after] = [byId(first.checks), byId(second.checks)]
  const changes = [...new Set([...before.keys(), ...after.keys()])].map((id): Change => {
    const [was, is] = [before.get(id), after.get(id)]
    const title = is?.title ?? was?.title ?? ""
    return { id, title, before: was?.verdict ?? null, after: is?.verdict ?? null }
  })
  const differing = changes.filter((one) => one.before !== one.after)
  const inBoth = ({ before, after }: Change) => before !== null && after !== null
  const fixed = differing.filter((one) => inBoth(one) && one.after === "pass")
  const broken = differing.filter((one) => inBoth(one) && one.before === "pass")
  const changed = differing.filter((one) => !fixed.includes(one) && !broken.includes(one))
  return { fixed, broken, changed, same: changes.length - differing.length }
}
