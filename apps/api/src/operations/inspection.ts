import { StorageUnavailable } from "@outlay/domain"
import type { EventHead } from "@outlay/domain/fields"
import type {
  EventEncoder,
  ReceiptFiles,
  Store,
  VerificationStore,
  Walk,
} from "@outlay/domain/ports"
import {
  bookChecks,
  type Difference,
  examine,
  type Replay,
  type Unexplained as UnexplainedRecord,
} from "@outlay/domain/rules"
import { Persistence } from "@outlay/file-storage"
import {
  type Extent,
  extents,
  type FoundRow,
  lateSequences,
  mostNamed,
  type RecordCheck,
  recordChecks,
  Sql,
} from "@outlay/sql-storage"
import { Cause, Effect, Exit, Layer, Stream } from "effect"
import { isServer } from "../database-url.ts"
import { type DatabaseRefused, Engine } from "../engine.ts"
import { storageLayer } from "../layers.ts"
import { receiptFiles } from "../receipts.ts"
import type { ReceiptsPlace } from "../receipts-place.ts"
import { count, pace } from "../terminal.ts"
import { type HasFile, inspectReceipts, type Unread } from "./receipts.ts"

/** An amount or count of a business that differs from its ledger or records. */
interface Found extends Difference {
  readonly client_id: number
}

/** A row of a business that contradicts other rows or its events. */
export interface Unexplained extends UnexplainedRecord {
  readonly client_id: number
}

/** Newest event of a business. */
interface Head extends EventHead {
  readonly client_id: number
}

/** Receipt files of a business that could not be read. */
interface UnreadFiles extends Unread {
  readonly client_id: number
}

/** Findings in one business, or in what all businesses share. */
class Findings {
  readonly differences: Array<Found> = []
  readonly faults: Array<string> = []
  readonly first: Array<Unexplained> = []
  readonly heads: Array<Head> = []
  readonly known: Array<EventHead> = []
  readonly unread: Array<UnreadFiles> = []
  unexplained = 0
  events = 0
  records = 0
  receipts = 0
  /** Reason of the first failed read from a server; null if all succeeded. */
  outage: string | null = null
  /** Reason why the schema could not be compared; null if it was. */
  uncompared: string | null = null
  readonly isServer: boolean

  constructor(isServer: boolean) {
    this.isServer = isServer
  }

  /** Records a part that could not be read. An outage of a server is not an error in the data. */
  unreadable(name: string, cause: Cause.Cause<unknown>): void {
    const error = Cause.squash(cause)
    if (this.isServer && error instanceof StorageUnavailable) this.outage ??= error.reason
    else this.faults.push(faultOf(name, error))
  }

  /** Records invalid rows of a table. `rows` contains the first ones and their total. */
  rows(client_id: number, resource: string, what: string, rows: ReadonlyArray<FoundRow>): void {
    this.unexplained += rows[0]?.total ?? 0
    this.name(
      rows.map(({ id, field, expected, found }) => ({
        ...{ client_id, resource, id, event_id: null, field, what, expected, found },
      })),
    )
  }

  replayed(client_id: number, { events, records, unexplained }: Replay): void {
    this.events += events
    this.records += records
    this.unexplained += unexplained.total
    this.name(unexplained.first.map((each) => ({ client_id, ...each })))
  }

  walked(client_id: number, { head, faults, known }: Walk): void {
    if (head !== null) this.heads.push({ client_id, ...head })
    this.known.push(...known)
    this.unexplained += faults.total
    this.name(
      faults.first.map(({ event_id, field, what, expected, found }) => ({
        ...{ client_id, resource: "events", id: event_id, event_id, field, what, expected, found },
      })),
    )
  }

  /** Adds the findings of a part. */
  add(part: Findings): void {
    this.differences.push(...part.differences)
    this.faults.push(...part.faults)
    this.heads.push(...part.heads)
    this.known.push(...part.known)
    this.unread.push(...part.unread)
    this.outage ??= part.outage
    this.unexplained += part.unexplained
    this.events += part.events
    this.records += part.records
    this.receipts += part.receipts
    this.name(part.first)
  }

  name(found: ReadonlyArray<Unexplained>): void {
    this.first.push(...found.slice(0, Math.max(0, mostNamed - this.first.length)))
  }
}

type Look<A> = Effect.Effect<
  A,
  unknown,
  Sql | Store | VerificationStore | EventEncoder | ReceiptFiles
>

/**
 * Inspects a part. If that fails, because the file is damaged or unreadable, the failure is
 * recorded as a finding and the other parts are still inspected.
 */
