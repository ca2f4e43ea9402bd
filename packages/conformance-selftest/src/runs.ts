import {
  type ConformanceRun,
  exitOf,
  exits,
  HarnessFault,
  levels,
  type Profile,
  ProvisioningFailed,
  type Report,
  runConformance,
  TargetGone,
} from "@outlay/conformance-tests"

/** Profiles of a self-test: all that a server with its state in memory can pass. */
export const checkedProfiles: ReadonlyArray<Profile> = levels.hardened

/**
 * Requirements of the settlement that the second reference implements, too. Only the product must
 * pass the rest of that profile.
 */
export const settledRequirements: ReadonlyArray<string> = [
  "conventions.me",
  "conventions.me-changes",
  "conventions.waiting-topups",
  "conventions.receipt-filter",
  "conventions.merchant-and-amount-filters",
]

/** Runs the checks of all or some of them. */
export const endedSettled = (
  options: Omit<ConformanceRun, "profiles" | "only">,
  ids: ReadonlyArray<string> = settledRequirements,
): Promise<Ended> => ended({ ...options, profiles: ["settled"], only: ids.map((id) => `${id}.`) })

/** True if requirements are in a part of the settlement that only the product implements. */
export const needProduct = (names: ReadonlyArray<string>): boolean =>
  names.every((id) => id.startsWith("conventions.") && !settledRequirements.includes(id))

/** Result of a run, as that of a command: its exit code, and its report if there is one. */
export interface Ended {
  readonly exit: number
  readonly report: Report | null
  /** Reason why there is no report. */
  readonly why: string | null
}

const exitOfError = (error: unknown): number => {
  if (error instanceof TargetGone) return exits.unreachable
  if (error instanceof ProvisioningFailed) return exits.configuration
  if (error instanceof HarnessFault) return exits.harness
  throw error
}

export const ended = async (options: ConformanceRun): Promise<Ended> => {
  try {
    const report = await runConformance(options)
    return { exit: exitOf(report), report, why: report.died }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return { exit: exitOfError(error), report: null, why }
  }
}

/** Processes each item with this many concurrent jobs; results are in the order of the items. */
export const several = async <A, B>(
  things: ReadonlyArray<A>,
  jobs: number,
  work: (thing: A) => Promise<B>,
): Promise<ReadonlyArray<B>> => {
  const results = new Map<number, B>()
  const waiting = [...things.entries()]
  const worker = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      results.set(next[0], await work(next[1]))
    }
  }
  await Promise.all(Array.from({ length: jobs }, worker))
  return things.flatMap((_, index) => {
    const result = results.get(index)
    return result === undefined ? [] : [result]
  })
}
