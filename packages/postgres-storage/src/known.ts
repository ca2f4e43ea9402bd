import type { TableName } from "@outlay/domain/fields"
import type { Answered } from "@outlay/sql-storage"
import { first, type Ready } from "./ready.ts"

/** Small tables that nothing but decisions writes, and these seldom. */
export const settled: ReadonlySet<TableName | null> = new Set([
  "businesses",
  "policies",
  "webhooks",
])

const keyOf = ({ isOne, values }: Ready): string => JSON.stringify([isOne, values])

/**
 * What a transaction that has locked a business knows of it: nobody else changes it meanwhile, so
 * that its units ask once, however many they are.
 */
export class Known {
  readonly #client_id: number
  readonly #answers = new Map<string, Map<string, unknown>>()

  constructor(client_id: number) {
    this.#client_id = client_id
  }

  /** The answer; undefined where it is not known. */
  answerTo(ready: Ready): unknown {
    return this.#answers.get(ready.text)?.get(keyOf(ready))
  }

  /** What was answered may be known from now on. */
  answered(ready: Ready, answer: unknown): void {
    if (settled.has(ready.table) && ready.client_id === this.#client_id) this.#set(ready, answer)
  }

  /** What a step leaves is known. */
  left({ statement, params, answer }: Answered): void {
    this.#set(first(statement, params), answer)
  }

  #set(ready: Ready, answer: unknown): void {
    const known = this.#answers.get(ready.text) ?? new Map<string, unknown>()
    this.#answers.set(ready.text, known.set(keyOf(ready), answer))
  }

  /** Something was written by which any of it may have changed, or was undone. */
  forget(): void {
    this.#answers.clear()
  }

  /** Rows of this table are about to be written. */
  wrote(table: TableName): void {
    if (settled.has(table)) this.forget()
  }
}
