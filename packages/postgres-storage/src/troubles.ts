/** Called with a problem of the database, or when it is over. */
export type TroubleListener = (sentence: string, isOver: boolean) => void

/** Notifies the operator of each reason once, until it is over. */
export class Troubles {
  readonly #listeners = new Set<TroubleListener>()
  readonly #known = new Map<string, Set<string>>()

  /** Adds a listener; returns a function that removes it. */
  listen(listener: TroubleListener): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Reports a problem of a kind. */
  begin(kind: string, sentence: string): void {
    const known = this.#known.get(kind) ?? new Set()
    this.#known.set(kind, known)
    if (known.has(sentence)) return
    known.add(sentence)
    this.#notify(sentence, false)
  }

  /** Reports that the problems of a kind are over. */
  end(kind: string, sentence: string): void {
    if (this.#known.delete(kind)) this.#notify(sentence, true)
  }

  #notify(sentence: string, isOver: boolean): void {
    for (const listener of this.#listeners) listener(sentence, isOver)
  }
}
