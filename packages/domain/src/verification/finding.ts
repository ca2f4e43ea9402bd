/**
 * A value that does not match the ledger or the records: minor units of a currency, a count, or 1
 * and 0 for yes and no.
 */
export interface Difference {
  /** Name of the check, such as `wallet balance`. */
  readonly check: string
  /** Subject of the value, such as the id of a budget, a currency, or a day. */
  readonly of: string
  /** Null if the value is not an amount. */
  readonly currency: string | null
  /** Recomputed value. */
  readonly expected: number
  /** Stored value. */
  readonly found: number
}

/** A row that violates an invariant. */
export interface WrongRow {
  /** Table of the row. */
  readonly resource: string
  /** Key of the row, as text. */
  readonly id: string
  readonly field: string | null
  readonly what: string
  /** Right value, if it can be derived; otherwise null. */
  readonly expected: unknown
  readonly found: unknown
}

/** Findings of a check. */
export interface Outcome<F> {
  readonly total: number
  /** First findings, up to a limit. */
  readonly first: ReadonlyArray<F>
}

/** Maximum number of reported differences per check. */
export const maxDifferences = 1_000

/** Maximum number of listed rows per check. */
export const maxNamedRows = 100

/** Counts findings, and stores the first ones. */
export class Findings<F> implements Outcome<F> {
  readonly first: Array<F> = []
  readonly #max: number
  #total = 0

  constructor(max: number) {
    this.#max = max
  }

  /** Adds a finding. `count` is the number of equal findings that it represents. */
  add(finding: F, count = 1): void {
    this.#total += count
    if (this.first.length < this.#max) this.first.push(finding)
  }

  get total(): number {
    return this.#total
  }
}
