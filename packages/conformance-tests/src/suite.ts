import type { Check, Profile } from "./http/check.ts"
import { checks } from "./http/checks/index.ts"
import { levels } from "./http/levels.ts"
import { type Observer, observationCheck } from "./http/observations.ts"
import { type OperationId, operations } from "./interface/operations.ts"
import { proven } from "./interface/proven.ts"
import { requirements } from "./interface/requirements/index.ts"
import { shapeFaults, shapeRequirements } from "./interface/schemas/index.ts"
import { canaryOf, type World, world } from "./interface/world/index.ts"

/** Checks the shape of every response. */
export const observer: Observer = {
  requirements: shapeRequirements,
  faults: (operation, { status, body }) => shapeFaults(operation, status, body),
}

/** The requirement that data of one business reaches no other. */
export const leakRequirement = "tenancy.canary"

const operationIds = Object.keys(operations) as ReadonlyArray<OperationId>
const shapes = [...new Set(operationIds.flatMap(shapeRequirements))]
/**
 * Core calls only operations that the document shows, so it cannot observe the shapes of others.
 */
const shownShapes = new Set(
  operationIds.filter((id) => operations[id].shown).flatMap(shapeRequirements),
)

type ObservationCheck = Omit<Check, "run" | "scenario">

/** The checks that apply to every response of a run and send no requests of their own. */
export const observed: ReadonlyArray<ObservationCheck> = [
  ...shapes.map((requirement) =>
    observationCheck(requirement, shownShapes.has(requirement) ? "read" : "gaps"),
  ),
  observationCheck(leakRequirement, "tenancy"),
]

/** Descriptions of all checks, in the order of reports. */
export const described: ReadonlyArray<ObservationCheck> = [...checks, ...observed]

/** Selection of a run: profiles and their checks. */
export interface Selected {
  readonly profiles: ReadonlyArray<Profile>
  /** Profiles of which all checks are selected. */
  readonly whole: ReadonlySet<Profile>
  readonly checks: ReadonlyArray<Check>
  readonly observed: ReadonlyArray<ObservationCheck>
}

const named: { readonly [name: string]: ReadonlyArray<Profile> } = levels

/**
 * Returns the profiles that a name stands for: one profile, those of a level, or all; null if it is
 * unknown.
 */
export const profilesOf = (
  name: string,
  profiles: ReadonlyArray<Profile>,
): ReadonlyArray<Profile> | null => {
  if (name === "all") return profiles
  return named[name] ?? (profiles.find((profile) => profile === name) ? [name as Profile] : null)
}

/** Returns the requirements under a heading that contains one of these texts, ignoring case. */
export const inSections = (sections: ReadonlyArray<string>): ReadonlySet<string> => {
  const texts = sections.map((text) => text.toLowerCase())
  const isWithin = (section: string) => texts.some((text) => section.toLowerCase().includes(text))
  return new Set(requirements.filter(({ section }) => isWithin(section)).map(({ id }) => id))
}

/**
 * Returns the checks of these profiles whose id, or whose requirement's id, begins with one of
 * `only`, and whose requirement is in one of the sections; an empty list selects all.
 */
export const select = (
  profiles: ReadonlyArray<Profile>,
  only: ReadonlyArray<string> = [],
  sections: ReadonlyArray<string> = [],
): Selected => {
  const within = inSections(sections)
  const isSelected = ({ id, requirement, profile }: ObservationCheck): boolean =>
    profiles.includes(profile) &&
    (sections.length === 0 || within.has(requirement)) &&
    (only.length === 0 || only.some((part) => id.startsWith(part) || requirement.startsWith(part)))
  return {
    profiles,
    whole: new Set(only.length + sections.length === 0 ? profiles : []),
    checks: checks.filter(isSelected),
    observed: observed.filter(isSelected),
  }
}

/** Returns a function that finds in a response a canary of a business other than the caller's. */
export const leakOf = (made: World) => {
  const canaries = Object.entries(made).flatMap(([key, spec]) => {
    const word = canaryOf(spec)
    return word === null ? [] : [{ key, word }]
  })
  return (text: string, asker: string | null): string | null => {
    const leaked = canaries.find(({ key, word }) => key !== asker && text.includes(word))
    return leaked === undefined
      ? null
      : `what belongs to ${leaked.key} was answered to ${asker ?? "somebody else"}`
  }
}

/** Returns the checks of a requirement. */
export const checksOfRequirement = (id: string): ReadonlyArray<ObservationCheck> =>
  described.filter((check) => check.requirement === id)

/** True if a requirement was seen to fail on a wrong server. */
export const isProven = (id: string): boolean => proven.has(id)

export { requirements, world }
