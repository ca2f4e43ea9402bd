import { Result } from "effect"
import type { NewEntry } from "./entries.ts"
import type { NewEvent } from "./events.ts"
import { type Records, records, type TableName } from "./records.ts"

/** A row that a decision creates, changes or (with `after` null) removes. */
export type Write = { [T in TableName]: TableWrite<T> }[TableName]

export interface TableWrite<T extends TableName> {
  readonly table: T
  readonly before: Records[T] | null
  readonly after: Records[T] | null
}

/**
 * Decision of a rule, as data. A store commits all of it or nothing: the rows, the ledger entries
 * (with the wallet totals that follow from them) and the events.
 */
export interface Decision<A> {
  readonly result: A
  readonly writes: ReadonlyArray<Write>
  readonly entries: ReadonlyArray<NewEntry>
  readonly events: ReadonlyArray<NewEvent>
  /**
   * Further parts, in order, of a decision about so many rows that other requests must not wait for
   * all of them. A store makes each slice when it writes it, and iterates only once.
   */
  readonly slices?: Iterable<Part>
}

/** Writes, entries and events that belong together. */
export type Part = Omit<Decision<unknown>, "result" | "slices">

export const joined = (parts: ReadonlyArray<Part>): Part => ({
  writes: parts.flatMap(({ writes }) => writes),
  entries: parts.flatMap(({ entries }) => entries),
  events: parts.flatMap(({ events }) => events),
})

/** Number of parts in a slice: a few milliseconds of work. */
const partsPerSlice = 100

/** Groups parts into slices, and makes each slice when it is needed. */
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

/** Makes all slices of a decision at once, and joins them to it. */
export const whole = <A>(decision: Decision<A>): Decision<A> =>
  decision.slices === undefined
    ? decision
    : { result: decision.result, ...joined([decision, ...decision.slices]) }

/** Long work in steps. Other work can run between two steps. */
export type Steps<A> = Generator<void, A, void>

/** Runs all steps without a pause, and returns their result. */
export const finished = <A>(steps: Steps<A>): A => {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

/** A decision or a refusal. */
export type Decided<A, Refusal> = Result.Result<Decision<A>, Refusal>

/**
 * A rule. It takes the context that a store loaded under its lock, and returns a decision or a
 * refusal; or, if that takes long, the steps to it.
 */
export type Decide<Context, A, Refusal> = (
  context: Context,
) => Decided<A, Refusal> | Steps<Decided<A, Refusal>>

export const isStepwise = <A, Refusal>(
  decided: Decided<A, Refusal> | Steps<Decided<A, Refusal>>,
): decided is Steps<Decided<A, Refusal>> => !Result.isResult(decided)

/** Returns the decision or refusal of a rule, and runs its steps if it has any. */
export const settled = <A, Refusal>(
  decided: Decided<A, Refusal> | Steps<Decided<A, Refusal>>,
): Decided<A, Refusal> => (isStepwise(decided) ? finished(decided) : decided)

const fields: ReadonlyMap<string, ReadonlyArray<string>> = new Map(
  Object.entries(records).map(([table, { record }]) => [table, Object.keys(record.fields)]),
)

/**
 * Creates the write of a new row. JavaScript callers can omit a required field, and storages would
 * treat that differently.
 *
 * @throws RangeError if a field is missing. The API's schemas refuse such a request earlier.
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
