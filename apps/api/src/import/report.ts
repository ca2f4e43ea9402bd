import { createWriteStream } from "node:fs"
import type { ImportReport } from "@outlay/domain"
import { Effect } from "effect"
import { type CommandFailed, commandFailed } from "../failure.ts"
import { count, duration, facts, pace } from "../terminal.ts"

/** A line that was not imported, and the reason. */
export type RefusedLine = ImportReport["errors"][number]

/** Result of an import, and its duration. */
export interface Summary extends ImportReport {
  readonly seconds: number
}

/** Progress of an import. */
export interface Report {
  /** Called after each unit of work with the report so far and the errors of the unit. */
  readonly update: (soFar: ImportReport, errors: ImportReport["errors"]) => void
  readonly summary: () => Summary
}

/** Maximum number of refused lines shown to people. */
const maxShownLines = 10

/** Starts a report. Passes every refused line to `onRefused`. */
export const makeReport = (onRefused: (line: RefusedLine) => void): Report => {
  const began = performance.now()
  let report: ImportReport = { received: 0, imported: 0, unchanged: 0, refused: 0, errors: [] }
  return {
    update: (soFar, errors) => {
      report = soFar
      for (const line of errors) onRefused(line)
    },
    summary: () => ({ ...report, seconds: Math.round(performance.now() - began) / 1000 }),
  }
}

/** Returns a line such as "12,500 lines (23 %), 5,300 a second, 0:07 left, 3 refused". */
export const progressLine = (report: Report, progress: number | null): string => {
  const { received, refused, seconds } = report.summary()
  const total = progress === null || progress === 0 ? null : received / progress
  const wrong = refused === 0 ? "" : `, ${count(refused)} refused`
  return `${count(received)} lines${pace({ done: received, total, seconds })}${wrong}`
}

/** Kinds of records that are reported even if none was created. */
const always: ReadonlySet<string> = new Set(["users", "budgets"])

/** Returns the report as text for people. */
export const reportText = (
  summary: Summary & {
    readonly dry_run: boolean
    readonly created: Readonly<Record<string, number>>
  },
  refusedFile: string | null,
): string => {
  const { received, imported, unchanged, refused, errors, created, seconds, dry_run } = summary
  const lines = errors.slice(0, maxShownLines).map((_) => `line ${_.line}: ${_.detail} (${_.code})`)
  const more = refused - lines.length
  const rest =
    refusedFile === null ? "--refused FILE writes all of them" : `all are in ${refusedFile}`
  return [
    facts([
      ["lines", count(received)],
      ["imported", count(imported)],
      ["unchanged", count(unchanged)],
      ["refused", count(refused)],
      ...Object.entries(created).flatMap(
        ([what, made]): ReadonlyArray<[string, string]> =>
          made > 0 || always.has(what) ? [[`${what.replace("_", " ")} created`, count(made)]] : [],
      ),
      ["time", duration(seconds)],
    ]),
    ...lines,
    ...(more > 0 ? [`and ${count(more)} more: ${rest}`] : []),
    ...(dry_run ? ["dry run: nothing was saved"] : []),
  ].join("\n")
}

/** Opens a file to which every refused line is written as NDJSON; null writes none. */
export const withRefusedFile = <A, E, R>(
  file: string | null,
  use: (onRefused: (line: RefusedLine) => void) => Effect.Effect<A, E, R>,
): Effect.Effect<A, E | CommandFailed, R> => {
  if (file === null) return use(() => undefined)
  return Effect.acquireUseRelease(
    Effect.tryPromise({
      try: () =>
        new Promise<ReturnType<typeof createWriteStream>>((done, fail) => {
          const stream = createWriteStream(file)
          stream.once("open", () => done(stream))
          stream.once("error", fail)
        }),
      catch: (error) => commandFailed(`Cannot write ${file}: ${(error as Error).message}.`),
    }),
    (stream) => use((line) => stream.write(`${JSON.stringify(line)}\n`)),
    (stream) => Effect.promise(() => new Promise<void>((done) => stream.end(() => done()))),
  )
}
