import type { StorageUnavailable } from "@outlay/domain"
import type { TableName } from "@outlay/domain/fields"
import { Savepoints } from "@outlay/sql-storage"
import { type Cause, Context, Exit } from "effect"
import type { Session } from "./session.ts"

/** A unit of work: it has a session from its first statement on. */
export class Unit {
  readonly dryRun: boolean
  readonly savepoints: Savepoints
  /** The businesses that are locked for it. */
  readonly locked = new Set<number>()
  /** The tables that it has written, and the businesses whose names it has changed. */
  readonly tables = new Set<TableName>()
  readonly renamed = new Set<number>()
  session: Session | null = null
  /** Fibers of it that wait for the session that one of them opens; null where none does. */
  waiting: Array<() => void> | null = null
  /** Ends its session, and answers when that is durable. Null where it has none. */
  end: ((keep: boolean, answer: (lost: StorageUnavailable | null) => void) => void) | null = null
  writes = 0
  /** What it has forked, or was to be done after it, is in no unit then. */
  isEnded = false
  /** How work inside another failed after it wrote: the transaction around it is undone. */
  rollbackCause: Cause.Cause<unknown> | null = null

  constructor(dryRun: boolean) {
    this.dryRun = dryRun
    this.savepoints = new Savepoints({
      control: (text) => this.session?.control(text),
      isThere: true,
    })
  }

  /** A row of this table is about to be written. */
  wrote(table: TableName): void {
    this.tables.add(table)
    this.session?.known?.wrote(table)
  }

  /** To be called before every write. */
  beforeWrite(): void {
    this.writes++
    this.savepoints.write()
  }

  /** What became of work at the end of its transaction: what was spoilt in it has failed. */
  judged<A, E>(exit: Exit.Exit<A, E>): Exit.Exit<A, E | StorageUnavailable> {
    if (Exit.isFailure(exit)) return exit
    if (this.rollbackCause !== null) return Exit.failCause(this.rollbackCause as Cause.Cause<E>)
    const aborted = this.session?.aborted ?? null
    return aborted === null ? exit : Exit.fail(aborted)
  }
}

/** The unit of work that a fiber is in; null outside of one. */
export const CurrentUnit = Context.Reference<Unit | null>("@outlay/postgres-storage/CurrentUnit", {
  defaultValue: () => null,
})
