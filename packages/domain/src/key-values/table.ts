import { keys, type Records, type TableName } from "../core/records.ts"
import { isSame } from "../core/same.ts"
import type { Overlay } from "./overlay.ts"
import { partitionsOf } from "./partitions.ts"

/** Unique value of a row besides its key, by which it is found without a scan. */
const uniques: { readonly [T in TableName]?: (row: Records[T]) => string } = {
  sign_in_links: ({ digest }) => digest,
  tokens: ({ digest }) => digest,
  transactions: ({ client_id, external_id }) => `${client_id}/${external_id}`,
}

/** Place of a row, stored under its unique value. */
interface Pointer {
  readonly client_id: number
  readonly key: string
}

/** Rows of one kind, of all businesses. */
export class Table<T extends TableName> {
  readonly #name: T
  readonly #overlay: Overlay
  readonly #partitionOf: (client_id: number) => string
  readonly #clients: string
  readonly #pointers: string

  constructor(name: T, overlay: Overlay) {
    this.#name = name
    this.#overlay = overlay
    this.#partitionOf = partitionsOf(name)
    this.#clients = `clients/${name}`
    this.#pointers = `unique/${name}`
  }

  /** Returns the row with this key (its fields in the order of `keys`), or null. */
  find(client_id: number, ...key: ReadonlyArray<string | number>): Records[T] | null {
    return this.#get(client_id, key.join("/"))
  }

  /**
   * Returns the row with this unique value (a token's digest, a transaction's
   * `client_id/external_id`), or null.
   */
  findUnique(value: string): Records[T] | null {
    const pointer = this.#overlay.get(this.#pointers, value) as Pointer | null
    return pointer === null ? null : this.#get(pointer.client_id, pointer.key)
  }

  /** Returns the rows of one business, in no particular order. */
  ofBusiness(client_id: number): ReadonlyArray<Records[T]> {
    return this.#overlay.list(this.#partitionOf(client_id)) as ReadonlyArray<Records[T]>
  }

  /** Returns every row, in no particular order. */
  all(): ReadonlyArray<Records[T]> {
    const places = this.#overlay.list(this.#clients) as ReadonlyArray<Pointer>
    return places.flatMap(({ client_id }) => this.ofBusiness(client_id))
  }

  /**
   * Replaces `before` with `after`; null is no row.
   * @throws Error if the current row is not `before`, or if a unique value is taken: a rule or a
   * load is wrong.
   */
  write(before: Records[T] | null, after: Records[T] | null): void {
    const row = after ?? before
    if (row === null) return
    const key = this.#keyOf(row)
    const { client_id } = row
    if (!isSame(this.#get(client_id, key), before)) {
      throw new Error(`${this.#name} ${key} of ${client_id} is not as the decision saw it`)
    }
    this.#writeUnique(before, after, { client_id, key })
    if (this.#overlay.get(this.#clients, String(client_id)) === null) {
      this.#overlay.put(this.#clients, String(client_id), { client_id })
    }
    this.#overlay.put(this.#partitionOf(client_id), key, after)
  }

  #get(client_id: number, key: string): Records[T] | null {
    return this.#overlay.get(this.#partitionOf(client_id), key) as Records[T] | null
  }

  #writeUnique(before: Records[T] | null, after: Records[T] | null, pointer: Pointer): void {
    const unique = uniques[this.#name]
    if (unique === undefined) return
    const [former, next] = [before && unique(before), after && unique(after)]
    if (former === next) return
    if (former !== null) this.#overlay.put(this.#pointers, former, null)
    if (next === null) return
    if (this.#overlay.get(this.#pointers, next) !== null) {
      throw new Error(`${this.#name} ${pointer.key} repeats a value that is taken`)
    }
    this.#overlay.put(this.#pointers, next, pointer)
  }

  #keyOf(row: Records[T]): string {
    return keys[this.#name].map((field) => row[field as keyof Records[T]]).join("/")
  }
}
