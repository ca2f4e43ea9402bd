import type { ConformanceRun, Provisioner } from "@outlay/conformance-tests"
import { chance, described, observed } from "@outlay/conformance-tests/catalogue"
import type { Behind } from "./behind.ts"
import type { Mutant } from "./mutants/index.ts"
import { referenceProvisioner } from "./reference/provisioner.ts"
import {
  checkedProfiles,
  type Ended,
  ended,
  endedSettled,
  needProduct,
  settledRequirements,
} from "./runs.ts"

/** Result of a mutant. */
export interface MutantResult {
  readonly name: string
  readonly breaks: string
  readonly names: ReadonlyArray<string>
  /** True if the run ended with a failure, and a check of a named requirement failed. */
  readonly killed: boolean
  readonly exit: number
  /** Checks of the named requirements that failed. */
  readonly by: ReadonlyArray<string>
  /** Other checks that failed, of `others` that ran. */
  readonly unrelated: ReadonlyArray<string>
  readonly others: number
  readonly why: string | null
  readonly milliseconds: number
}

/** Fraction of the unrelated checks that run as well. */
const share = 0.05

/** An observed requirement is checked on responses to other checks: those of its area. */
const areaOf = (requirement: string): ReadonlyArray<string> =>
  observed.some((check) => check.requirement === requirement)
    ? [`${requirement.split(".")[0]}.`]
    : []

/**
 * Checks that run against a mutant: those of the requirements that it breaks, these and a twentieth
 * of the others, or all.
 */
type Scope = "broken" | "sample" | "all"

/** Returns ids, or beginnings of ids, of the checks that run against a mutant; none means all. */
const checksOf = (
  { name, names, provisioner }: Mutant,
  { scope, seed }: { readonly scope: Scope; readonly seed: number },
): ReadonlyArray<string> => {
  if (provisioner !== undefined) return names
  if (scope === "all") return []
  const broken = [...names, ...names.flatMap(areaOf)]
  if (scope === "broken") return broken
  const random = chance(seed, "mutant", name)
  const sample = described.filter(
    ({ profile }) => profile === "smoke" || (checkedProfiles.includes(profile) && random() < share),
  )
  return [...broken, ...sample.map(({ id }) => id)]
}

export interface Killing {
  readonly seed: number
  /** Default: a sample. */
  readonly scope?: Scope
  /** Server behind the mutants that work in front of any server; default: the reference. */
  readonly server?: Behind
  /**
   * Server that implements the whole settlement, for mutants of the parts that the reference does
   * not have.
   */
  readonly product?: Behind
}

const provisionerOf = (
  { edge, rules, names, provisioner }: Mutant,
  { server: other, product }: Killing,
): Provisioner => {
  if (provisioner !== undefined) return provisioner()
  const server = needProduct(names) ? product : other
  if (edge !== undefined && server !== undefined) return server(edge)
  return referenceProvisioner({
    ...(edge === undefined ? {} : { edge }),
    ...(rules === undefined ? {} : { rules: rules() }),
  })
}

const runOf = (
  mutant: Mutant,
  { scope, ...options }: Pick<ConformanceRun, "provisioner" | "seed"> & { readonly scope: Scope },
): Promise<Ended> => {
  const { names } = mutant
  const areAll = (area: string) => names.every((id) => id.startsWith(area))
  if (areAll("conventions.")) {
    return endedSettled(options, needProduct(names) ? names : settledRequirements)
  }
  if (areAll("durability.")) return ended({ ...options, profiles: ["durability"], only: names })
  const only = checksOf(mutant, { scope, seed: options.seed })
  return ended({ ...options, profiles: checkedProfiles, only })
}

/** Runs the suite against a mutant. */
export const resultOfMutant = async (mutant: Mutant, killing: Killing): Promise<MutantResult> => {
  const { seed, scope = "sample" } = killing
  const began = performance.now()
  const { name, breaks, names } = mutant
  const provisioner = provisionerOf(mutant, killing)
  const { exit, report, why } = await runOf(mutant, { provisioner, seed, scope })
  const checks = report?.checks ?? []
  const failed = checks.filter(({ verdict }) => verdict === "fail")
  const named = (check: { readonly requirement: string }) => names.includes(check.requirement)
  const by = failed.filter(named).map(({ id }) => id)
  return {
    name,
    breaks,
    names,
    killed: exit === 1 && by.length > 0,
    exit,
    by,
    unrelated: failed.filter((check) => !named(check)).map(({ id }) => id),
    others: checks.filter((check) => !named(check)).length,
    why,
    milliseconds: Math.round(performance.now() - began),
  }
}
