import { Data, type Effect } from "effect"
import type { MovedRow, MovedTable } from "./tables.ts"

/** A move cannot go on with a database: it says why, for the operator. */
export class MoveFailed extends Data.TaggedError("MoveFailed")<{
  readonly database: string
  readonly reason: string
}> {
  override get message(): string {
    return `The database ${this.database} ${this.reason}.`
  }
}

/** Nothing is moved to where something is. */
export class TargetNotEmpty extends Data.TaggedError("TargetNotEmpty")<{
  readonly database: string
  readonly table: string
}> {
  override get message(): string {
    return `The database ${this.database} is not empty: it has rows in ${this.table}. Move to an empty one. If a move into it was interrupted at its very end, it is whole: check it with outlay verify.`
  }
}

/** How many rows are read or written at once, at most. */
export const movedAtOnce = 1_000

/** In characters: rows of more than this together are not read at once. */
export const movedWeight = 4_194_304

/** How far a move is. */
export interface MoveProgress {
  /** What its source was like when it began. */
  readonly source: string
  /** Rows of these tables are there, by the table's name. */
  readonly rows: { readonly [table: string]: number }
  /** The table that is being moved, and the key of its last row that is there. */
  readonly table: string | null
  readonly after: MovedRow | null
}

/** A database that is read by one move, and by nobody else. */
export interface MoveSource {
  /** Some rows after a key, in the order of the key; none where there are no more. */
  readonly page: (
    table: MovedTable,
    after: MovedRow | null,
  ) => Effect.Effect<ReadonlyArray<MovedRow>, MoveFailed>
  readonly count: (table: MovedTable) => Effect.Effect<number, MoveFailed>
}

/**
 * A database that a move fills. Until it has ended nothing else opens it, and what has begun can go
 * on after any end of the process.
 */
export interface MoveTarget extends MoveSource {
  /** How far the move is that was begun; null where the database is empty, else refused. */
  readonly progress: Effect.Effect<MoveProgress | null, MoveFailed | TargetNotEmpty>
  /** Begins: indexes that are not keys are made at the end. */
  readonly begin: (progress: MoveProgress) => Effect.Effect<void, MoveFailed>
  /** Writes rows, and how far the move is with them, in one transaction. */
  readonly append: (
    table: MovedTable,
    rows: ReadonlyArray<MovedRow>,
    progress: MoveProgress,
  ) => Effect.Effect<void, MoveFailed>
  /** Makes the indexes. What is there now can be compared. */
  readonly index: Effect.Effect<void, MoveFailed>
  /** From now on it is a database like any other. */
  readonly end: Effect.Effect<void, MoveFailed>
}

/** Has one row while a database is the target of a move. */
export const moveTable = "unfinished_move"

/** Why such a database is not opened. */
export const unfinished =
  "is the target of a move that has not ended: run the same outlay move again, or start with an empty database"
