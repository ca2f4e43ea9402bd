import type { StorageUnavailable } from "@outlay/domain"
import type { TableName } from "@outlay/domain/fields"
import type { Decision } from "@outlay/domain/ports"
import { Context, type Effect, type Stream } from "effect"
import type { Cache } from "./cache.ts"
import type { Dialect, Value } from "./dialect.ts"

/** A statement, as one dialect has it. */
export interface Compiled<in P, out O> {
  readonly sql: string
  /** The parameters in the order in which the text has them. */
  readonly bind: (params: P) => ReadonlyArray<Value>
  /** A row as the driver answers it, which may be changed in place. */
  readonly decode: (row: object) => O
}

/** A statement, described once: see `prepared`. */
export interface Statement<in P, out O> {
  /** The table whose records it answers; null where it answers something else. */
  readonly table: TableName | null
  /** Compiled when a dialect is first asked for, and never again. */
  readonly in: (dialect: Dialect) => Compiled<P, O>
}

/** What writes a row. */
export interface Writing extends Statement<any, unknown> {
  /** Writes so many rows at once, whose values follow one another: cheaper than one by one. */
  readonly many?: { readonly statement: Statement<any, unknown>; readonly rows: number }
}

/**
 * Rows to write by one statement, as data: an engine may send them one by one or all at once, as
 * long as they are written in their order.
 */
export interface Step<R = any> {
  readonly statement: Writing
  readonly rows: ReadonlyArray<R>
  /**
   * A row's values in the order in which the text has them, asked for when it is its turn: those of
   * thousands are not kept at once. Null where a row has the parameters by their names.
   */
  readonly values: ((row: R, index: number) => ReadonlyArray<Value>) | null
  /** Each row must change exactly one: anything else is a defect, and undoes the unit. */
  readonly exact: boolean
  /** Once these rows are written: what a statement answers in the transaction. */
  readonly leaves?: () => Answered
}

/** A statement with its answer. */
export interface Answered<P = any> {
  readonly statement: Statement<P, unknown>
  readonly params: P
  readonly answer: unknown
}

/** One of several statements that are asked at once. */
export interface Asking<P = any, O = any> {
  readonly statement: Statement<P, O>
  readonly params: P
  /** Whether the answer is the first row, or null, and not every row. */
  readonly first: boolean
  /** Whether it is known to have thousands of rows: an engine may read them in slices. */
  readonly isLong?: boolean
}

/** What is read, as one instant had it. */
export interface Reading {
  /** `weigh` tells how much a row is, in characters of its lists. */
  readonly all: <P, O>(
    statement: Statement<P, O>,
    params: P,
    weigh: (row: object) => number,
  ) => Effect.Effect<ReadonlyArray<O>, StorageUnavailable>
  readonly get: <P, O>(
    statement: Statement<P, O>,
    params: P,
  ) => Effect.Effect<O | null, StorageUnavailable>
  /** Whether the process itself runs the statements: a long one holds up everybody. */
  readonly isInProcess: boolean
  /** Lets others have their turn; null where all is read at once. */
  readonly pause: Effect.Effect<void> | null
  /** What is known of that instant. */
  readonly cache: Pick<Cache, "namedRows" | "trim">
}

/** More characters than this are not read in one turn of the event loop: it takes some 5 ms. */
export const sliceWeight = 524_288

/**
 * The weights of what counts a slice of rows: one that is full has more after it, and more than one
 * is never read at once but in a unit of work.
 */
export const sliceCounts =
  ({ pause }: Reading, perSlice: number) =>
  (row: object): number =>
    pause === null && (row as { readonly count: number }).count === perSlice
      ? Number.POSITIVE_INFINITY
      : 0

/**
 * A database engine, as far as the ports need one. A statement that breaks a constraint is a
 * defect: rules are judged before.
 */
export class Sql extends Context.Service<
  Sql,
  {
    /** Whether businesses are on several servers: what is asked of all cannot be a recursion. */
    readonly isDivided: boolean
    /** What was read and is known still: it may be half a second old where others have written. */
    readonly cache: Pick<Cache, "remembering">
    /** To be told in a transaction what is about to be written: it is forgotten. */
    readonly wrote: (
      decisions: ReadonlyArray<Decision<unknown>>,
    ) => Effect.Effect<void, StorageUnavailable>
    readonly all: <P, O>(
      statement: Statement<P, O>,
      params: P,
    ) => Effect.Effect<ReadonlyArray<O>, StorageUnavailable>
    /** The first row, or null. */
    readonly get: <P, O>(
      statement: Statement<P, O>,
      params: P,
    ) => Effect.Effect<O | null, StorageUnavailable>
    /** The answers of all of these, in their order: an engine may send them together. */
    readonly together: (
      asked: ReadonlyArray<Asking>,
    ) => Effect.Effect<ReadonlyArray<unknown>, StorageUnavailable>
    /**
     * Rows as the database finds them, with few of them in memory at a time. In a transaction, in
     * which nothing is written until the stream has ended.
     */
    readonly stream: <P, O>(
      statement: Statement<P, O>,
      params: P,
    ) => Stream.Stream<O, StorageUnavailable>
    /**
     * Reads as one instant has it, at once; or, where that is more than one slice, from the start
     * and in many turns of the event loop, of which none reads much more than a slice. What others
     * commit meanwhile is not seen. In a unit of work it is at once, whatever there is.
     */
    readonly view: <A, E, R>(
      read: (reading: Reading) => Effect.Effect<A, E, R>,
    ) => Effect.Effect<A, E | StorageUnavailable, R>
    /** Answers how many rows it changed. */
    readonly run: <P>(
      statement: Statement<P, unknown>,
      params: P,
    ) => Effect.Effect<number, StorageUnavailable>
    /** Many rows at once: an engine may send them together, but keeps their order. */
    readonly batch: (steps: ReadonlyArray<Step>) => Effect.Effect<void, StorageUnavailable>
    /** Lets others have their turn where a unit of work has run for long: between its steps. */
    readonly rest: Effect.Effect<void>
    /**
     * Inside a transaction: other units of this business wait until it ends. What is read after it
     * has all that they committed.
     */
    readonly lock: (client_id: number) => Effect.Effect<void, StorageUnavailable>
    /**
     * Commits what `work` did with its success, and undoes it with its failure. Nests: an inner one
     * that fails undoes only itself. Answered when it is durable. `dryRun` undoes also what
     * succeeded. It may run again, after all that it wrote was undone.
     */
    readonly transaction: <A, E, R>(
      work: Effect.Effect<A, E, R>,
      options?: { readonly dryRun?: boolean },
    ) => Effect.Effect<A, E | StorageUnavailable, R>
    /**
     * The same for work that fails only before it writes, which then needs nothing undone: it costs
     * less than a transaction in another. Should it fail later the one around it is undone too,
     * even if that goes on.
     */
    readonly joined: <A, E, R>(
      work: Effect.Effect<A, E, R>,
    ) => Effect.Effect<A, E | StorageUnavailable, R>
  }
>()("@outlay/sql-storage/Sql") {}
