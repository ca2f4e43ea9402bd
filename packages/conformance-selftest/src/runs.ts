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

/** The profiles of a self-test: all that a server with its state in memory can pass. */
export const checkedProfiles: ReadonlyArray<Profile> = levels.hardened

/**
 * Of what was settled beside the document, what the second reference has, too. The rest of that
 * profile nobody but the product has to pass.
 */
export const settledRequirements: ReadonlyArray<string> = [
  "conventions.me",
  "conventions.me-changes",
  "conventions.waiting-topups",
  "conventions.receipt-filter",
  "conventions.merchant-and-amount-filters",
]

/** Runs the checks of those, or of some of them. */
export const endedSettled = (
  options: Omit<ConformanceRun, "profiles" | "only">,
  ids: ReadonlyArray<string> = settledRequirements,
): Promise<Ended> => ended({ ...options, profiles: ["settled"], only: ids.map((id) => `${id}.`) })

/** Whether requirements are settled, and of a part of that which only the product has. */
export const needProduct = (names: ReadonlyArray<string>): boolean =>
  names.every((id) => id.startsWith("conventions.") && !settledRequirements.includes(id))

/** How a run ended, as a command would have: its exit code, and its report if there is one. */
export interface Ended {
  readonly exit: number
  readonly report: Report | null
  /** Why there is no report. */
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

/** Does something with each thing, so many at once; results in the order of the things. */
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
