import type { StorageUnavailable } from "@outlay/domain"
import type { Value } from "@outlay/sql-storage"
import { type Callback, type Connection, none } from "./connection.ts"
import { reasonOf, refusal, verdictOf } from "./failures.ts"
import { Known } from "./known.ts"

/** A transaction on a connection: of one unit, or of units of one business one after another. */
export class Session {
  readonly connection: Connection
  /** Cached answers that its units need not request again. */
  readonly known: Known | null
  /** True if a unit that has ended wrote something that is to be committed. */
  isDirty = false
  /** Reason why everything fails until a rollback; null if nothing has failed. */
  #aborted: StorageUnavailable | null = null
  /** Number of rollbacks: errors of statements that were sent before one do not count after it. */
  #epoch = 0

  /** `client_id` is the business that it locks before anything else; null for none. */
  constructor(connection: Connection, client_id: number | null = null) {
    this.connection = connection
    this.known = client_id === null ? null : new Known(client_id)
  }

  get aborted(): StorageUnavailable | null {
    return this.#aborted
  }

  get isThere(): boolean {
    return !this.connection.isLost
  }

  /** Runs a statement that begins or ends a part of it. If it fails, the next statement fails. */
  readonly control = (text: string): void => {
    if (text.startsWith("ROLLBACK")) this.#restored()
    this.connection.execute(text)
  }

  /** Rolls back everything, and clears `isDirty`. Begins no new transaction. */
  restart(): void {
    this.isDirty = false
    this.control("ROLLBACK")
  }

  /** Sends a statement, which fails if one before it has failed. */
  ask(text: string, values: ReadonlyArray<Value>, callback: Callback): void {
    this.#send("ask", text, values, callback)
  }

  /** The same for a statement that is not sent again. */
  askOnce(text: string, values: ReadonlyArray<Value>, callback: Callback): void {
    this.#send("askOnce", text, values, callback)
  }

  #send(
    way: "ask" | "askOnce",
    text: string,
    values: ReadonlyArray<Value>,
    callback: Callback,
  ): void {
    if (this.#aborted !== null) {
      const aborted = this.#aborted
      queueMicrotask(() => callback(aborted, none))
      return
    }
    const epoch = this.#epoch
    this.connection[way](text, values, (error, result) => {
      if (error && epoch === this.#epoch) {
        const isFirst = this.#aborted === null
        this.#aborted ??= refusal(`the transaction is lost: ${reasonOf(error)}`)
        callback(isFirst || verdictOf(error) === "fault" ? error : this.#aborted, result)
      } else callback(error, result)
    })
  }

  #restored(): void {
    this.#aborted = null
    this.#epoch++
    this.known?.forget()
  }
}
