import {
  Businesses,
  type ImportLine,
  type StorageUnavailable,
  Transactions,
  UnitOfWork,
} from "@outlay/domain"
import type { Business } from "@outlay/domain/fields"
import { type ImportFault, toMajor } from "@outlay/domain/rules"
import { decodeBody, RecordTransaction } from "@outlay/http-contract"
import { Effect, Option, Result, Stream } from "effect"
import { databaseFile } from "../commands/flags.ts"
import { Engine } from "../engine.ts"
import { CommandFailed, commandFailed, failedAs } from "../failure.ts"
import { boundHeap, ofImports } from "../heap.ts"
import { withCopy, withDatabase } from "../layers.ts"
import { reportingStop } from "../stop.ts"
import { count, print, withProgress } from "../terminal.ts"
import { batches, checkFile, csvLines, type Line, type Opened, open, rowLines } from "./lines.ts"
import { columnsOf } from "./mapping.ts"
import { type Found, makeNames, type Names } from "./names.ts"
import { type ImportInput, type ImportOptions, readOptions } from "./options.ts"
import { checkRefusedFile } from "./refusal-file.ts"
import { makeReport, progressLine, type Report, reportText, withRefusedFile } from "./report.ts"
import { type Draft, draftOf, lineIds, type Reading } from "./row.ts"

/** `outlay import` */
export const importFile = (input: ImportInput) =>
  Effect.suspend(() => {
    const soFar: SoFar = { report: null }
    boundHeap(ofImports)
    return importInto(input, soFar).pipe(
      Effect.catchTag("StorageUnavailable", (error) =>
        Effect.fail(input.dryRun || savedOf(soFar) === 0 ? error : brokenOff(error, soFar)),
      ),
      reportingStop(() => stopped(input, soFar)),
    )
  })

/** Progress of an import, reported to the person who interrupts it. */
interface SoFar {
  report: Report | null
}

const stopped = ({ dryRun }: ImportInput, soFar: SoFar): string =>
  dryRun
    ? "This was a dry run: nothing was saved."
    : `${countedLines(savedOf(soFar))} saved. ${goOn}`

const savedOf = ({ report }: SoFar): number => {
  const { imported, unchanged } = report?.summary() ?? { imported: 0, unchanged: 0 }
  return imported + unchanged
}

const countedLines = (lines: number): string =>
  lines === 1 ? "1 line is" : `${count(lines)} lines are`

const goOn = "Run the same command again to continue from there."

/** Failure for unavailable storage. The last unit of work may or may not be saved. */
const brokenOff = ({ reason }: StorageUnavailable, soFar: SoFar) =>
  failedAs(
    "unavailable",
    `Storage is unavailable (${reason}). At least ${countedLines(savedOf(soFar))} saved. ${goOn}`,
  )

const importInto = (input: ImportInput, soFar: SoFar) =>
  Effect.gen(function* () {
    yield* attempt(() => checkFile(input.file))
    const options = yield* readOptions(input)
    const refusedFile = Option.getOrNull(input.refused)
    yield* checkRefusedFile(refusedFile, input.file, yield* databaseFile(input.databaseUrl))
    const opened = yield* attempt(() => open(input.file))
    const client_id = input.business
    const business = yield* Businesses.use((_) => _.get({ client_id }))
    const names = yield* makeNames({ client_id, ...options })
    const report = yield* withRefusedFile(refusedFile, (refused) =>
      withProgress(({ show }) =>
        Effect.gen(function* () {
          const report = makeReport(refused)
          soFar.report = report
          yield* importLines(client_id, linesOf(opened, options, business, names), {
            book_late_on: options.bookLateOn,
            onUnit: (soFar, errors) => {
              report.update(soFar, errors)
              show(progressLine(report, opened.progress()))
            },
          })
          return report
        }),
      ),
    )
    const summary = { dry_run: input.dryRun, ...report.summary(), created: names.made() }
    yield* print(input.json, summary, reportText(summary, refusedFile))
    if (summary.refused > 0) {
      const lines = summary.refused === 1 ? "1 line was" : `${summary.refused} lines were`
      const others = input.dryRun ? "would be" : "are"
      return yield* failedAs("linesRefused", `${lines} refused; the others ${others} imported.`)
    }
    // A dry run is a real import into a copy, so each line sees the effects of earlier lines.
  }).pipe(
    input.dryRun ? withCopy(input.databaseUrl, input.business) : withDatabase(input.databaseUrl),
  )

