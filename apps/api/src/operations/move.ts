import { createHash } from "node:crypto"
import { ReceiptFiles, steadyClock } from "@outlay/domain/ports"
import {
  keyOfRow,
  type MovedTable,
  type MoveProgress,
  type MoveSource,
  type MoveTarget,
  movedTables,
} from "@outlay/sql-storage"
import * as Sqlite from "@outlay/sqlite-storage"
import { Effect, type Option } from "effect"
import { receiptsPlace } from "../commands/flags.ts"
import { database as databaseSetting } from "../config.ts"
import { isServer, nameOf } from "../database-url.ts"
import { commandFailed, failedAs } from "../failure.ts"
import { prepareFile } from "../layers.ts"
import { copied, receiptFiles, receiptsBeside } from "../receipts.ts"
import type { ReceiptsPlace } from "../receipts-place.ts"
import { eachPage } from "../rows.ts"
import { reportingStop } from "../stop.ts"
import { count, type Progress, pace, print, withProgress } from "../terminal.ts"
import { inspect } from "./inspection.ts"

interface Input {
  readonly from: string
  readonly to: string
  readonly receiptsUrl: Option.Option<string>
  readonly json: boolean
}

/** Reads the database given by a flag. */
const databaseOf = (flag: string, text: string) =>
  Effect.suspend(() => {
    const database = databaseSetting.read(text)
    return database === null
      ? Effect.fail(failedAs("usage", `--${flag} must be ${databaseSetting.allowed}.`))
      : Effect.succeed(database)
  })

const checkPlaces = (from: string, to: string) => {
  if (isServer(from) !== isServer(to)) return Effect.void
  const instead = isServer(from)
    ? "Copy PostgreSQL to PostgreSQL with pg_dump and pg_restore."
    : "Copy SQLite to SQLite with outlay backup and outlay restore."
  return failedAs("usage", `--from and --to are the same kind of database. ${instead}`)
}

const loaded = Effect.promise(() => import("@outlay/postgres-storage"))

const sourceOf = (from: string) =>
  isServer(from)
    ? Effect.flatMap(loaded, ({ moveSource }) => moveSource({ url: from }))
    : Effect.andThen(prepareFile(from, "read"), Sqlite.moveSource(from))

const targetOf = (to: string) =>
  isServer(to)
    ? Effect.flatMap(loaded, ({ moveTarget }) => moveTarget({ url: to }))
    : Effect.andThen(prepareFile(to, "make"), Sqlite.moveTarget(to))

/** Digest of a table over every value of every row. */
interface Digest {
  readonly name: string
  readonly rows: number
  readonly sha256: string
}

const digestOf = (side: MoveSource, table: MovedTable, seen: (rows: number) => void) =>
  Effect.gen(function* () {
    const hash = createHash("sha256")
    let count = 0
    yield* eachPage(side, table, null, (rows) =>
      Effect.sync(() => {
        for (const row of rows) hash.update(`${JSON.stringify(row)}\n`)
        count += rows.length
        seen(rows.length)
      }),
    )
    const digest: Digest = { name: table.name, rows: count, sha256: hash.digest("hex") }
    return digest
  })

/** Returns a fingerprint of a source, which differs if it has been used since. */
const sourceMark = (source: MoveSource) =>
  Effect.gen(function* () {
    const hash = createHash("sha256")
    const counts = yield* Effect.forEach(movedTables, (table) => source.count(table))
    hash.update(JSON.stringify(counts))
    const businesses = movedTables.filter(({ name }) => name === "businesses")
    for (const table of businesses) hash.update((yield* digestOf(source, table, () => {})).sha256)
    return { mark: hash.digest("hex"), rows: counts.reduce((sum, rows) => sum + rows, 0) }
  })

/** Shows progress such as "copied 1,000 of 20,000 rows (5 %), 21,000 a second, 0:01 left". */
const meter = ({ show }: Progress, what: string, total: number, before: number) => {
  const start = performance.now()
  let done = before
  return (rows: number) => {
    done += rows
    const seconds = (performance.now() - start) / 1_000
    const how = pace({ done, total, before, seconds })
    show(`${what} ${count(done)} of ${count(total)} rows${how}`)
  }
}

/** Progress of a move, reported to the person who interrupts it. */
interface SoFar {
  /** Number of copied rows and of all rows; null before they are known. */
  copied: { readonly rows: number; readonly of: number } | null
  /** True if the target is complete and can be used. */
  ended: boolean
}

const saidOf = ({ from, to }: Input, { copied, ended }: SoFar): string => {
  if (ended) {
    return `${nameOf(to)} is copied and compared. Check it with outlay verify --database-url.`
  }
  const again = "Run the same command again to continue from there"
  if (copied === null) return "Nothing is copied. Run the same command again."
  return (
    `${count(copied.rows)} of ${count(copied.of)} rows are copied, and ${nameOf(from)} is ` +
    `unchanged. ${again}; until the move is complete, ${nameOf(to)} cannot be served.`
  )
}

