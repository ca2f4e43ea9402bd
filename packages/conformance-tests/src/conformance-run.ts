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
  /** Address of the target, if it differs from the one that the provisioner returns. */
  readonly baseUrl?: string
  readonly profiles: ReadonlyArray<Profile>
  /** Only checks whose id, or whose requirement's id, begins with one of these; empty for all. */
  readonly only?: ReadonlyArray<string>
  /** Only checks of requirements under a heading that contains one of these. */
  readonly sections?: ReadonlyArray<string>
  /** Operations that the target has; checks that need another are not claimed. Default: all. */
  readonly operations?: ReadonlyArray<string>
  /** Called with every credential and its name in the report. */
  readonly onCredential?: (name: string, token: string) => void
  readonly seed: number
  readonly jobs?: number
  /** Timeout of one response, in milliseconds. */
  readonly timeout?: number
  readonly binding?: Binding
  /** Ids of checks that are known to fail. */
  readonly expected?: ReadonlySet<string>
  /** Instant before which everything in the world happened; default: the start of the run. */
  readonly now?: Date
  readonly onProgress?: (progress: Progress) => void
}

/**
 * Runs the checks against a target. Throws `TargetGone` if it does not respond,
 * `ProvisioningFailed` if state cannot be created, and `HarnessFault` if the suite itself has an
 * error.
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