/** Reads something of the file; fails with `CommandFailed` if the file cannot be read. */
const attempt = <A>(read: () => Promise<A>): Effect.Effect<A, CommandFailed> =>
  Effect.tryPromise({ try: read, catch: unreadableFile })

const unreadableFile = (error: unknown): CommandFailed => {
  if (error instanceof CommandFailed) return error
  const reason = error instanceof Error ? error.message : String(error)
  return commandFailed(`Cannot read the whole file: ${reason}.`)
}

/** Number of lines whose names are looked up, or created, in one step. */
const linesPerLookup = 500

/** Returns the lines of the file as rows of the interface. */
const linesOf = (opened: Opened, options: ImportOptions, business: Business, names: Names) =>
  Stream.fromAsyncIterable(
    batches(itemsOf(opened, options, business), linesPerLookup),
    unreadableFile,
  ).pipe(
    Stream.mapEffect((items) => resolve(business.client_id, items, names)),
    Stream.flattenIterable,
  )

/** A line as far as it can be read without the database. */
interface Item {
  readonly line: number
  readonly content: Result.Result<Draft | Decoded, ImportFault>
}

/** A row of NDJSON. It contains ids, so nothing needs to be looked up. */
interface Decoded {
  readonly decoded: Result.Result.Success<ImportLine["row"]>
}

const itemsOf = (
  opened: Opened,
  options: ImportOptions,
  { currency }: Pick<Business, "currency">,
): AsyncGenerator<Item> =>
  options.mapping === null ? ndjsonItems(opened) : csvItems(opened, options, currency)

async function* ndjsonItems(opened: Opened): AsyncGenerator<Item> {
  for await (const { line, row } of rowLines(opened)) {
    yield { line, content: Result.map(row, (decoded) => ({ decoded })) }
  }
}

const unreadable = (error: Error): Result.Result<never, ImportFault> =>
  Result.fail({ code: "malformed_csv", detail: error.message })

async function* csvItems(
  opened: Opened,
  { mapping, gst }: ImportOptions,
  currency: string,
): AsyncGenerator<Item> {
  if (mapping === null) return
  const idOf = lineIds()
  let reading: Reading | null = null
  for await (const { line, content } of csvLines(opened)) {
    if (reading === null) {
      const required = [...columnsOf(mapping), ...(gst === null ? [] : [gst.column])]
      reading = { mapping, gst, currency, columns: headingOf({ line, content }, required) }
    } else if (content instanceof Error) yield { line, content: unreadable(content) }
    else yield { line, content: identified(draftOf(reading, content), () => idOf(content)) }
  }
  if (reading === null)
    throw commandFailed("The file is empty. The first line must name the columns.")
}

/** Adds an id to a draft: that of the source, or one derived from its content. */
const identified = (
  draft: Result.Result<Draft, ImportFault>,
  id: () => string,
): Result.Result<Draft, ImportFault> => {
  // Identical lines have the same source id, so such lines need not be counted.
  if (Result.isSuccess(draft) && "external_id" in draft.success.row) return draft
  // A line is counted even if it was refused, so that fixing it does not change the ids of others.
  const external_id = id()
  return Result.map(draft, (read) => ({ ...read, row: { ...read.row, external_id } }))
}

/** Returns the index of each column; fails if one is missing or two have the same name. */
const headingOf = (
  { content }: Line<ReadonlyArray<string>>,
  required: ReadonlyArray<string>,
): ReadonlyMap<string, number> => {
  if (content instanceof Error) throw commandFailed(`Cannot read the header: ${content.message}.`)
  const names = content.map((name) => name.trim())
  const columns = new Map(names.map((name, at) => [name, at] as const))
  const twice = names.find((name, at) => columns.get(name) !== at)
  if (twice !== undefined) throw commandFailed(`Duplicate column "${twice}".`)
  const missing = required.filter((name) => !columns.has(name))
  if (missing.length === 0) return columns
  const quoted = missing.map((name) => `"${name}"`).join(", ")
  throw commandFailed(`There is no column ${quoted}. Columns of the file: ${names.join(", ")}.`)
}

