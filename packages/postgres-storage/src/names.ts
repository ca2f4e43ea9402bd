import { type Cache, NamedRows } from "@outlay/sql-storage"

/** Maximum number of businesses whose version is cached. */
const maxBusinesses = 100_000

/**
 * Cache of the rows that others show by name. Each business has a version of them, which is raised
 * by the transaction that changes one: a snapshot with the same version has the same rows.
 */
export class Names {
  readonly #cache: Cache
  readonly #versions = new Map<number, number>()

  constructor(cache: Cache) {
    this.#cache = cache
  }

  /** Returns the cached rows of a version; none for a version that is no longer the newest. */
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

  /** To be called when versions may repeat: the database may not have the newest changes. */
  clear(): void {
    this.#versions.clear()
    this.#cache.clear()
  }
}
