import { Effect } from "effect"

/** A cell of a table: numbers stand right, texts left. */
export type Cell = string | number | null

/**
 * Rows under headings, in columns as wide as their widest cell; an empty table is an empty text.
 */
export const table = (
  headings: ReadonlyArray<string>,
  rows: ReadonlyArray<ReadonlyArray<Cell>>,
): string => {
  if (rows.length === 0) return ""
  const texts = rows.map((row) => row.map((cell) => (cell === null ? "-" : String(cell))))
  const widths = headings.map((heading, at) =>
    Math.max(heading.length, ...texts.map((row) => row[at]?.length ?? 0)),
  )
  const isNumber = headings.map((_, at) => rows.every((row) => typeof row[at] === "number"))
  const line = (cells: ReadonlyArray<string>) =>
    cells
      .map((cell, at) =>
        isNumber[at] === true ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0),
      )
      .join("  ")
      .trimEnd()
  return [line(headings), ...texts.map(line)].join("\n")
}

/** Names and values, the values in one column. */
export const facts = (rows: ReadonlyArray<readonly [string, Cell]>): string => {
  const width = Math.max(...rows.map(([name]) => name.length))
  return rows.map(([name, value]) => `${name.padEnd(width)}  ${value ?? "-"}`).join("\n")
}

/** 54237 as "54,237". */
export const count = (value: number): string => value.toLocaleString("en-US")

/** "1 event", "2,000 events". */
export const counted = (value: number, one: string, many: string): string =>
  `${count(value)} ${value === 1 ? one : many}`

/** Seconds as "1:05", "2:03:04". */
export const duration = (seconds: number): string => {
  const whole = Math.max(0, Math.round(seconds))
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  const two = (part: number) => String(part).padStart(2, "0")
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`
}

/** How far a work of known or unknown extent is. */
export interface Extent {
  readonly done: number
  /** Null where it is not known. */
  readonly total: number | null
  /** How much of it an earlier run has done. */
  readonly before?: number
  readonly seconds: number
}

/** " (34 %), 810 a second, 0:05 left": the rest is what remains at that rate. */
export const pace = ({ done, total, before = 0, seconds }: Extent): string => {
  const rate = (done - before) / Math.max(seconds, 0.001)
  const shown = rate < 10 ? String(Math.round(rate * 10) / 10) : count(Math.round(rate))
  const known = total !== null && total > 0
  const share = known ? ` (${Math.floor((100 * done) / total)} %)` : ""
  const left = known && rate > 0 ? `, ${duration(Math.ceil((total - done) / rate))} left` : ""
  return `${share}, ${shown} a second${left}`
}

/** Where progress is shown: a stream that may be a terminal. */
export interface Screen {
  readonly isTTY?: boolean
  readonly columns?: number
  readonly write: (text: string) => unknown
}

/** Shows how far something is: one live line on a terminal, else a plain line now and then. */
export interface Progress {
  readonly show: (line: string) => void
  readonly end: () => void
}

const livePause = 100
const plainPause = 5000

/** A progress line on `screen`; `clock` in milliseconds. */
export const progress = (
  screen: Screen,
  clock: () => number = () => performance.now(),
): Progress => {
  const live = screen.isTTY === true
  let last = live ? Number.NEGATIVE_INFINITY : clock()
  let shown = false
  return {
    show: (line) => {
      const at = clock()
      if (at - last < (live ? livePause : plainPause)) return
      last = at
      shown = true
      screen.write(live ? `\r\u001b[K${line.slice(0, (screen.columns || 80) - 1)}` : `${line}\n`)
    },
    end: () => {
      if (live && shown) screen.write("\r\u001b[K")
    },
  }
}

/** A progress line on standard error, taken away when `use` ends, however it ends. */
export const withProgress = <A, E, R>(
  use: (progress: Progress) => Effect.Effect<A, E, R>,
): Effect.Effect<A, E, R> =>
  Effect.acquireUseRelease(
    Effect.sync(() => progress(process.stderr)),
    use,
    ({ end }) => Effect.sync(end),
  )

/** Prints the answer of a command: text for people, or one JSON document for programs. */
export const print = (json: boolean, document: unknown, text: string): Effect.Effect<void> =>
  Effect.sync(() => {
    process.stdout.write(json ? `${JSON.stringify(document, null, 2)}\n` : `${text}\n`)
  })
