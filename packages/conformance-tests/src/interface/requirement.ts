/** Basis of a requirement. */
export type Strength =
  /** The interface document says it. */
  | "stated"
  /** It follows from an ordinary reading of the document. */
  | "derived"
  /** The document leaves it open; the settlement published with the suite defines it. */
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

/** One normative sentence of the interface. */
export interface Requirement {
  /** Permanent: `<area>.<what>`. A withdrawn id is never given to another sentence. */
  readonly id: string
  readonly area: Area
  readonly strength: Strength
  /** Heading of the document that the sentence is under. */
  readonly section: string
  /**
   * Verbatim from the document named by `source`: a sentence, or an unchanged cell or row of a
   * table.
   */
  readonly sentence: string
  readonly source: "interface" | "settlement" | "faults"
  /** Request that a check sends and response that it accepts, for `explain`. */
  readonly sent: string
  readonly accepted: string
  /** Reason why no check can observe it. */
  readonly excluded?: string
}

const sources = {
  interface: "the interface document",
  settlement: "the settlement of the document's gaps",
  faults: "the list of faults and bad inputs",
} as const satisfies { readonly [source in Requirement["source"]]: string }

/** The place of a sentence for a reader: `"Statement" in the interface document`. */
export const placeOf = ({ section, source }: Pick<Requirement, "section" | "source">): string =>
  `"${section}" in ${sources[source]}`

/** A table of requirements of one area, in the order of the document. */
export const requirementsOf = (
  area: Area,
  rows: ReadonlyArray<Omit<Requirement, "area">>,
): ReadonlyArray<Requirement> => rows.map((row) => ({ ...row, area }))
