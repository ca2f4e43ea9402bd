import type { NewEvent, Transaction } from "@outlay/domain/fields"
import {
  type Decision,
  type Seal,
  type Sealing,
  type SealingHead,
  sealing,
} from "@outlay/domain/ports"
import { entryRows, type NewEntryRow } from "./entry-rows.ts"
import { eventRow } from "./event-rows.ts"
import { newest } from "./newest.ts"
import { spendSteps } from "./spend-sums.ts"
import type { Step } from "./sql.ts"
import { inserting, type Table, type Write } from "./table.ts"
import { tables } from "./tables.ts"
import { countSteps, type TransactionChange, walletSteps } from "./totals.ts"
import { valueSteps } from "./values.ts"

/** Time of a commit, and the chain that its events continue. */
export interface Stamp {
  readonly now: string
  /** Null if there are no events. */
  readonly chain: Chain | null
}

/** The event that new events are appended to, and what is needed to seal them. */
export interface Chain {
  readonly head: SealingHead
  readonly seal: Seal
  /** The actor, as canonical JSON. */
  readonly actor: string
  /** One id for each event. */
  readonly ids: ReadonlyArray<string>
}

/** Change of one row: its state before all writes, and after them. */
interface Change {
  readonly before: object | null
  after: object | null
}

/**
 * Returns the decisions of one business as statements to run, in order: removed rows, written rows,
 * then the totals, entries and events. If several decisions write the same row, only the last write
 * counts; if they change the same total, it changes once.
 */
export const plan = (
  client_id: number,
  decisions: ReadonlyArray<Decision<unknown>>,
  stamp: Stamp,
): ReadonlyArray<Step> => {
  const changes = fold(decisions)
  const steps = inOrder.flatMap((table) => {
    const ofTable = changes.get(table.name)
    return ofTable === undefined ? [] : [stepsOf(table, ofTable)]
  })
  const transactions = changesOfTransactions(changes)
  const entries = decisions.flatMap((decision) => decision.entries)
  const events = decisions.flatMap((decision) => decision.events)
  return [
    ...steps.map(({ remove }) => remove).reverse(),
    ...steps.flatMap(({ insert, updates }) => [insert, ...updates]),
    ...(transactions.length === 0
      ? []
      : [
          ...countSteps(client_id, transactions),
          ...spendSteps(client_id, transactions),
          ...valueSteps(client_id, transactions),
        ]),
    ...walletSteps(client_id, entries, stamp.now),
    entryStep(client_id, rowsOfEntries(decisions), stamp.now),
    eventStep(client_id, events, stamp),
  ].filter(({ rows }) => rows.length > 0)
}

const inOrder: ReadonlyArray<Table<any>> = Object.values(tables)
const byName = new Map(inOrder.map((table) => [table.name, table]))

type Changes = ReadonlyMap<string, ReadonlyMap<string, Change>>

const fold = (decisions: ReadonlyArray<Decision<unknown>>): Changes => {
  const changes = new Map<string, Map<string, Change>>()
  for (const { writes } of decisions) {
    for (const { table: name, before, after } of writes) {
      const table = byName.get(name) as Table<object>
      const key = table.keyOf((after ?? before) as object)
      const ofTable = changes.get(name) ?? new Map<string, Change>()
      const earlier = ofTable.get(key)
      if (earlier === undefined) ofTable.set(key, { before, after })
      else earlier.after = after
      changes.set(name, ofTable)
    }
  }
  return changes
}

const changesOfTransactions = (changes: Changes): ReadonlyArray<TransactionChange> =>
  [...(changes.get("transactions")?.values() ?? [])].map(({ before, after }) => ({
    before: before as Transaction | null,
    after: after as Transaction | null,
  }))

const stepsOf = (table: Table<object>, changes: ReadonlyMap<string, Change>) => {
  const { insert, updates, remove, order } = table
  const of = (write: Write<object>) => ({ ...write, rows: [] as Array<object>, exact: true })
  const steps = { insert: of(insert), updates: updates.map(of), remove: of(remove) }
  for (const { before, after } of changes.values()) {
    if (before === null && after !== null) steps.insert.rows.push(after)
    else if (before !== null && after !== null) {
      const which = updates.findIndex((update) => update.covers(before, after))
      steps.updates[which]?.rows.push(after)
    } else if (before !== null) steps.remove.rows.push(before)
  }
  if (order !== null) steps.insert.rows.sort(comparing(order))
  return steps
}

/** Compares rows by a column of timestamps, which sort as text. */
const comparing =
  (column: string) =>
  (a: any, b: any): number =>
    a[column] < b[column] ? -1 : a[column] > b[column] ? 1 : 0

/** The engine numbers entries in insertion order. */
const insertEntry = inserting("ledger_entries", [
  "client_id",
  "debit_account",
  "credit_account",
  "currency",
  "amount",
  "date",
  "resource",
  "resource_id",
  "period",
  "budget_id",
  "budget_member_id",
  "created",
])

/**
 * Packs the entries of each decision separately, so that the rows do not depend on how many
 * decisions are committed at once.
 */
const rowsOfEntries = (decisions: ReadonlyArray<Decision<unknown>>): ReadonlyArray<NewEntryRow> =>
  decisions.flatMap(({ entries }) => entryRows(entries))

const entryStep = (
  client_id: number,
  rows: ReadonlyArray<NewEntryRow>,
  created: string,
): Step<NewEntryRow> => ({
  statement: insertEntry,
  rows,
  values: (entry) => [
    client_id,
    entry.debit_account,
    entry.credit_account,
    entry.currency,
    entry.amount,
    entry.date,
    entry.resource,
    entry.resource_id,
    entry.period,
    entry.budget_id,
    entry.budget_member_id,
    created,
  ],
  exact: true,
})

const eventColumns = [
  "client_id",
  "sequence",
  "id",
  "type",
  "resource",
  "record",
  "data",
  "previous",
  "hidden",
  "created",
  "actor",
  "hash",
]
const insertEvent = inserting("events", eventColumns)

/** Inserts events. Each one is sealed onto the one before it when its row is written. */
const eventStep = (
  client_id: number,
  rows: ReadonlyArray<NewEvent>,
  { now, chain }: Stamp,
): Step<NewEvent> => {
  let head = chain?.head
  let last: Sealing | null = null
  const by: object = chain === null ? {} : JSON.parse(chain.actor)
  return {
    statement: insertEvent,
    rows,
    values: (row, n) => {
      const { seal, actor, ids } = chain as Chain
      const before = rows[n - 1]
      const isAlike = before?.data === row.data && before.resource === row.resource
      const stamp = { id: ids[n] as string, now, actor, equal: isAlike ? last : null }
      last = sealing(head as SealingHead, row, stamp, seal)
      head = last.event
      const stored = eventRow(last, by, row)
      return [
        stored.client_id,
        stored.sequence,
        stored.id,
        stored.type,
        stored.resource,
        stored.record,
        stored.data,
        stored.previous,
        stored.hidden,
        stored.created,
        stored.actor,
        stored.hash,
      ]
    },
    exact: true,
    leaves: () => {
      const { sequence, hash, created, id } = (last as unknown as Sealing).event
      return { statement: newest, params: { client_id }, result: { sequence, hash, created, id } }
    },
  }
}
