/** What may have to be undone without what is around it: a unit among others, or work in one. */
interface Scope {
  /** Null where it needs none, or has none yet. Those that begin at the same write share one. */
  savepoint: string | null
  isWritten: boolean
  /** Whether there were to be none around it. */
  readonly wasHopeful: boolean
}

/** The transaction that they are part of. */
export interface SavepointControl {
  /** Runs a statement that begins or ends a part of it. */
  readonly control: (sql: string) => void
  readonly isThere: boolean
}

/**
 * The savepoints of one transaction. One is made by the first write, for all that it belongs to:
 * what is refused before it writes costs none. Where there are to be none at all (`hopeful`), what
 * has written and has to be undone spoils the whole transaction, which is then run again with them.
 */
export class Savepoints {
  readonly #transaction: SavepointControl
  readonly #scopes: Array<Scope> = []
  #isHopeful = false
  #isSpoilt = false

  constructor(transaction: SavepointControl) {
    this.#transaction = transaction
  }

  /** Whether something was written that could not be undone alone. */
  get isSpoilt(): boolean {
    return this.#isSpoilt
  }

  /** To be called where a transaction begins. */
  begin(isHopeful: boolean): void {
    this.#scopes.length = 0
    this.#isHopeful = isHopeful
    this.#isSpoilt = false
  }

  /**
   * Begins what may have to be undone alone, or certainly is (`isUndone`); answers what `leave`
   * takes.
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

  /** Ends it, with all that began in it, if the transaction that it is part of is still there. */
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
