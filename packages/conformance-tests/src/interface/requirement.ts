/** What a requirement rests on. */
export type Strength =
  /** The interface document says it. */
  | "stated"
  /** An ordinary reading of the document gives it. */
  | "derived"
  /** The document leaves it open; the settlement published with the suite closes it. */
  | "settled"
  | "security"
  | "durability"

export const areas = [
  "authentication",
  "authorization",
  "versioning",
  "lists",
  "formats",
  "errors",
  "users",
  "roles",
  "invites",
  "transactions",
  "transaction-filters",
  "line-items",
  "budgets",
  "budget-periods",
  "budget-members",
  "budget-owners",
  "topups",
  "statements",
  "balances",
  "custom-fields",
  "custom-field-options",
  "custom-field-budgets",
  "accounting-codes",
  "categories",
  "tenancy",
  "hardening",
  "durability",
  "conventions",
  "load",
] as const
export type Area = (typeof areas)[number]

/** One sentence of the interface that says what holds. */
export interface Requirement {
  /** Permanent: `<area>.<what>`. A withdrawn id is never given to another sentence. */
  readonly id: string
  readonly area: Area
  readonly strength: Strength
  /** The heading of the document under which the sentence stands. */
  readonly section: string
  /**
   * Verbatim from the document named by `source`: a sentence, or a cell or row of a table as it
   * stands there.
   */
  readonly sentence: string
  readonly source: "interface" | "settlement" | "faults"
  /** What is sent, and what is accepted, for `explain`. */
  readonly sent: string
  readonly accepted: string
  /** Why nothing observes it; then it has no check. */
  readonly excluded?: string
}

const sources = {
  interface: "the interface document",
  settlement: "the settlement of the document's gaps",
  faults: "the list of faults and bad inputs",
} as const satisfies { readonly [source in Requirement["source"]]: string }

/** Where a sentence stands, for a reader: `"Statement" in the interface document`. */
export const placeOf = ({ section, source }: Pick<Requirement, "section" | "source">): string =>
  `"${section}" in ${sources[source]}`

/** A table of requirements of one area, in the order of the document. */
export const requirementsOf = (
  area: Area,
  rows: ReadonlyArray<Omit<Requirement, "area">>,
): ReadonlyArray<Requirement> => rows.map((row) => ({ ...row, area }))
