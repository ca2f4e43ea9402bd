import { Result } from "effect"
import type { NewEntry } from "./entries.ts"
import type { NewEvent } from "./events.ts"
import { type Records, records, type TableName } from "./records.ts"

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

/** What takes long, in steps: between them others may have their turn. */
export type Steps<A> = Generator<void, A, void>

/** What steps come to, taken one right after the other. */
export const finished = <A>(steps: Steps<A>): A => {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

/** A decision or a refusal. */
export type Decided<A, Refusal> = Result.Result<Decision<A>, Refusal>

/**
 * A rule: it looks at what a store loaded under its lock, and answers a decision or a refusal; or
 * the steps to it, where that takes long.
 */
export type Decide<Context, A, Refusal> = (
  context: Context,
) => Decided<A, Refusal> | Steps<Decided<A, Refusal>>

export const isStepwise = <A, Refusal>(
  decided: Decided<A, Refusal> | Steps<Decided<A, Refusal>>,
): decided is Steps<Decided<A, Refusal>> => !Result.isResult(decided)

/** What a rule decides, with all its steps taken. */
export const settled = <A, Refusal>(
  decided: Decided<A, Refusal> | Steps<Decided<A, Refusal>>,
): Decided<A, Refusal> => (isStepwise(decided) ? finished(decided) : decided)

const fields: ReadonlyMap<string, ReadonlyArray<string>> = new Map(
  Object.entries(records).map(([table, { record }]) => [table, Object.keys(record.fields)]),
)

/**
 * A new row. JavaScript can leave out what a type requires, and storages would differ about it.
 *
 * @throws RangeError for a row that lacks a field, which the API's schemas refuse.
 */
export const created = <T extends TableName>(table: T, after: Records[T]): Write => {
  for (const field of fields.get(table) ?? []) {
    if (after[field as keyof Records[T]] !== undefined) continue
    throw new RangeError(`A record of ${table} must have ${field}, and it is undefined.`)
  }
  return { table, before: null, after } as unknown as Write
}

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
