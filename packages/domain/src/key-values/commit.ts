import type { Actor } from "../core/actor.ts"
import { timestamp } from "../core/dates.ts"
import { created, type Decision, type Write, whole } from "../core/decision.ts"
import type { Entry, NewEntry } from "../core/entries.ts"
import { type Event, eventActor } from "../core/events.ts"
import { money } from "../core/money.ts"
import { newWebhookDelivery, type Webhook, wantsEvent } from "../core/records/webhooks.ts"
import type { Records, TableName } from "../core/records.ts"
import { makeUuids } from "../core/uuid.ts"
import { canonical } from "../events/canonical-json.ts"
import { noHead, type Seal, type SealedEvent, sealed } from "../events/seal.ts"
import { businessOf } from "./business.ts"
import type { Log } from "./log.ts"
import type { Table } from "./table.ts"
import type { Tables } from "./tables.ts"

/** Tables and logs that decisions write to. */
interface Written {
  readonly tables: Tables
  readonly entries: Log<Entry>
  readonly events: Log<SealedEvent>
}

/** Functions that encode and hash events. */
export type Sealing = Omit<Seal, "business">

/** Actor and time (milliseconds since 1970) of a commit. */
export interface Stamp {
  /** Called only if there are events to record; throws if there is no actor. */
  readonly actor: () => Actor
  readonly millis: number
}

/**
 * Returns a function that saves a decision: rows, then entries and the balances that follow from
 * them, then events and their webhook deliveries.
 */
export const makeCommit = ({ tables, entries, events }: Written, sealing: Sealing) => {
  const uuid = makeUuids()
  return (client_id: number, given: Decision<unknown>, { actor, millis }: Stamp): void => {
    const decision = whole(given)
    const created = latest(timestamp(millis), decision, events.last(client_id))
    for (const row of decision.writes) write(tables, row)
    for (const entry of decision.entries) {
      const id = entries.count(client_id) + 1
      entries.append(client_id, { ...entry, client_id, id, created })
    }
    moveWallets(tables, client_id, decision.entries, created)
    const by = decision.events.length === 0 ? "" : canonical(eventActor(actor()))
    const appended = decision.events.map((event) => {
      const seal = { ...sealing, business: businessOf(tables, client_id) }
      const head = events.last(client_id) ?? noHead
      const next = sealed(head, event, { id: uuid(millis), now: created, actor: by }, seal)
      events.append(client_id, next)
      return next
    })
    queue(tables, appended, () => uuid(millis))
  }
}

/**
 * Returns the time of the commit. A commit with events is never dated before the newest event, even
 * if the clock was set back.
 */
const latest = (now: string, decision: Decision<unknown>, head: SealedEvent | null): string =>
  head !== null && decision.events.length > 0 && now < head.created ? head.created : now

const eventsRead = new WeakMap<SealedEvent, Event>()

/** Returns an event as it is read back. Each is parsed once, as long as it stays in memory. */
export const readEvent = (sealed: SealedEvent): Event => {
  const known = eventsRead.get(sealed)
  if (known !== undefined) return known
  const event = parsed(sealed)
  eventsRead.set(sealed, event)
  return event
}

const parsed = ({ resource: _, hidden: __, ...event }: SealedEvent): Event =>
  ({
    ...event,
    actor: JSON.parse(event.actor),
    data: JSON.parse(event.data),
    previous: event.previous === null ? null : JSON.parse(event.previous),
  }) as Event

/** Adds a delivery of each event to the queue of each enabled webhook that subscribes to it. */
const queue = (tables: Tables, events: ReadonlyArray<SealedEvent>, uuid: () => string): void => {
  const [first] = events
  if (first === undefined) return
  const webhooks = tables.webhooks.ofBusiness(first.client_id).filter(({ enabled }) => enabled)
  for (const webhook of webhooks) {
    const wantedEvents = events.filter(({ type }) => wantsEvent(webhook, type))
    const from = wantedEvents.length === 0 ? 0 : endOfQueue(tables, webhook) + 1
    for (const [n, event] of wantedEvents.entries()) {
      const added = newWebhookDelivery(webhook, readEvent(event), {
        id: uuid(),
        now: event.created,
      })
      write(tables, created("webhook_deliveries", { ...added, sequence: from + n }))
    }
  }
}

const endOfQueue = ({ webhook_deliveries }: Tables, { client_id, id }: Webhook): number =>
  webhook_deliveries
    .ofBusiness(client_id)
    .reduce((last, row) => (row.webhook_id === id ? Math.max(last, row.sequence) : last), 0)

const write = <T extends TableName>(tables: Tables, row: Write & { readonly table: T }): void =>
  (tables[row.table] as unknown as Table<T>).write(
    row.before as Records[T] | null,
    row.after as Records[T] | null,
  )

/**
 * "`wallet`: money the business has, holds already taken out": balances change with the entries.
 */
const moveWallets = (
  { wallets }: Tables,
  client_id: number,
  entries: ReadonlyArray<NewEntry>,
  updated: string,
): void => {
  const sums = new Map<string, number>()
  for (const { currency, debit_account, credit_account, amount } of entries) {
    const arrived = debit_account === "wallet" ? amount : 0
    const left = credit_account === "wallet" ? amount : 0
    if (arrived !== left) sums.set(currency, (sums.get(currency) ?? 0) + arrived - left)
  }
  for (const [currency, sum] of sums) {
    const wallet = wallets.find(client_id, currency)
    if (wallet === null) throw new Error(`Business ${client_id} has no wallet in ${currency}`)
    if (sum === 0) continue
    wallets.write(wallet, { ...wallet, balance: money(wallet.balance + sum), updated })
  }
}
