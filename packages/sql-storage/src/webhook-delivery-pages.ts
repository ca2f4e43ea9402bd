import type { Page, PageRequest } from "@outlay/domain"
import type { WebhookDelivery, WebhookKey } from "@outlay/domain/fields"
import { Effect } from "effect"
import { db } from "./shared/database.ts"
import { type Reading, Sql, sliceCounts } from "./shared/sql.ts"
import { prepared } from "./shared/statement.ts"
import { tables } from "./shared/tables.ts"

/** A position in the list of a webhook: that of a delivery, or before all of them. */
interface Place extends WebhookKey {
  readonly created: string
  readonly id: string
}

const deliveriesOf = ({ client_id, webhook_id }: WebhookKey) =>
  db
    .selectFrom("webhook_deliveries")
    .where("client_id", "=", client_id)
    .where("webhook_id", "=", webhook_id)

const after = (p: Place) =>
  deliveriesOf(p).where((_) => _(_.refTuple("created", "id"), ">", _.tuple(p.created, p.id)))

/** Number of the next deliveries, at most `perSlice`. */
const nextCount = prepared((p: Place & { readonly perSlice: number }) =>
  db
    .selectFrom(
      after(p).select("id").orderBy("created").orderBy("id").limit(p.perSlice).as("found"),
    )
    .select((_) => _.fn.countAll<number>().as("count")),
)

/** Position of the delivery after `skipped` others, found by the index alone. */
const placeAfter = prepared((p: Place & { readonly skipped: number }) =>
  after(p).select(["created", "id"]).orderBy("created").orderBy("id").limit(1).offset(p.skipped),
)

const rowsFrom = prepared(
  (p: Place & { readonly limit: number }) =>
    deliveriesOf(p)
      .where((_) => _(_.refTuple("created", "id"), ">=", _.tuple(p.created, p.id)))
      .selectAll()
      .orderBy("created")
      .orderBy("id")
      .limit(p.limit),
  tables.webhook_deliveries.rows,
)

/** Deliveries that are counted and skipped in one turn of the event loop, which takes 2 ms. */
const deliveriesPerSlice = 10_000

const pageOf = Effect.fnUntraced(function* (
  reading: Reading,
  key: WebhookKey,
  page: PageRequest,
  perSlice: number,
) {
  const { pause } = reading
  const isMore = sliceCounts(reading, perSlice)
  let place: Place = { ...key, created: "", id: "" }
  let count = 0
  let first: Pick<Place, "created" | "id"> | null = null
  while (true) {
    const [slice] = yield* reading.all(nextCount, { ...place, perSlice }, isMore)
    const found = slice?.count ?? 0
    const skipped = page.offset - count
    if (skipped >= 0 && skipped < found) {
      first = yield* reading.get(placeAfter, { ...place, skipped })
    }
    count += found
    if (found < perSlice) break
    const last = yield* reading.get(placeAfter, { ...place, skipped: perSlice - 1 })
    place = { ...place, ...last }
    if (pause !== null) yield* pause
  }
  const { limit } = page
  const results =
    first === null ? [] : yield* reading.all(rowsFrom, { ...key, ...first, limit }, () => 0)
  const result: Page<WebhookDelivery> = { count, results }
  return result
})

/**
 * Returns a page of the deliveries of a webhook, and their number. If they are many, they are
 * counted and skipped one slice per turn of the event loop. A database server does so by itself.
 */
export const pageOfDeliveries = Effect.fnUntraced(function* (
  key: WebhookKey,
  page: PageRequest,
  perSlice = deliveriesPerSlice,
) {
  const sql = yield* Sql
  return yield* sql.view((reading) =>
    pageOf(reading, key, page, reading.isInProcess ? perSlice : Number.MAX_SAFE_INTEGER),
  )
})