/** Copies the missing rows. Returns the number of rows that already existed. */
const filled = (
  source: MoveSource,
  target: MoveTarget,
  from: { readonly name: string; readonly mark: string; readonly rows: number },
  progress: Progress,
  soFar: SoFar,
) =>
  Effect.gen(function* () {
    const begun = yield* target.progress
    if (begun !== null && begun.source !== from.mark) {
      return yield* commandFailed(
        `The move was begun from another database, or ${from.name} has changed since. Start again with an empty database.`,
      )
    }
    let state: MoveProgress = begun ?? { source: from.mark, rows: {}, table: null, after: null }
    if (begun === null) yield* target.begin(state)
    const before = Object.values(state.rows).reduce((sum, rows) => sum + rows, 0)
    const seen = meter(progress, "copied", from.rows, before)
    soFar.copied = { rows: before, of: from.rows }
    const first = movedTables.findIndex(({ name }) => name === state.table)
    for (const table of movedTables.slice(Math.max(first, 0))) {
      const { name } = table
      const after = state.table === name ? state.after : null
      yield* eachPage(source, table, after, (rows) => {
        const moved = (state.rows[name] ?? 0) + rows.length
        state = {
          ...state,
          rows: { ...state.rows, [name]: moved },
          table: name,
          after: keyOfRow(table, rows.at(-1) ?? []),
        }
        const done = Object.values(state.rows).reduce((sum, each) => sum + each, 0)
        return Effect.map(target.append(table, rows, state), () => {
          soFar.copied = { rows: done, of: from.rows }
          seen(rows.length)
        })
      })
    }
    progress.show("making indexes")
    yield* target.index
    return before
  })

/** Reads both sides again and compares each table. Returns the digests. */
const compared = (
  source: MoveSource,
  target: MoveTarget,
  names: { readonly from: string; readonly to: string },
  seen: (rows: number) => void,
) =>
  Effect.gen(function* () {
    const differing: Array<string> = []
    const digests: Array<Digest> = []
    for (const table of movedTables) {
      const expected = yield* digestOf(source, table, seen)
      const found = yield* digestOf(target, table, seen)
      digests.push(found)
      if (found.rows !== expected.rows || found.sha256 !== expected.sha256) {
        differing.push(`${table.name} (${count(found.rows)} of ${count(expected.rows)} rows)`)
      }
    }
    if (differing.length === 0) return digests
    return yield* failedAs(
      "differs",
      `${names.to} differs from ${names.from} in ${differing.join(", ")}: one of them was written to meanwhile. Start again with an empty database.`,
    )
  })

/** Copies receipt files that are next to the source database to the folder of the target. */
const movedReceipts = (from: string, to: string, place: ReceiptsPlace) =>
  Effect.gen(function* () {
    if (place !== null || receiptsBeside(from) === receiptsBeside(to)) return
    const files = yield* Effect.provide(ReceiptFiles, receiptFiles(null, from))
    const target = yield* Effect.provide(ReceiptFiles, receiptFiles(null, to))
    const uncopied = yield* copied(files, target)
    // Single files that cannot be copied are reported by the final check.
    if (uncopied?.isOutage !== true) return
    return yield* failedAs("unavailable", `Cannot copy the receipts: ${uncopied.reason}.`)
  })

/** Copies every row, compares both sides and marks the target as usable. */
const movedRows = (
  { from, to, place }: { readonly from: string; readonly to: string; place: ReceiptsPlace },
  progress: Progress,
  soFar: SoFar,
) =>
  Effect.scoped(
    Effect.gen(function* () {
      const names = { from: nameOf(from), to: nameOf(to) }
      const source = yield* sourceOf(from)
      const target = yield* targetOf(to)
      const { mark, rows } = yield* sourceMark(source)
      const start = performance.now()
      const before = yield* filled(
        source,
        target,
        { name: names.from, mark, rows },
        progress,
        soFar,
      )
      const seconds = (performance.now() - start) / 1_000
      const seen = meter(progress, "compared", 2 * rows, 0)
      const tables = yield* compared(source, target, names, seen)
      yield* movedReceipts(from, to, place)
      yield* target.end
      soFar.ended = true
      return { tables, rows, before, seconds }
    }),
  )

/** `outlay move` */
export const move = (input: Input) =>
  Effect.suspend(() => {
    const soFar: SoFar = { copied: null, ended: false }
    return moveInto(input, soFar).pipe(
      reportingStop(() => saidOf(input, soFar)),
      Effect.catchTag("MoveFailed", ({ message }) =>
        failedAs("unavailable", `${message} ${saidOf(input, soFar)}`),
      ),
    )
  })

const moveInto = (input: Input, soFar: SoFar) =>
  Effect.gen(function* () {
    const from = yield* databaseOf("from", input.from)
    const to = yield* databaseOf("to", input.to)
    yield* checkPlaces(from, to)
    const place = yield* receiptsPlace(input.receiptsUrl)
    const start = performance.now()
    const { tables, rows, before, seconds } = yield* withProgress((progress) =>
      movedRows({ from, to, place }, progress, soFar),
    )
    const summary = yield* withProgress(({ show }) =>
      inspect(to, { noted: [], show, receipts: place }),
    )
    const { verified, heads } = summary
    const document = {
      ...{ from: nameOf(from), to: nameOf(to), rows, resumed_at: before },
      ...{ copy_seconds: seconds, seconds: (performance.now() - start) / 1_000 },
      ...{ tables, verified, heads },
    }
    const rate = count(Math.round((rows - before) / Math.max(seconds, 0.001)))
    const text = `${count(rows)} rows of ${tables.length} tables are copied to ${nameOf(to)} and compared (${rate} rows/s).`
    yield* print(input.json, document, text)
    if (summary.differing === 0 && summary.outage !== null) {
      return yield* failedAs(
        "unavailable",
        `${nameOf(to)} is identical to ${nameOf(from)}, but its check is incomplete: ${summary.outage}. Run outlay verify.`,
      )
    }
    const [unread] = summary.unread
    if (summary.differing === 0 && unread !== undefined) {
      return yield* failedAs(
        "unavailable",
        `${nameOf(to)} is identical to ${nameOf(from)}, but receipt files cannot be checked: ${unread.reason}. Run outlay verify.`,
      )
    }
    if (!verified) {
      return yield* failedAs(
        "differs",
        `${nameOf(to)} is identical to ${nameOf(from)}, but does not match the ledger, the events and the receipt files. Run outlay verify.`,
      )
    }
  }).pipe(Effect.provide(steadyClock))
