import { CurrentActor } from "@outlay/domain"
import { eventActor } from "@outlay/domain/fields"
import {
  canonical,
  type Decision,
  EventEncoder,
  Ids,
  noHead,
  type SealingHead,
  Sha256,
  type ShownBusiness,
} from "@outlay/domain/ports"
import { Effect } from "effect"
import { businessOf } from "./business.ts"
import { newest } from "./newest.ts"
import type { Chain } from "./plan.ts"
import { Sql } from "./sql.ts"

/**
 * Returns the chain that the `count` events of these decisions are appended to. Must be called
 * under the write lock. Reads the business if it is not given.
 */
export const chainOf = Effect.fnUntraced(function* (
  client_id: number,
  decisions: ReadonlyArray<Decision<unknown>>,
  given: { readonly count: number; readonly business: ShownBusiness | null },
) {
  const { uuids } = yield* Ids
  const sql = yield* Sql
  const { encode } = yield* EventEncoder
  const head: SealingHead = (yield* sql.get(newest, { client_id })) ?? noHead
  const business = writtenBusiness(decisions) ?? given.business ?? (yield* businessOf(client_id))
  const chain: Chain = {
    head,
    seal: { business, encode, sha256: yield* Sha256 },
    actor: canonical(eventActor(yield* CurrentActor)),
    ids: yield* uuids(given.count),
  }
  return chain
})

/** Returns the business after the change: events are shown according to it. */
const writtenBusiness = (decisions: ReadonlyArray<Decision<unknown>>): ShownBusiness | null => {
  let found: ShownBusiness | null = null
  for (const { writes } of decisions) {
    for (const { table, after } of writes) if (table === "businesses") found = after
  }
  return found
}
