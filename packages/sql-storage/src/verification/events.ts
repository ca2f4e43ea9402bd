import {
  EventChain,
  type EventFault,
  type EventHead,
  type SealedEvent,
  Sha256,
  type StorageUnavailable,
} from "@outlay/domain"
import { Effect } from "effect"
import { db } from "../shared/database.ts"
import { Sql } from "../shared/sql.ts"
import { prepared } from "../shared/statement.ts"
import { mostNamed } from "./finding.ts"

/** How many events are looked at at once. */
const pageSize = 1_000

export const eventsAfter = prepared(
  (p: { readonly client_id: number; readonly sequence: number; readonly limit: number }) =>
    db
      .selectFrom("events")
      .selectAll()
      .where("client_id", "=", p.client_id)
      .where("sequence", ">", p.sequence)
      .orderBy("sequence")
      .limit(p.limit),
  (row) => row as SealedEvent,
)

/** What a walk along the events of a business has come to. */
export interface Walk {
  readonly head: EventHead | null
  /** How many faults there are, and the first of them. */
  readonly faults: number
  readonly first: ReadonlyArray<EventFault>
  /** Of the heads that were noted earlier, those that are still part of this history. */
  readonly known: ReadonlyArray<EventHead>
}

/** Walks the chain of a business's events, a page at a time. */
export const walk = Effect.fnUntraced(function* (
  client_id: number,
  noted: ReadonlyArray<EventHead> = [],
): Effect.fn.Return<Walk, StorageUnavailable, Sql> {
  const sql = yield* Sql
  const chain = new EventChain(yield* Sha256)
  const first: Array<EventFault> = []
  const known: Array<EventHead> = []
  let faults = 0
  let sequence = Number.MIN_SAFE_INTEGER
  for (;;) {
    const page: ReadonlyArray<SealedEvent> = yield* sql.all(eventsAfter, {
      ...{ client_id, sequence, limit: pageSize },
    })
    for (const event of page) {
      const found = chain.take(event)
      faults += found.length
      if (first.length < mostNamed) first.push(...found)
      known.push(...noted.filter((_) => _.sequence === event.sequence && _.hash === event.hash))
      sequence = event.sequence
    }
    if (page.length < pageSize) return { head: chain.head, faults, first, known }
  }
})
