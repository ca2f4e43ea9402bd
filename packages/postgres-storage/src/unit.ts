import type { StorageUnavailable } from "@outlay/domain"
import type { TableName } from "@outlay/domain/fields"
import { Savepoints } from "@outlay/sql-storage"
import { type Cause, Context, Exit } from "effect"
import type { Session } from "./session.ts"

/** A unit of work: it has a session from its first statement on. */
export class Unit {
  readonly dryRun: boolean
  readonly savepoints: Savepoints
  /** Businesses that are locked for it. */
  readonly locked = new Set<number>()
  /** Tables that it has written, and businesses whose names it has changed. */
  readonly tables = new Set<TableName>()
  readonly renamed = new Set<number>()
  session: Session | null = null
  /** Fibers that wait for the session that another fiber opens; null if none is being opened. */
  waiting: Array<() => void> | null = null
  /** Ends its session, and calls back when that is durable. Null if it has none. */
  end: ((keep: boolean, ended: (lost: StorageUnavailable | null) => void) => void) | null = null
  writes = 0
  /** True after its end: fibers that it has forked, or later work, are in no unit then. */
  isEnded = false
  /** Failure of work in another unit after it wrote: the transaction around it rolls back. */
  rollbackCause: Cause.Cause<unknown> | null = null

  constructor(dryRun: boolean) {
    this.dryRun = dryRun
    this.savepoints = new Savepoints({
      control: (text) => this.session?.control(text),
      isThere: true,
    })
  }

  /** To be called when a row of this table is about to be written. */
  wrote(table: TableName): void {
    this.tables.add(table)
    this.session?.known?.wrote(table)
  }

  /** To be called before every write. */
  beforeWrite(): void {
    this.writes++
    this.savepoints.write()
  }

  /** Returns the outcome of work at the end of its transaction: failed if a part spoilt it. */
  judged<A, E>(exit: Exit.Exit<A, E>): Exit.Exit<A, E | StorageUnavailable> {
    if (Exit.isFailure(exit)) return exit
    if (this.rollbackCause !== null) return Exit.failCause(this.rollbackCause as Cause.Cause<E>)
    const aborted = this.session?.aborted ?? null
    return aborted === null ? exit : Exit.fail(aborted)
  }
}

/** Unit of work that a fiber is in; null outside of one. */
export const CurrentUnit = Context.Reference<Unit | null>("@outlay/postgres-storage/CurrentUnit", {
  defaultValue: () => null,
})
