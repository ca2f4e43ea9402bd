import { type Cache, NamedRows } from "@outlay/sql-storage"

/** So many businesses are known by their version. */
const maxBusinesses = 100_000

/**
 * What is known of the rows that others show by name. Each business has a version of them, raised
 * by the transaction that changes one: a snapshot that shows a version shows its rows.
 */
export class Names {
  readonly #cache: Cache
  readonly #versions = new Map<number, number>()

  constructor(cache: Cache) {
    this.#cache = cache
  }

  /** What is known of a version; nothing of one that is no more the newest. */
  at(client_id: number, version: number): NamedRows {
    const known = this.#versions.get(client_id) ?? -1
    if (version < known) return new NamedRows(client_id)
    if (version > known) {
      if (this.#versions.size >= maxBusinesses) this.clear()
      this.#versions.set(client_id, version)
      this.#cache.forget(client_id)
    }
    return this.#cache.namedRows(client_id)
  }

  trim(): void {
    this.#cache.trim()
  }

  /** Versions may be given again: the database may be one that lacks the newest changes. */
  clear(): void {
    this.#versions.clear()
    this.#cache.clear()
  }
}
