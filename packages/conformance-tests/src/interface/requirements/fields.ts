import type { Requirement, Strength } from "../requirement.ts"

type Row = Omit<Requirement, "area">

/** A row of a table of fields, verbatim, and what a check accepts for it. */
export type FieldRow = readonly [row: string, accepted: string, strength?: Strength]

const nameOf = (row: string): string => (row.split("|")[1] ?? "").trim().replaceAll("_", "-")

/** Creates a requirement for each field of a resource, with the id of the field. */
export const fieldsOf = (
  resource: string,
  section: string,
  sent: string,
  rows: ReadonlyArray<FieldRow>,
): ReadonlyArray<Row> =>
  rows.map(([sentence, accepted, strength = "stated"]) => ({
    id: `${resource}.${nameOf(sentence)}`,
    strength,
    section,
    sentence,
    source: "interface",
    sent,
    accepted,
  }))