/** Turns lines into import rows. Looks up the names in them, or creates them, as one step. */
const resolve = (client_id: number, items: ReadonlyArray<Item>, names: Names) =>
  Effect.gen(function* () {
    const { atomically } = yield* UnitOfWork
    const lines = items.map(({ line, content }) => ({ line, row: recalled(content, names) }))
    if (lines.every(isRow)) return lines
    const making = Effect.forEach(items, ({ line, content }, n) => {
      const row = lines[n]?.row ?? null
      if (row !== null) return Effect.succeed<ImportLine>({ line, row })
      return Effect.map(resolved(content, names), (row): ImportLine => ({ line, row }))
    })
    return yield* atomically(names.making(making), { client_id })
  })

const isRow = (line: { readonly row: ImportLine["row"] | null }): line is ImportLine =>
  line.row !== null

/** Returns a line as a row if its names are already known; otherwise null. */
const recalled = (content: Item["content"], names: Names): ImportLine["row"] | null => {
  if (Result.isFailure(content)) return Result.fail(content.failure)
  const read = content.success
  if ("decoded" in read) return Result.succeed(read.decoded)
  const ids = names.recall(read)
  return ids === null ? null : rowOf(wireOf(read, ids, names.currency))
}

const resolved = (content: Item["content"], names: Names) =>
  Effect.gen(function* () {
    if (Result.isFailure(content)) return Result.fail(content.failure)
    const read = content.success
    if ("decoded" in read) return Result.succeed(read.decoded)
    const named = yield* Effect.result(names.resolve(read))
    if (Result.isSuccess(named)) return rowOf(wireOf(read, named.success, names.currency))
    const refusal = named.failure
    // Unavailable storage is not an error of the line: it ends the import, which can be resumed.
    if ("_tag" in refusal && refusal._tag === "StorageUnavailable") return yield* refusal
    return Result.fail("_tag" in refusal ? faultOf(refusal) : refusal)
  })

/** Returns a refusal with its tag in snake_case as the code. */
const faultOf = ({ _tag, message }: { readonly _tag: string; readonly message: string }) => ({
  code: _tag.replace(/(?<=[a-z0-9])[A-Z]/gu, (letter) => `_${letter}`).toLowerCase(),
  detail: message,
})

/** Decodes a row with the same schema as the HTTP request. */
const rowOf = (wire: unknown): ImportLine["row"] => {
  const body = decodeBody(RecordTransaction, wire)
  if (Result.isSuccess(body)) return Result.succeed(body.success)
  const [fault] = body.failure
  const code = fault?.code ?? "malformed"
  return Result.fail({ code, detail: `${fault?.pointer.slice(1)}: ${fault?.detail}` })
}

/** Returns a draft with its ids. An unknown category becomes a custom field value. */
const wireOf = (draft: Draft, { user_id, budget_id, category_id }: Found, currency: string) => {
  const { row, amount, gst, category, description } = draft
  const fields = (row["custom_fields"] ?? []) as ReadonlyArray<object>
  const unknown = category !== null && category_id === null
  const item = {
    amount: toMajor(Math.abs(amount), currency),
    gst_amount: toMajor(gst, currency),
    category_id,
    ...(description === null ? {} : { description }),
  }
  return {
    ...row,
    user_id,
    budget_id,
    custom_fields: unknown ? [...fields, { field_name: "Category", entry_text: category }] : fields,
    line_items: category_id === null && description === null ? [] : [item],
  }
}

interface LinesImport {
  readonly book_late_on: string | undefined
  readonly onUnit: Report["update"]
}

/** Imports the lines. The units of work do not depend on the boundaries of lookup batches. */
const importLines = <E, R>(
  client_id: number,
  lines: Stream.Stream<ImportLine, E, R>,
  { book_late_on, onUnit }: LinesImport,
) =>
  Effect.gen(function* () {
    const { isServed } = yield* Engine
    // A service cannot tell a command that one of its writes is blocked.
    const isAwaited = (yield* isServed) ? undefined : Effect.succeed(false)
    const { importRows } = yield* Transactions
    const report = (...unit: Parameters<typeof onUnit>) => Effect.sync(() => onUnit(...unit))
    yield* importRows(client_id, lines, report, { book_late_on, isAwaited })
  })
