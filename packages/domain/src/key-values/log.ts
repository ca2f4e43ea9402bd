import type { Overlay } from "./overlay.ts"
import { partitionsOf } from "./partitions.ts"

/** Append-only log of each business, numbered from 1. */
export class Log<A extends object> {
  readonly #lengths: string
  readonly #partitionOf: (client_id: number) => string
  readonly #overlay: Overlay

  constructor(name: string, overlay: Overlay) {
    this.#lengths = `lengths/${name}`
    this.#partitionOf = partitionsOf(name)
    this.#overlay = overlay
  }

  /** Returns the number of items. */
  count(client_id: number): number {
    const length = this.#overlay.get(this.#lengths, String(client_id))
    return (length as { readonly count: number } | null)?.count ?? 0
  }

  /** Returns the item with this number, or null. */
  at(client_id: number, number: number): A | null {
    return this.#overlay.get(this.#partitionOf(client_id), String(number)) as A | null
  }

  /** Returns the newest item, or null. */
  last(client_id: number): A | null {
    return this.at(client_id, this.count(client_id))
  }

  /** Returns all items, in order. */
  ofBusiness(client_id: number): ReadonlyArray<A> {
    return Array.from({ length: this.count(client_id) }, (_, n) => this.at(client_id, n + 1) as A)
  }

  append(client_id: number, value: A): void {
    const count = this.count(client_id) + 1
    this.#overlay.put(this.#lengths, String(client_id), { count })
    this.#overlay.put(this.#partitionOf(client_id), String(count), value)
  }
}
