import type { Requirement } from "../requirement.ts"

interface Settled {
  readonly sentence: string
  readonly sent: string
  readonly accepted: string
}

/** Creates rows for a section of the settlement. */
export const under =
  (section: string) =>
  (id: string, settled: Settled): Omit<Requirement, "area"> => ({
    id: `conventions.${id}`,
    strength: "settled",
    section,
    source: "settlement",
    ...settled,
  })
