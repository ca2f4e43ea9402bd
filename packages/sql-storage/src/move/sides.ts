import { Data, type Effect } from "effect"
import type { MovedRow, MovedTable } from "./tables.ts"

/** A database stopped a move; `reason` is for the operator. */
export class MoveFailed extends Data.TaggedError("MoveFailed")<{
  readonly database: string
  readonly reason: string
}> {
  override get message(): string {
    return `The database ${this.database} ${this.reason}.`
  }
}

/** The target of a move already has rows. */
export class TargetNotEmpty extends Data.TaggedError("TargetNotEmpty")<{
  readonly database: string
  readonly table: string
}> {
  override get message(): string {
    return `The database ${this.database} is not empty: it has rows in ${this.table}. Move to an empty one. If a move into it was interrupted at its very end, it is whole: check it with outlay verify.`
  }
}

/** Maximum number of rows that are read or written at once. */
export const movedAtOnce = 1_000

/** Maximum size of the rows that are read at once, in characters. */
export const movedWeight = 4_194_304

/** Progress of a move. */
export interface MoveProgress {
  /** State of the source when the move began. */
  readonly source: string
  /** Number of rows in the target, by the table's name. */
  readonly rows: { readonly [table: string]: number }
  /** Table that is being moved, and the key of its last row in the target. */
  readonly table: string | null
  readonly after: MovedRow | null
}

/** A database that is read by one move, and by no one else. */
export interface MoveSource {
  /** Returns some rows after a key, in key order; none if there are no more. */
  readonly page: (
    table: MovedTable,
    after: MovedRow | null,
  ) => Effect.Effect<ReadonlyArray<MovedRow>, MoveFailed>
  readonly count: (table: MovedTable) => Effect.Effect<number, MoveFailed>
}

/**
 * A database that a move fills. Nothing else opens it until the move has ended. A move that was
 * interrupted can continue, regardless of how its process ended.
 */
export interface MoveTarget extends MoveSource {
  /**
   * Progress of the move that has begun; null if the database is empty. Fails with `TargetNotEmpty`
   * if it has other rows.
   */
  readonly progress: Effect.Effect<MoveProgress | null, MoveFailed | TargetNotEmpty>
  /** Begins a move. Indexes that are not keys are created at the end. */
  readonly begin: (progress: MoveProgress) => Effect.Effect<void, MoveFailed>
  /** Writes rows and the progress of the move in one transaction. */
  readonly append: (
    table: MovedTable,
    rows: ReadonlyArray<MovedRow>,
    progress: MoveProgress,
  ) => Effect.Effect<void, MoveFailed>
  /** Creates the indexes. The contents can be compared afterwards. */
  readonly index: Effect.Effect<void, MoveFailed>
  /** Ends the move: from now on, it is a database like any other. */
  readonly end: Effect.Effect<void, MoveFailed>
}

/** Table that has one row while a database is the target of a move. */
export const moveTable = "unfinished_move"

/** Reason why such a database cannot be opened. */
export const unfinished =
  "is the target of a move that has not ended: run the same outlay move again, or start with an empty database"
