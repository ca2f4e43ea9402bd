/** Called with a problem of the database, or when it is over. */
export type Told = (sentence: string, isOver: boolean) => void

/** Notifies the operator of each reason once, until it is over. */
export class Troubles {
  readonly #hearers = new Set<Told>()
  readonly #known = new Map<string, Set<string>>()

  /** Adds a listener; returns a function that removes it. */
  hear(told: Told): () => void {
    this.#hearers.add(told)
    return () => void this.#hearers.delete(told)
  }

  /** Reports a problem of a kind. */
  begin(kind: string, sentence: string): void {
    const known = this.#known.get(kind) ?? new Set()
    this.#known.set(kind, known)
    if (known.has(sentence)) return
    known.add(sentence)
    this.#tell(sentence, false)
  }

  /** Reports that the problems of a kind are over. */
  end(kind: string, sentence: string): void {
    if (this.#known.delete(kind)) this.#tell(sentence, true)
  }

  #tell(sentence: string, isOver: boolean): void {
    for (const told of this.#hearers) told(sentence, isOver)
  }
}
