import type { TableName } from "@outlay/domain/fields"
import type { Decision } from "@outlay/domain/ports"
import { Effect } from "effect"
import { columnsOf, isNamed, NamedRows, type NamedTable } from "./named-rows.ts"

/** Maximum age of a cached credential in milliseconds, regardless of who may have changed it. */
const maxAge = 500

/** Maximum number of cached credentials; when it is reached, all are dropped. */
const maxCredentials = 10_000

/** Maximum size of the cached rows in bytes (an estimate), per business and in total. */
export interface CacheBounds {
  readonly ofBusiness: number
  readonly ofAll: number
}

const defaultBounds: CacheBounds = { ofBusiness: 4 * 1_048_576, ofAll: 16 * 1_048_576 }

interface Remembered<A> {
  readonly value: A
  readonly version: number
  readonly until: number
}

interface Written {
  readonly client_id: number
  readonly table: NamedTable
  readonly id: string | number
}

/**
 * Cache of what an engine has read: rows that other records show by name, and credentials. A row is
 * dropped by the unit that changes what is shown of it, again when that unit ends (committed or
 * rolled back), and with all others when the engine notices a commit of another process.
 */
export class Cache {
  readonly #bounds: CacheBounds
  /** The most recently used business is the last. */
  readonly #businesses = new Map<number, NamedRows>()
  #last: NamedRows | null = null
  /** Rows shown by name that the transaction has written. */
  #written: Array<Written> = []
  /** True if the transaction has written anything. */
  #isWritten = false
  /** Number of writes to each table. */
  readonly #writes = new Map<TableName, number>()
  /** Number of times that all cached reads became invalid. */
  #restarts = 0

  constructor(bounds: CacheBounds = defaultBounds) {
    this.#bounds = bounds
  }

  /** Returns the cached rows of a business. */
  namedRows(client_id: number): NamedRows {
    if (this.#last?.client_id === client_id) return this.#last
    const known = this.#businesses.get(client_id) ?? new NamedRows(client_id)
    this.#businesses.delete(client_id)
    this.#businesses.set(client_id, known)
    this.#last = known
    return known
  }

  /**
   * Drops businesses that are too large, then the least recently used. To be called when rows have
   * been added.
   */
  trim(): void {
    let size = 0
    for (const rows of this.#businesses.values()) {
      if (rows.size > this.#bounds.ofBusiness) this.forget(rows.client_id)
      else size += rows.size
    }
    for (const rows of this.#businesses.values()) {
      if (size <= this.#bounds.ofAll) return
      size -= rows.size
      this.forget(rows.client_id)
    }
  }

  /** To be called when decisions are about to be written. */
  wrote(decisions: ReadonlyArray<Decision<unknown>>): void {
    for (const { writes } of decisions) {
      if (writes.length > 0) this.#isWritten = true
      for (const { table, before, after } of writes) {
        this.#writes.set(table, (this.#writes.get(table) ?? 0) + 1)
        if (!isNamed(table) || isShownAlike(table, before, after)) continue
        const { client_id, id } = (after ?? before) as Omit<Written, "table">
        this.#written.push({ client_id, table, id })
        this.#businesses.get(client_id)?.[table].forget(id)
      }
    }
  }

  /** To be called when a transaction begins. */
  begun(): void {
    this.#written = []
    this.#isWritten = false
  }

  /**
   * To be called when a pause in a transaction begins or ends. In the pause, others read the state
   * before the transaction.
   */
  paused(): void {
    this.#restarts++
    this.#forgetWritten()
  }

  /** To be called when the transaction, or a part of it, was rolled back. */
  undone(): void {
    if (!this.#isWritten) return
    this.#restarts++
    this.#forgetWritten()
  }

  /** To be called when the transaction is durable. */
  committed(): void {
    this.#forgetWritten()
    this.begun()
  }

  /** To be called when another process may have written anything. */
  clear(): void {
    this.#restarts++
    this.#businesses.clear()
    this.#last = null
  }

  /**
   * Caches a read that every request makes until one of its tables is written, for half a second at
   * most. A missing value is not cached. The hint says where to look and is not part of the key.
   */
  remembering<A, E, R, H extends ReadonlyArray<unknown>>(
    tables: ReadonlyArray<TableName>,
    find: (key: string, ...hint: H) => Effect.Effect<A | null, E, R>,
  ): (key: string, ...hint: H) => Effect.Effect<A | null, E, R> {
    const known = new Map<string, Remembered<A>>()
    return (key, ...hint) =>
      Effect.suspend(() => {
        const entry = known.get(key)
        const version = this.#version(tables)
        if (entry?.version === version && entry.until > performance.now()) {
          return Effect.succeed(entry.value)
        }
        return Effect.map(find(key, ...hint), (value) => {
          if (known.size >= maxCredentials) known.clear()
          if (value === null) known.delete(key)
          else known.set(key, { value, version, until: performance.now() + maxAge })
          return value
        })
      })
  }

  #version(tables: ReadonlyArray<TableName>): number {
    let version = this.#restarts
    for (const table of tables) version += this.#writes.get(table) ?? 0
    return version
  }

  #forgetWritten(): void {
    for (const { client_id, table, id } of this.#written) {
      this.#businesses.get(client_id)?.[table].forget(id)
    }
  }

  /** Marks tables as written, by this process or another. */
  raise(tables: Iterable<TableName>): void {
    for (const table of tables) this.#writes.set(table, (this.#writes.get(table) ?? 0) + 1)
  }

  /** Drops the cached rows of a business. */
  forget(client_id: number): void {
    this.#businesses.delete(client_id)
    if (this.#last?.client_id === client_id) this.#last = null
  }
}

/** Returns the businesses in which decisions change what is shown of a row by name. */
export const renamedBy = (decisions: ReadonlyArray<Decision<unknown>>): ReadonlySet<number> => {
  const renamed = new Set<number>()
  for (const { writes } of decisions) {
    for (const { table, before, after } of writes) {
      if (!isNamed(table) || isShownAlike(table, before, after)) continue
      renamed.add(((after ?? before) as { readonly client_id: number }).client_id)
    }
  }
  return renamed
}

/** Returns true if nothing that is shown of a row has changed. */
const isShownAlike = (table: NamedTable, before: object | null, after: object | null): boolean =>
  before !== null &&
  after !== null &&
  columnsOf(table).every((column) => before[column as never] === after[column as never])
