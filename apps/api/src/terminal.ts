import { Effect } from "effect"

/** A cell of a table. Numbers are aligned to the right, texts to the left. */
export type Cell = string | number | null

/** Formats rows under headings in aligned columns; empty if there are no rows. */
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

/** Formats names and values, with the values in one column. */
export const facts = (rows: ReadonlyArray<readonly [string, Cell]>): string => {
  const width = Math.max(...rows.map(([name]) => name.length))
  return rows.map(([name, value]) => `${name.padEnd(width)}  ${value ?? "-"}`).join("\n")
}

/** Formats 54237 as "54,237". */
export const count = (value: number): string => value.toLocaleString("en-US")

/** Formats a count as "1 event" or "2,000 events". */
export const counted = (value: number, one: string, many: string): string =>
  `${count(value)} ${value === 1 ? one : many}`

/** Formats seconds as "1:05" or "2:03:04". */
export const duration = (seconds: number): string => {
  const whole = Math.max(0, Math.round(seconds))
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  const two = (part: number) => String(part).padStart(2, "0")
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`
}

/** Progress of work of known or unknown extent. */
export interface Extent {
  readonly done: number
  /** Null if it is unknown. */
  readonly total: number | null
  /** Amount done by an earlier run. */
  readonly before?: number
  readonly seconds: number
}

/** Formats progress as " (34 %), 810 a second, 0:05 left". The remaining time is at that rate. */
export const pace = ({ done, total, before = 0, seconds }: Extent): string => {
  const rate = (done - before) / Math.max(seconds, 0.001)
  const shown = rate < 10 ? String(Math.round(rate * 10) / 10) : count(Math.round(rate))
  const known = total !== null && total > 0
  const share = known ? ` (${Math.floor((100 * done) / total)} %)` : ""
  const left = known && rate > 0 ? `, ${duration(Math.ceil((total - done) / rate))} left` : ""
  return `${share}, ${shown} a second${left}`
}

/** Output for progress: a stream that may be a terminal. */
export interface Screen {
  readonly isTTY?: boolean
  readonly columns?: number
  readonly write: (text: string) => unknown
}

/** Shows progress: one live line on a terminal, otherwise a plain line every few seconds. */
export interface Progress {
  readonly show: (line: string) => void
  readonly end: () => void
}

const livePause = 100
const plainPause = 5000

/** Progress line on `screen`; `clock` returns milliseconds. */
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

/** Shows a progress line on standard error while `use` runs, and always removes it afterwards. */
export const withProgress = <A, E, R>(
  use: (progress: Progress) => Effect.Effect<A, E, R>,
): Effect.Effect<A, E, R> =>
  Effect.acquireUseRelease(
    Effect.sync(() => progress(process.stderr)),
    use,
    ({ end }) => Effect.sync(end),
  )

/** Prints the result of a command: text for people, or one JSON document for programs. */
export const print = (json: boolean, document: unknown, text: string): Effect.Effect<void> =>
  Effect.sync(() => {
    process.stdout.write(json ? `${JSON.stringify(document, null, 2)}\n` : `${text}\n`)
  })
