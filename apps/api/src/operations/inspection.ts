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

/** An amount or a count of a business that is not what its ledger or its records say. */
interface Found extends Difference {
  readonly client_id: number
}

/** A row of a business that is not what the others, or its events, say. */
export interface Unexplained extends UnexplainedRecord {
  readonly client_id: number
}

/** The newest event of a business. */
interface Head extends EventHead {
  readonly client_id: number
}

/** Files of receipts of a business that could not be looked at. */
interface UnreadFiles extends Unread {
  readonly client_id: number
}

/** What came of looking at one business, or at what all have in common. */
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
  /** Why the server could not be asked at first; null where it always could. */
  outage: string | null = null
  /** Why its schema could not be compared; null where it was. */
  uncompared: string | null = null
  readonly isServer: boolean

  constructor(isServer: boolean) {
    this.isServer = isServer
  }

  /** A part that could not be read: an outage of a server says nothing of what is in it. */
  unreadable(name: string, cause: Cause.Cause<unknown>): void {
    const error = Cause.squash(cause)
    if (this.isServer && error instanceof StorageUnavailable) this.outage ??= error.reason
    else this.faults.push(faultOf(name, error))
  }

  /** Rows of a table that are not as they must be, of which the first are given. */
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

  /** What came of looking at a part of it. */
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
 * Looks at a part; where that fails, because the file is damaged or something in it cannot be read,
 * that is what is found, and the other parts are looked at all the same.
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

/** What each check of values finds: all are asked together, or one by one where one fails. */
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

/** Everything of one business, of one moment. */
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

/** What all businesses have in common: the file itself, and where numbers come from. */
const inspectWhole = Effect.fnUntraced(function* (
  findings: Findings,
  show: (line: string) => void,
) {
  show("checking the file")
  const { faults } = yield* Engine
  findings.faults.push(
    ...(yield* Effect.catchTag(faults, "DatabaseRefused", ({ reason }) => {
      // It takes the right to make tables, which are undone.
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

/** Looks at so many businesses side by side; what came of each is told in their order. */
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
  // Made once for each business: it is shown now and then, of many lines.
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
  // Not in one moment: nothing else waits for the files, and what is removed meanwhile is no fault.
  // Each has up to two connections.
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
  // Nobody knows what events there are that were not read.
  for (const { sequence, hash } of findings.outage === null ? noted : []) {
    if (findings.known.some((_) => _.sequence === sequence && _.hash === hash)) continue
    findings.faults.push(`no event ${sequence} has the hash ${hash}; the history was rewritten`)
  }
  return summaryOf(findings, businesses)
})

/**
 * Looks at everything in a database file: whether the file is whole, its amounts follow from its
 * ledger, its records from its events, and its events from each other. `noted` are heads of the
 * chain that were noted earlier. Writes nothing, and takes as much memory for many records as for
 * few.
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
    /** Asked in place of the files of receipts, which are then not read. */
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

/** What `outlay verify` tells. */
export type Summary = ReturnType<typeof summaryOf>

const sum = (numbers: ReadonlyArray<number>): number =>
  numbers.reduce((total, number) => total + number, 0)
