import type { Requirement, Strength } from "../requirement.ts"

type Row = Omit<Requirement, "area">

/** A sentence of the interface, what a check sends for it, and what it accepts. */
interface Saying {
  /** Verbatim from the document. */
  readonly sentence: string
  readonly sent: string
  readonly accepted: string
  readonly excluded?: string
}

const row =
  (strength: Strength) =>
  (id: string, section: string, saying: Saying): Row => ({
    id,
    strength,
    section,
    source: "interface",
    ...saying,
  })

/** Creates a row that the interface document states literally. */
export const stated = row("stated")

/** Creates a row that follows from an ordinary reading of the interface document. */
export const derived = row("derived")
