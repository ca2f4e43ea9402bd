import type { TableName } from "@outlay/domain/fields"
import type { KnownResult } from "@outlay/sql-storage"
import { first, type Ready } from "./ready.ts"

/** Small tables that only decisions write, and seldom. */
export const settled: ReadonlySet<TableName | null> = new Set([
  "businesses",
  "policies",
  "webhooks",
])

const keyOf = ({ isOne, values }: Ready): string => JSON.stringify([isOne, values])

/**
 * Cache of a transaction that has locked a business: no one else changes the business, so that many
 * units need only one query.
 */
export class Known {
  readonly #client_id: number
  readonly #answers = new Map<string, Map<string, unknown>>()

  constructor(client_id: number) {
    this.#client_id = client_id
  }

  /** Returns the cached answer, or undefined. */
  resultOf(ready: Ready): unknown {
    return this.#answers.get(ready.text)?.get(keyOf(ready))
  }

  /** Caches an answer if its table is suitable. */
  cache(ready: Ready, result: unknown): void {
    if (settled.has(ready.table) && ready.client_id === this.#client_id) this.#set(ready, result)
  }

  /** Caches the result that a step leaves. */
  left({ statement, params, result }: KnownResult): void {
    this.#set(first(statement, params), result)
  }

  #set(ready: Ready, result: unknown): void {
    const known = this.#answers.get(ready.text) ?? new Map<string, unknown>()
    this.#answers.set(ready.text, known.set(keyOf(ready), result))
  }

  /** To be called when a write or a rollback may have changed any of it. */
  forget(): void {
    this.#answers.clear()
  }

  /** To be called when rows of this table are about to be written. */
  wrote(table: TableName): void {
    if (settled.has(table)) this.forget()
  }
}
