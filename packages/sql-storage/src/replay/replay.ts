import { EventEncoder, type StorageUnavailable } from "@outlay/domain"
import { type EventResource, eventResources } from "@outlay/domain/fields"
import type { ShownBusiness } from "@outlay/domain/ports"
import { type Context, Effect } from "effect"
import { businessOf } from "../shared/business.ts"
import { Sql } from "../shared/sql.ts"
import { Chain, type ReadEvent, type Unexplained } from "./chain.ts"
import {
  arrange,
  following,
  forget,
  type Kept,
  liveBudgets,
  misplaced,
  ordering,
  type PlacedEvent,
  rows,
  someFields,
  steadyCategories,
  taxRates,
} from "./reading.ts"
import { type Json, kinds, type Surroundings } from "./records.ts"

/** What a replay has come to. */
export interface Replay {
  readonly events: number
  /** The records that these events are about. */
  readonly records: number
  /** How much is not explained; and the first of it. */
  readonly unexplained: number
  readonly first: ReadonlyArray<Unexplained>
}

/** How much is told of what is not explained. */
const most = 100

/** How many events are looked at at once. */
const pageSize = 1_000

/** Gathers what is found, chain by chain. */
class Findings {
  events = 0
  #records = 0
  #unexplained = 0
  #open: { readonly id: string; readonly chain: Chain | null } | null = null
  readonly #first: Array<Unexplained> = []

  /** Takes what was found; `total` where that is only the first of it. */
  add(found: ReadonlyArray<Unexplained>, total = found.length): void {
    this.#unexplained += total
    if (this.#first.length < most) this.#first.push(...found.slice(0, most - this.#first.length))
  }

  /** Takes an event; `chain` begins that of another record, null where events do not tell all. */
  take(event: PlacedEvent, read: ReadEvent, chain: (id: string) => Chain | null): void {
    this.events++
    if (this.#open?.id !== event.record) {
      this.close()
      this.#records++
      this.#open = { id: event.record, chain: chain(event.record) }
    }
    this.#open?.chain?.take(read)
  }

  /** Ends the chain of the last record. */
  close(): void {
    if (this.#open !== null) this.add(this.#open.chain?.end() ?? [])
    this.#open = null
  }

  get all(): Replay {
    return {
      events: this.events,
      records: this.#records,
      unexplained: this.#unexplained,
      first: this.#first,
    }
  }
}

/** Something that is found without a chain of events. */
const found = (
  at: Pick<Unexplained, "client_id" | "resource" | "what"> & Partial<Unexplained>,
) => ({
  ...{ id: "", event_id: null, field: null, told: null, found: null },
  ...at,
})

/** An event with the values of the model, where what it says was written by the interface. */
const readEvent =
  (encoder: Context.Service.Shape<typeof EventEncoder>) =>
  (resource: EventResource, event: PlacedEvent, business: ShownBusiness): ReadEvent => {
    const { data, previous, hidden } = event
    const { client_id } = business
    const restored = (shown: Json): Json => encoder.restore(resource, shown, business) as Json
    const before = previous === null ? null : restored({ ...data, ...previous })
    return {
      ...event,
      data: data === null ? null : { client_id, ...restored(data), ...hidden },
      previous:
        previous === null
          ? null
          : Object.fromEntries(Object.keys(previous).map((name) => [name, before?.[name]])),
      hidden: Object.keys(hidden ?? {}),
    }
  }

/** After the events that are about no record. */
const start = { record: "", position: Number.MAX_SAFE_INTEGER }

/** Goes through the records of one kind, each with its events and its row, a page at a time. */
const replayOf = Effect.fnUntraced(function* (
  client_id: number,
  resource: EventResource,
  around: Surroundings,
  business: ShownBusiness,
  findings: Findings,
  onPage: () => void,
) {
  const sql = yield* Sql
  const read = readEvent(yield* EventEncoder)
  const kind = kinds[resource]
  const isTold = (id: string) => kind.isTold?.(id, around) ?? true
  let last: Pick<PlacedEvent, "record" | "position"> = start
  let isLast = false
  while (!isLast) {
    const { record, position } = last
    const after = { client_id, resource, record, position, limit: pageSize }
    const page: ReadonlyArray<PlacedEvent> = yield* sql.all(following, after)
    const kept = yield* keptOf(client_id, resource, page)
    const chain = (id: string) =>
      isTold(id)
        ? new Chain({ client_id, resource, id, kind, row: kept.get(id) ?? null }, around)
        : null
    for (const event of page) findings.take(event, read(resource, event, business), chain)
    onPage()
    last = page.at(-1) ?? last
    isLast = page.length < pageSize
  }
  findings.close()
  let after = ""
  isLast = false
  while (!isLast) {
    const { unmentioned } = rows[resource]
    const page = yield* sql.all(unmentioned, { client_id, after, limit: pageSize })
    findings.add(
      page
        .filter(({ record }) => isTold(record))
        .map(({ record: id }) => found({ client_id, resource, id, what: "no event tells of it" })),
    )
    after = page.at(-1)?.record ?? after
    isLast = page.length < pageSize
  }
})

const keptOf = Effect.fnUntraced(function* (
  client_id: number,
  resource: EventResource,
  page: ReadonlyArray<PlacedEvent>,
) {
  const sql = yield* Sql
  const { of, idOf } = rows[resource]
  const ids = [...new Set(page.map(({ record }) => record))].map(idOf)
  const found: ReadonlyArray<Kept> = ids.length === 0 ? [] : yield* sql.all(of, { client_id, ids })
  return new Map(found.map((row) => [row.record, row]))
})

const surroundings = Effect.fnUntraced(function* (client_id: number) {
  const sql = yield* Sql
  const idsOf = (found: ReadonlyArray<{ readonly id: string }>) =>
    new Set(found.map(({ id }) => id))
  return {
    tax_rates: idsOf(yield* sql.all(taxRates, { client_id })),
    steady_categories: idsOf(yield* sql.all(steadyCategories, { client_id })),
    some_fields: idsOf(yield* sql.all(someFields, { client_id })),
    budgets: idsOf(yield* sql.all(liveBudgets, { client_id })),
  } satisfies Surroundings
})

/**
 * Replays the events of a business against what is kept of it, in one transaction: every record
 * follows from its events, and every event is about a record. In constant memory; `onProgress`
 * hears how many events it has come through.
 */
export const replay = (
  client_id: number,
  onProgress: (events: number) => void = () => {},
): Effect.Effect<Replay, StorageUnavailable, Sql> =>
  Effect.flatMap(Sql, (sql) =>
    sql.transaction(
      Effect.gen(function* () {
        yield* sql.run(ordering, {})
        yield* sql.run(forget, { client_id })
        yield* sql.run(arrange, { client_id })
        const findings = new Findings()
        const misplacedOnes = yield* sql.all(misplaced, { client_id })
        const misplacedAtAll = misplacedOnes[0]?.total ?? 0
        findings.events += misplacedAtAll
        findings.add(
          misplacedOnes.map(({ id: event_id, resource }) =>
            found({ client_id, resource, event_id, what: "an event is about no record" }),
          ),
          misplacedAtAll,
        )
        const around = yield* surroundings(client_id)
        const business = yield* businessOf(client_id)
        for (const resource of eventResources) {
          const progress = () => onProgress(findings.events)
          yield* replayOf(client_id, resource, around, business, findings, progress)
        }
        yield* sql.run(forget, { client_id })
        return findings.all
      }),
    ),
  )
