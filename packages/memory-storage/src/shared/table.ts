import { keys, type Records, type TableName } from "@outlay/domain"
import { type Journal, JournaledMap } from "./journal.ts"

/** What is unique in a table besides its key, so that a row is found by it at once. */
const uniques: { readonly [T in TableName]?: (row: Records[T]) => string } = {
  tokens: ({ digest }) => digest,
  transactions: ({ client_id, external_id }) => `${client_id}/${external_id}`,
}

/** The rows of one kind, of all businesses. */
export class Table<T extends TableName> {
  readonly #name: T
  readonly #journal: Journal
  readonly #businesses: JournaledMap<number, JournaledMap<string, Records[T]>>
  readonly #unique: JournaledMap<string, Records[T]>

  constructor(name: T, journal: Journal) {
    this.#name = name
    this.#journal = journal
    this.#businesses = new JournaledMap(journal)
    this.#unique = new JournaledMap(journal)
  }

  /** The row with this key (its fields in the order of `keys`), or null. */
  find(client_id: number, ...key: ReadonlyArray<string | number>): Records[T] | null {
    return this.#businesses.get(client_id)?.get(key.join("/")) ?? null
  }

  /** A token by its digest, a transaction by `client_id/external_id`; or null. */
  findUnique(value: string): Records[T] | null {
    return this.#unique.get(value) ?? null
  }

  /** The rows of one business, in no order. */
  ofBusiness(client_id: number): ReadonlyArray<Records[T]> {
    return this.#businesses.get(client_id)?.values() ?? []
  }

  /** Every row there is, in no order. */
  all(): ReadonlyArray<Records[T]> {
    return this.#businesses.values().flatMap((rows) => rows.values())
  }

  /**
   * Puts `after` in the place of `before`; null is no row.
   *
   * @throws Error when something other than `before` is there, or a unique value is taken: a rule
   * or a load is wrong.
   */
  write(before: Records[T] | null, after: Records[T] | null): void {
    const row = after ?? before
    if (row === null) return
    const key = this.#keyOf(row)
    const rows = this.#rowsOf(row.client_id)
    if (!same(rows.get(key) ?? null, before)) {
      throw new Error(`${this.#name} ${key} of ${row.client_id} is not as the decision saw it`)
    }
    this.#writeUnique(before, after)
    if (after === null) rows.delete(key)
    else rows.set(key, after)
  }

  #writeUnique(before: Records[T] | null, after: Records[T] | null): void {
    const unique = uniques[this.#name]
    if (unique === undefined) return
    if (before !== null) this.#unique.delete(unique(before))
    if (after === null) return
    const value = unique(after)
    if (this.#unique.get(value) !== undefined) {
      throw new Error(`${this.#name} ${this.#keyOf(after)} repeats a value that is taken`)
    }
    this.#unique.set(value, after)
  }

  #keyOf(row: Records[T]): string {
    return keys[this.#name].map((field) => row[field as keyof Records[T]]).join("/")
  }

  #rowsOf(client_id: number): JournaledMap<string, Records[T]> {
    const rows = this.#businesses.get(client_id)
    if (rows !== undefined) return rows
    const none = new JournaledMap<string, Records[T]>(this.#journal)
    this.#businesses.set(client_id, none)
    return none
  }
}

const same = (a: object | null, b: object | null): boolean =>
  a === b || JSON.stringify(a) === JSON.stringify(b)
