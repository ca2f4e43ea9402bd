import type { Check, Profile } from "./http/check.ts"
import { checks } from "./http/checks/index.ts"
import { levels } from "./http/levels.ts"
import { type Observer, observationCheck } from "./http/observations.ts"
import { type OperationId, operations } from "./interface/operations.ts"
import { proven } from "./interface/proven.ts"
import { requirements } from "./interface/requirements/index.ts"
import { shapeFaults, shapeRequirements } from "./interface/schemas/index.ts"
import { canaryOf, type World, world } from "./interface/world/index.ts"

/** Checks the shape of every answer. */
export const observer: Observer = {
  requirements: shapeRequirements,
  faults: (operation, { status, body }) => shapeFaults(operation, status, body),
}

/** The requirement that what belongs to one business reaches nobody else. */
export const leakRequirement = "tenancy.canary"

const operationIds = Object.keys(operations) as ReadonlyArray<OperationId>
const shapes = [...new Set(operationIds.flatMap(shapeRequirements))]
/** Core asks only operations that the document shows, and could not see the shapes of others. */
const shownShapes = new Set(
  operationIds.filter((id) => operations[id].shown).flatMap(shapeRequirements),
)

type ObservationCheck = Omit<Check, "run" | "scenario">

/** The checks that apply to every answer of a run, and asked by no request of their own. */
export const observed: ReadonlyArray<ObservationCheck> = [
  ...shapes.map((requirement) =>
    observationCheck(requirement, shownShapes.has(requirement) ? "read" : "gaps"),
  ),
  observationCheck(leakRequirement, "tenancy"),
]

/** Every check's description, in the order of reports. */
export const described: ReadonlyArray<ObservationCheck> = [...checks, ...observed]

/** What a run is of: profiles, and the checks in them. */
export interface Selected {
  readonly profiles: ReadonlyArray<Profile>
  /** Profiles of which nothing was left out. */
  readonly whole: ReadonlySet<Profile>
  readonly checks: ReadonlyArray<Check>
  readonly observed: ReadonlyArray<ObservationCheck>
}

const named: { readonly [name: string]: ReadonlyArray<Profile> } = levels

/** The profiles that a name stands for: itself, those of a level, or all; null if it is unknown. */
export const profilesOf = (
  name: string,
  profiles: ReadonlyArray<Profile>,
): ReadonlyArray<Profile> | null => {
  if (name === "all") return profiles
  return named[name] ?? (profiles.find((profile) => profile === name) ? [name as Profile] : null)
}

/** The requirements under a heading that has one of these texts in it, whatever their case. */
export const inSections = (sections: ReadonlyArray<string>): ReadonlySet<string> => {
  const texts = sections.map((text) => text.toLowerCase())
  const isWithin = (section: string) => texts.some((text) => section.toLowerCase().includes(text))
  return new Set(requirements.filter(({ section }) => isWithin(section)).map(({ id }) => id))
}

/**
 * The checks of these profiles whose id, or whose requirement's, begins with one of `only`, and
 * whose requirement stands in one of the sections; empty: all.
 */
export const select = (
  profiles: ReadonlyArray<Profile>,
  only: ReadonlyArray<string> = [],
  sections: ReadonlyArray<string> = [],
): Selected => {
  const within = inSections(sections)
  const wanted = ({ id, requirement, profile }: ObservationCheck): boolean =>
    profiles.includes(profile) &&
    (sections.length === 0 || within.has(requirement)) &&
    (only.length === 0 || only.some((part) => id.startsWith(part) || requirement.startsWith(part)))
  return {
    profiles,
    whole: new Set(only.length + sections.length === 0 ? profiles : []),
    checks: checks.filter(wanted),
    observed: observed.filter(wanted),
  }
}

/** Tells whether an answer carries a canary of the world that is not the asker's own. */
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

/** Checks of one requirement. */
export const checksOfRequirement = (id: string): ReadonlyArray<ObservationCheck> =>
  described.filter((check) => check.requirement === id)

/** Whether a requirement was seen to fail on a wrong server: what was not is not proven. */
export const isProven = (id: string): boolean => proven.has(id)

export { requirements, world }
