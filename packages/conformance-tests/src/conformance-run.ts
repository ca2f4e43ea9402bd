import type { Binding } from "./http/bindings.ts"
import type { Profile } from "./http/check.ts"
import { type Progress, run } from "./http/runner.ts"
import { documents } from "./interface/documents.ts"
import type { Provisioner } from "./interface/provisioning.ts"
import { requirements } from "./interface/requirements/index.ts"
import { type Report, reportOf } from "./reports/report.ts"
import { leakOf, leakRequirement, observer, select, world } from "./suite.ts"
import { suite } from "./version.ts"

export interface ConformanceRun {
  readonly provisioner: Provisioner
  /** Where the target is, if not where its provisioner says. */
  readonly baseUrl?: string
  readonly profiles: ReadonlyArray<Profile>
  /** Only checks whose id, or whose requirement's, begins with one of these; empty: all. */
  readonly only?: ReadonlyArray<string>
  /** Only checks of what stands under a heading of the documents that has one of these in it. */
  readonly sections?: ReadonlyArray<string>
  /** The operations that the target has; what needs another is not claimed. Default: all. */
  readonly operations?: ReadonlyArray<string>
  /** Told of every credential, and of the name by which the report calls it. */
  readonly onCredential?: (name: string, token: string) => void
  readonly seed: number
  readonly jobs?: number
  /** Milliseconds for one answer. */
  readonly timeout?: number
  readonly binding?: Binding
  /** Ids of checks whose failure is known. */
  readonly expected?: ReadonlySet<string>
  /** The instant before which everything in the world happened; default: when the run begins. */
  readonly now?: Date
  readonly onProgress?: (progress: Progress) => void
}

/**
 * Runs the checks against a target. Throws `TargetGone` if it does not answer, `ProvisioningFailed`
 * if state cannot be made, and `HarnessFault` if the suite itself is wrong.
 */
export const runConformance = async (options: ConformanceRun): Promise<Report> => {
  const { profiles, only, seed, baseUrl, jobs, timeout, binding, expected, onProgress } = options
  const selected = select(profiles, only, options.sections)
  const claimed = options.operations ?? binding?.only
  const made = world(seed, options.now ?? new Date())
  const result = await run({
    provisioner: options.provisioner,
    checks: selected.checks,
    observed: selected.observed,
    observer,
    world: made,
    leak: leakOf(made),
    leakRequirement,
    seed,
    ...(baseUrl === undefined ? {} : { baseUrl }),
    ...(jobs === undefined ? {} : { jobs }),
    ...(timeout === undefined ? {} : { timeout }),
    ...(binding === undefined ? {} : { binding }),
    ...(expected === undefined ? {} : { expectedFailures: expected }),
    ...(claimed === undefined ? {} : { claims: new Set(claimed) }),
    ...(options.onCredential === undefined ? {} : { onCredential: options.onCredential }),
    ...(onProgress === undefined ? {} : { onProgress }),
  })
  return reportOf(result, selected, requirements, { suite, documents })
}