const part = <A>(findings: Findings, name: string, look: Look<A>) =>
  Effect.catchCause(Effect.asVoid(look), (cause) =>
    Effect.sync(() => findings.unreadable(name, cause)),
  )

const faultOf = (name: string, error: unknown): string => {
  const reason = reasonOf(error)
  const isDamage = /SQLITE_(CORRUPT|NOTADB|IOERR)|storage has stopped/u.test(reason)
  const fault = `${name} cannot be checked: ${reason}`
  return isDamage ? `the file is damaged: ${fault}` : fault
}

const reasonOf = (error: unknown): string =>
  typeof error === "object" && error !== null && "reason" in error
    ? String(error.reason)
    : error instanceof Error
      ? error.message
      : String(error)

/** Returns the result of each value check: in one round trip, or one by one if that fails. */
const valuesOf = Effect.fnUntraced(function* (client_id: number) {
  const sql = yield* Sql
  const all = recordChecks.map(({ rows }) => ({
    statement: rows,
    params: { client_id },
    first: false,
  }))
  const together = yield* Effect.exit(sql.together(all))
  if (Exit.isSuccess(together)) {
    return together.value.map((rows) => Exit.succeed(rows as ReadonlyArray<FoundRow>))
  }
  return yield* Effect.forEach(recordChecks, ({ rows }) =>
    Effect.exit(sql.all(rows, { client_id })),
  )
})

/** Inspects everything of one business in one snapshot. */
const inspectBusiness = Effect.fnUntraced(function* (
  { client_id }: Extent,
  findings: Findings,
  noted: ReadonlyArray<EventHead>,
  show: (line: string) => void,
) {
  const of = `business ${client_id}`
  const parts = {
    noted,
    show: (name: string) => show(`${of}: ${name}`),
    onReplayed: (events: number) => show(`${of}: ${count(events)} events`),
  }
  const examined = yield* examine(client_id, parts)
  for (const { part: name, cause } of examined.unreadable) {
    findings.unreadable(`${of}: ${name}`, cause)
  }
  findings.differences.push(...examined.differences.map((each): Found => ({ client_id, ...each })))
  findings.unexplained += examined.rows.total
  findings.name(examined.rows.first.map((each) => ({ client_id, event_id: null, ...each })))
  show(`${of}: values`)
  for (const [n, rows] of (yield* valuesOf(client_id)).entries()) {
    const { resource, what } = recordChecks[n] as RecordCheck
    if (Exit.isSuccess(rows)) findings.rows(client_id, resource, what, rows.value)
    else findings.unreadable(`${of}: ${resource}`, rows.cause)
  }
  if (examined.walk !== null) findings.walked(client_id, examined.walk)
  if (examined.replay !== null) findings.replayed(client_id, examined.replay)
})

/** Inspects what all businesses share: the file itself and the id sequences. */
const inspectWhole = Effect.fnUntraced(function* (
  findings: Findings,
  show: (line: string) => void,
) {
  show("checking the file")
  const { faults } = yield* Engine
  findings.faults.push(
    ...(yield* Effect.catchTag(faults, "DatabaseRefused", ({ reason }) => {
      // The comparison needs the right to create tables, which are rolled back.
      findings.uncompared = `the schema cannot be compared (${reason})`
      return Effect.succeed([])
    })),
  )
  const sequences = Sql.use((sql) => sql.all(lateSequences, {}))
  yield* part(
    findings,
    "sequences",
    Effect.map(sequences, (rows) => {
      findings.faults.push(
        ...rows.map(({ name, expected, found }) =>
          expected === null
            ? `the sequence ${name} is unknown`
            : `the sequence ${name} gives ${found ?? "nothing"} next, not at least ${expected}`,
        ),
      )
    }),
  )
})

/** Inspects `readers` businesses at a time. Findings are added in the order of businesses. */
const forEachBusiness = (
  businesses: ReadonlyArray<Extent>,
  findings: Findings,
  show: (line: string) => void,
  readers: number,
  name: string,
  look: (business: Extent, findings: Findings, show: (line: string) => void) => Look<unknown>,
) => {
  const total = businesses.length
  const began = performance.now()
  let done = 0
  // Computed once per business, because many progress lines show it.
  let extent = ""
  const measure = () => {
    const how = pace({ done, total, seconds: (performance.now() - began) / 1_000 })
    if (total > 1) extent = `${count(done)} of ${count(total)} businesses${how}; `
  }
  measure()
  const shown = (line: string) => show(extent + line)
  return Stream.fromIterable(businesses).pipe(
    Stream.mapEffect(
      (business) => {
        const own = new Findings(findings.isServer)
        const looked = part(
          own,
          `business ${business.client_id}${name}`,
          look(business, own, shown),
        )
        return Effect.map(looked, () => {
          done++
          measure()
          return own
        })
      },
      { concurrency: readers },
    ),
    Stream.runForEach((own) => Effect.sync(() => findings.add(own))),
  )
}

