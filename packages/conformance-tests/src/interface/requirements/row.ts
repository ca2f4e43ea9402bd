import type { Requirement, Strength } from "../requirement.ts"

type Row = Omit<Requirement, "area">

/** What the interface says, what a check sends, and what it accepts. */
interface Saying {
  /** Verbatim, as it stands in the document. */
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

/** A row that the interface document says in so many words. */
export const stated = row("stated")

/** A row that an ordinary reading of the interface document gives. */
export const derived = row("derived")
