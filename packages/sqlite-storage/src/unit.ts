import type { StorageUnavailable } from "@outlay/domain"
import { Exit, type Fiber } from "effect"
import type { Turn } from "./turn.ts"

/** A pending unit of work. */
export interface Unit {
  /** Runs it to its end, or until it suspends, and then returns its fiber. */
  readonly run: () => Exit.Exit<unknown, unknown> | Fiber.Fiber<unknown, unknown>
  readonly dryRun: boolean
  /** True if it declares that it writes much. */
  readonly isLong: boolean
  readonly finish: (exit: Exit.Exit<unknown, unknown>) => void
  /** Time at which it was queued, in milliseconds of the turn. */
  readonly queuedAt: number
  cancelled: boolean
}

/** Outcomes of units, in order. */
export type Exits = ReadonlyArray<Exit.Exit<unknown, unknown>>

/** Returns true if its writes are kept. */
export const isKept = (exit: Exit.Exit<unknown, unknown>, { dryRun }: Unit): boolean =>
  Exit.isSuccess(exit) && !dryRun

/** Returns failures of the first units that have waited for too long; later ones still wait. */
export const overdue = (
  units: ReadonlyArray<Unit>,
  turn: Turn,
  reason: StorageUnavailable,
): Exits => {
  const waiting = units.findIndex(({ queuedAt }) => !turn.isOver(queuedAt))
  const refused = waiting === -1 ? units : units.slice(0, waiting)
  return refused.map(() => Exit.fail(reason))
}
