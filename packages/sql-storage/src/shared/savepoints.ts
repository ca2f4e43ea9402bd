/** A scope that may have to be rolled back alone: a unit among others, or work nested in one. */
interface Scope {
  /** Null if it needs none, or has none yet. Scopes that begin with the same write share one. */
  savepoint: string | null
  isWritten: boolean
  /** Value of `#isHopeful` outside of it. */
  readonly wasHopeful: boolean
}

/** The transaction that savepoints belong to. */
export interface SavepointControl {
  /** Runs a statement that begins or ends a savepoint. */
  readonly control: (sql: string) => void
  readonly isThere: boolean
}

/**
 * The savepoints of one transaction. The first write creates one for all scopes that it belongs to,
 * so that a unit that is refused before it writes needs none. A `hopeful` transaction creates none:
 * if a scope that has written must be rolled back, the whole transaction is spoilt and runs again
 * with savepoints.
 */
export class Savepoints {
  readonly #transaction: SavepointControl
  readonly #scopes: Array<Scope> = []
  #isHopeful = false
  #isSpoilt = false

  constructor(transaction: SavepointControl) {
    this.#transaction = transaction
  }

  /** True if something was written that could not be rolled back alone. */
  get isSpoilt(): boolean {
    return this.#isSpoilt
  }

  /** To be called when a transaction begins. */
  begin(isHopeful: boolean): void {
    this.#scopes.length = 0
    this.#isHopeful = isHopeful
    this.#isSpoilt = false
  }

  /**
   * Begins a scope that may have to be rolled back alone, or certainly will be (`isUndone`).
   * Returns the level for `leave`.
   */
  enter(isUndone: boolean): number {
    const wasHopeful = this.#isHopeful
    if (isUndone) this.#isHopeful = false
    return this.#scopes.push({ savepoint: null, isWritten: false, wasHopeful }) - 1
  }

  /** To be called before every write. */
  write(): void {
    const { length } = this.#scopes
    let first = length
    while (first > 0 && this.#scopes[first - 1]?.isWritten === false) first--
    if (first === length) return
    const savepoint = this.#isHopeful ? null : `level_${first}`
    if (savepoint !== null) this.#transaction.control(`SAVEPOINT ${savepoint}`)
    for (const scope of this.#scopes.slice(first)) {
      scope.savepoint = savepoint
      scope.isWritten = true
    }
  }

  /** Ends a scope and all scopes in it, if the transaction has not ended already. */
  leave(level: number, keep: boolean): void {
    const [scope] = this.#scopes.splice(level)
    if (scope === undefined) return
    this.#isHopeful = scope.wasHopeful
    if (!scope.isWritten) return
    const { savepoint } = scope
    if (savepoint === null) {
      if (!keep) this.#isSpoilt = true
      return
    }
    if (!this.#transaction.isThere) return
    if (!keep) this.#transaction.control(`ROLLBACK TO ${savepoint}`)
    if (this.#scopes.at(-1)?.savepoint !== savepoint)
      this.#transaction.control(`RELEASE ${savepoint}`)
  }
}
