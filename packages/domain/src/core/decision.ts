import type { Result } from "effect"
import type { NewEntry } from "./entries.ts"
import type { NewEvent } from "./events.ts"
import type { Records, TableName } from "./records.ts"

/** One row that a decision creates, changes or (with `after` null) removes. */
export type Write = { [T in TableName]: TableWrite<T> }[TableName]

export interface TableWrite<T extends TableName> {
  readonly table: T
  readonly before: Records[T] | null
  readonly after: Records[T] | null
}

/**
 * What a rule decided, as data. A store commits the whole of it, or nothing: the rows, the ledger
 * entries (and the wallet totals that follow from them), the events.
 */
export interface Decision<A> {
  readonly result: A
  readonly writes: ReadonlyArray<Write>
  readonly entries: ReadonlyArray<NewEntry>
  readonly events: ReadonlyArray<NewEvent>
  /**
   * What follows, in order, where the decision concerns so many rows that nobody else may wait for
   * all of them: a store makes each slice when it comes to write it. Gone through once.
   */
  readonly slices?: Iterable<Part>
}

/** A part of what a decision brings about. */
export type Part = Omit<Decision<unknown>, "result" | "slices">

export const joined = (parts: ReadonlyArray<Part>): Part => ({
  writes: parts.flatMap(({ writes }) => writes),
  entries: parts.flatMap(({ entries }) => entries),
  events: parts.flatMap(({ events }) => events),
})

/** So many parts are made at once: a few milliseconds of work. */
const partsPerSlice = 100

/** Parts that are made a slice at a time. */
export function* sliced(parts: Iterable<Part>): Generator<Part, void> {
  let slice: Array<Part> = []
  for (const part of parts) {
    slice.push(part)
    if (slice.length < partsPerSlice) continue
    yield joined(slice)
    slice = []
  }
  if (slice.length > 0) yield joined(slice)
}

/** A decision with its slices in it, all made at once. */
export const whole = <A>(decision: Decision<A>): Decision<A> =>
  decision.slices === undefined
    ? decision
    : { result: decision.result, ...joined([decision, ...decision.slices]) }

/** A rule: it looks at what a store loaded under its lock, and answers a decision or a refusal. */
export type Decide<Context, A, Refusal> = (context: Context) => Result.Result<Decision<A>, Refusal>

export const created = <T extends TableName>(table: T, after: Records[T]): Write =>
  ({ table, before: null, after }) as unknown as Write

export const changed = <T extends TableName>(
  table: T,
  before: Records[T],
  after: Records[T],
): Write => ({ table, before, after }) as unknown as Write

export const removed = <T extends TableName>(table: T, before: Records[T]): Write =>
  ({ table, before, after: null }) as unknown as Write

/** A decision that changes nothing. */
export const nothing = <A>(result: A): Decision<A> => ({
  result,
  writes: [],
  entries: [],
  events: [],
})
