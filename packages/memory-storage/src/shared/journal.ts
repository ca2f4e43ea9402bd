import { Exit } from "effect"

/** Remembers how to undo what was done, so that a step happens as a whole or not at all. */
export class Journal {
  readonly #undos: Array<() => void> = []
  #depth = 0

  /** Whether a step runs at the moment. */
  get within(): boolean {
    return this.#depth > 0
  }

  /** Call it with every change, once it has happened. */
  note(undo: () => void): void {
    this.#undos.push(undo)
  }

  /**
   * Runs a step, which may hold further ones, and undoes exactly its own changes when it fails,
   * throws, or is not to be kept.
   */
  step<A, E>(work: () => Exit.Exit<A, E>, keep: boolean): Exit.Exit<A, E> {
    const start = this.#undos.length
    this.#depth++
    const exit = attempt(work)
    this.#depth--
    if (!keep || Exit.isFailure(exit)) this.#undoTo(start)
    if (this.#depth === 0) this.#undos.length = 0
    return exit
  }

  #undoTo(start: number): void {
    while (this.#undos.length > start) this.#undos.pop()?.()
  }
}

const attempt = <A, E>(work: () => Exit.Exit<A, E>): Exit.Exit<A, E> => {
  try {
    return work()
  } catch (defect) {
    return Exit.die(defect)
  }
}

/** A map whose changes can be undone. */
export class JournaledMap<K, V> {
  readonly #journal: Journal
  readonly #map = new Map<K, V>()

  constructor(journal: Journal) {
    this.#journal = journal
  }

  get(key: K): V | undefined {
    return this.#map.get(key)
  }

  values(): ReadonlyArray<V> {
    return [...this.#map.values()]
  }

  set(key: K, value: V): void {
    const had = this.#map.has(key)
    const before = this.#map.get(key) as V
    this.#map.set(key, value)
    this.#journal.note(() => (had ? this.#map.set(key, before) : this.#map.delete(key)))
  }

  delete(key: K): void {
    if (!this.#map.has(key)) return
    const before = this.#map.get(key) as V
    this.#map.delete(key)
    this.#journal.note(() => this.#map.set(key, before))
  }
}

/** What is appended for each business, in order, and is never changed. */
export class JournaledLog<A> {
  readonly #journal: Journal
  readonly #logs = new Map<number, Array<A>>()

  constructor(journal: Journal) {
    this.#journal = journal
  }

  ofBusiness(client_id: number): ReadonlyArray<A> {
    return this.#logs.get(client_id) ?? []
  }

  append(client_id: number, value: A): void {
    const log = this.#logs.get(client_id) ?? []
    this.#logs.set(client_id, log)
    log.push(value)
    this.#journal.note(() => log.pop())
  }
}
