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

/** What became of a mutant. */
export interface MutantResult {
  readonly name: string
  readonly breaks: string
  readonly names: ReadonlyArray<string>
  /**
   * The run ended with a failure, and a check of a named requirement is among those that failed.
   */
  readonly killed: boolean
  readonly exit: number
  /** The checks of the named requirements that failed. */
  readonly by: ReadonlyArray<string>
  /** Other checks that failed, of `others` that were asked. */
  readonly unrelated: ReadonlyArray<string>
  readonly others: number
  readonly why: string | null
  readonly milliseconds: number
}

/** Of the checks that have nothing to do with it, those that are asked all the same. */
const share = 0.05

/** A requirement can be checked on the answers to other checks: those of its area. */
const areaOf = (requirement: string): ReadonlyArray<string> =>
  observed.some((check) => check.requirement === requirement)
    ? [`${requirement.split(".")[0]}.`]
    : []

/**
 * Ids, or beginnings of ids, of what is asked of a mutant: what it breaks, and some of the rest.
 */
const askedOf = ({ name, names }: Mutant, seed: number): ReadonlyArray<string> => {
  const random = chance(seed, "mutant", name)
  const sample = described.filter(
    ({ profile }) => profile === "smoke" || (checkedProfiles.includes(profile) && random() < share),
  )
  return [...names, ...names.flatMap(areaOf), ...sample.map(({ id }) => id)]
}

export interface Killing {
  readonly seed: number
  /** Asks everything, and not only what the mutant breaks and a twentieth of the rest. */
  readonly thorough?: boolean
  /** The server before which mutants stand that can stand before any; default: the reference. */
  readonly server?: Behind
  /** What has all of the settlement: mutants of its further parts stand before it. */
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
  {
    thorough,
    ...options
  }: Pick<ConformanceRun, "provisioner" | "seed"> & { readonly thorough: boolean },
): Promise<Ended> => {
  const { names } = mutant
  const areAll = (area: string) => names.every((id) => id.startsWith(area))
  if (areAll("conventions.")) {
    return endedSettled(options, needProduct(names) ? names : settledRequirements)
  }
  if (areAll("durability.")) return ended({ ...options, profiles: ["durability"], only: names })
  const only =
    mutant.provisioner !== undefined ? names : thorough ? [] : askedOf(mutant, options.seed)
  return ended({ ...options, profiles: checkedProfiles, only })
}

/** Runs the suite against a mutant. */
export const resultOfMutant = async (mutant: Mutant, killing: Killing): Promise<MutantResult> => {
  const { seed, thorough = false } = killing
  const began = performance.now()
  const { name, breaks, names } = mutant
  const provisioner = provisionerOf(mutant, killing)
  const { exit, report, why } = await runOf(mutant, { provisioner, seed, thorough })
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
