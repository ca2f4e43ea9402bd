/**
 * Something that is not what the ledger, or the records, say: minor units of a currency, a count,
 * or 1 and 0 for yes and no.
 */
export interface Difference {
  /** What is kept, such as `wallet balance`. */
  readonly check: string
  /** Whose, such as a budget's id; or a currency, or a day. */
  readonly of: string
  /** Null where it is no money. */
  readonly currency: string | null
  /** Recomputed. */
  readonly expected: number
  /** As it is kept. */
  readonly found: number
}

/** A row that is not as it must be. */
export interface WrongRow {
  /** The table. */
  readonly resource: string
  /** The row's key, as text. */
  readonly id: string
  readonly field: string | null
  readonly what: string
  /** What it would have to be, where that can be said; and what it is. */
  readonly expected: unknown
  readonly found: unknown
}

/** What a check has found. */
export interface Outcome<F> {
  readonly total: number
  /** The first of it. */
  readonly first: ReadonlyArray<F>
}

/** How many differences of one check are reported. */
export const maxDifferences = 1_000

/** How many rows of one check are named. */
export const maxNamedRows = 100

/** Counts findings, and keeps the first. */
export class Findings<F> implements Outcome<F> {
  readonly first: Array<F> = []
  readonly #max: number
  #total = 0

  constructor(max: number) {
    this.#max = max
  }

  /** `count` is how many alike it stands for. */
  add(finding: F, count = 1): void {
    this.#total += count
    if (this.first.length < this.#max) this.first.push(finding)
  }

  get total(): number {
    return this.#total
  }
}