const inspected = Effect.fnUntraced(function* (
  findings: Findings,
  noted: ReadonlyArray<EventHead>,
  show: (line: string) => void,
  hasFile: HasFile | null,
) {
  const sql = yield* Sql
  yield* inspectWhole(findings, show)
  const businesses: Array<Extent> = []
  yield* part(
    findings,
    "the businesses",
    Effect.map(sql.all(extents, {}), (rows) => businesses.push(...rows)),
  )
  const { readers } = yield* Engine
  yield* forEachBusiness(businesses, findings, show, readers, "", (business, findings, show) =>
    sql.transaction(inspectBusiness(business, findings, noted, show)),
  )
  // Files are read outside the snapshot, so that no transaction waits for them. A receipt removed
  // at the same time is not an error. Each inspection uses up to two connections.
  const side = Math.max(1, Math.floor(readers / 2))
  const name = ": files of receipts"
  const persistence = new Persistence()
  yield* forEachBusiness(
    businesses,
    findings,
    show,
    side,
    name,
    ({ client_id }, findings, show) => {
      show(`business ${client_id}${name}`)
      const looked = inspectReceipts(client_id, hasFile, persistence)
      return Effect.map(looked, ({ receipts, rows, unread }) => {
        findings.receipts += receipts
        if (unread !== null) findings.unread.push({ client_id, ...unread })
        findings.rows(client_id, "receipts", "file", rows)
      })
    },
  )
  // After an outage, events that were not read are unknown.
  for (const { sequence, hash } of findings.outage === null ? noted : []) {
    if (findings.known.some((_) => _.sequence === sequence && _.hash === hash)) continue
    findings.faults.push(`no event ${sequence} has the hash ${hash}; the history was rewritten`)
  }
  return summaryOf(findings, businesses)
})

/**
 * Inspects everything in a database: whether the file is intact, amounts match the ledger, records
 * match the events, and the chain of events is valid. `noted` are chain heads recorded earlier.
 * Writes nothing, and memory does not grow with the number of records.
 */
export const inspect = (
  file: string,
  {
    noted = [],
    show = () => {},
    receipts = null,
    hasFile = null,
  }: {
    readonly noted?: ReadonlyArray<EventHead>
    readonly show?: (line: string) => void
    readonly receipts?: ReceiptsPlace
    /** Called instead of reading the receipt files. */
    readonly hasFile?: HasFile | null
  } = {},
): Effect.Effect<Summary, DatabaseRefused> => {
  const findings = new Findings(isServer(file))
  return inspected(findings, noted, show, hasFile).pipe(
    Effect.provide(
      Layer.merge(storageLayer({ file, mode: "readable" }), receiptFiles(receipts, file)),
    ),
    Effect.catchTag("DatabaseRefused", (refused) => {
      if (!/SQLITE_(CORRUPT|NOTADB|IOERR)/u.test(refused.reason)) return Effect.fail(refused)
      findings.faults.push(`the file is damaged: ${refused.reason}`)
      return Effect.succeed(summaryOf(findings, []))
    }),
  )
}

const summaryOf = (findings: Findings, businesses: ReadonlyArray<Extent>) => {
  const outage = findings.outage ?? findings.uncompared
  const { faults, differences, unexplained, first, heads, events, records, receipts } = findings
  const differing = faults.length + differences.length + unexplained
  return {
    verified: differing + findings.unread.length === 0 && outage === null,
    differing,
    businesses: businesses.length,
    entries: sum(businesses.map(({ entries }) => entries)),
    transactions: sum(businesses.map(({ transactions }) => transactions)),
    events,
    records,
    receipts,
    checks: bookChecks.length,
    heads,
    faults,
    differences,
    unexplained,
    first_unexplained: first,
    unread: findings.unread,
    outage,
  }
}

/** Result of `outlay verify`. */
export type Summary = ReturnType<typeof summaryOf>

const sum = (numbers: ReadonlyArray<number>): number =>
  numbers.reduce((total, number) => total + number, 0)
