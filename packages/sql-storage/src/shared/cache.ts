import type { TableName } from "@outlay/domain/fields"
import type { Decision } from "@outlay/domain/ports"
import { Effect } from "effect"
import { columnsOf, isNamed, NamedRows, type NamedTable } from "./named-rows.ts"

/** In milliseconds: a credential is read again after so long, whoever may have written it. */
const maxAge = 500

/** So many credentials, then all are forgotten. */
const maxCredentials = 10_000

/** How much is known, in bytes: of one business, and of all of them. An estimate. */
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
 * What an engine has read and knows still: rows that others show by name, and credentials. A row is
 * forgotten by the unit that changes what is shown of it, again when that unit ends, whether it is
 * kept or undone, and with all others when another process has committed: the engine says so.
 */
export class Cache {
  readonly #bounds: CacheBounds
  /** The last is the one that was asked for last. */
  readonly #businesses = new Map<number, NamedRows>()
  #last: NamedRows | null = null
  /** What the transaction has written of rows that are shown by name. */
  #written: Array<Written> = []
  /** Whether it has written anything. */
  #isWritten = false
  /** How often a row of each table was written. */
  readonly #writes = new Map<TableName, number>()
  /** How often everything had to be read again. */
  #restarts = 0

  constructor(bounds: CacheBounds = defaultBounds) {
    this.#bounds = bounds
  }

  /** What is known of the rows of a business. */
  namedRows(client_id: number): NamedRows {
    if (this.#last?.client_id === client_id) return this.#last
    const known = this.#businesses.get(client_id) ?? new NamedRows(client_id)
    this.#businesses.delete(client_id)
    this.#businesses.set(client_id, known)
    this.#last = known
    return known
  }

  /** To be called when rows have been added: what was not asked for lately makes way. */
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

  /** Decisions are about to be written. */
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

  /** A transaction has begun, in which nothing is written yet. */
  begun(): void {
    this.#written = []
    this.#isWritten = false
  }

  /** A pause begins or ends, in which others read what was there before it. */
  paused(): void {
    this.#restarts++
    this.#forgetWritten()
  }

  /** Something of it was undone, or all of it. */
  undone(): void {
    if (!this.#isWritten) return
    this.#restarts++
    this.#forgetWritten()
  }

  /** It is durable. */
  committed(): void {
    this.#forgetWritten()
    this.begun()
  }

  /** Another process may have written anything. */
  clear(): void {
    this.#restarts++
    this.#businesses.clear()
    this.#last = null
  }

  /**
   * A read that every request makes, answered from memory while none of its tables is written; for
   * half a second at the most. What was not found is not remembered. The hint says where to look,
   * and is no part of the question.
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

  /** Tables of which another may know what was written, in this process or elsewhere. */
  raise(tables: Iterable<TableName>): void {
    for (const table of tables) this.#writes.set(table, (this.#writes.get(table) ?? 0) + 1)
  }

  /** What is known of the rows of a business is not so any more. */
  forget(client_id: number): void {
    this.#businesses.delete(client_id)
    if (this.#last?.client_id === client_id) this.#last = null
  }
}

/** The businesses in which decisions change what is shown of rows by name. */
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

/** Whether nothing that is shown of a row has changed. */
const isShownAlike = (table: NamedTable, before: object | null, after: object | null): boolean =>
  before !== null &&
  after !== null &&
  columnsOf(table).every((column) => before[column as never] === after[column as never])
