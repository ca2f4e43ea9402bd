import type { StorageUnavailable } from "@outlay/domain"
import { Exit, type Fiber } from "effect"
import type { Turn } from "./turn.ts"

/** A unit of work that waits for its turn. */
export interface Unit {
  /** Runs it to its end, or up to where it suspends: then answers its fiber. */
  readonly run: () => Exit.Exit<unknown, unknown> | Fiber.Fiber<unknown, unknown>
  readonly dryRun: boolean
  /** Whether it says of itself that it writes much. */
  readonly isLong: boolean
  readonly answer: (exit: Exit.Exit<unknown, unknown>) => void
  /** When it was asked for, in milliseconds of the turn. */
  readonly asked: number
  cancelled: boolean
}

/** What became of units, in their order. */
export type Exits = ReadonlyArray<Exit.Exit<unknown, unknown>>

/** Whether what it wrote is kept. */
export const isKept = (exit: Exit.Exit<unknown, unknown>, { dryRun }: Unit): boolean =>
  Exit.isSuccess(exit) && !dryRun

/** The first units, refused where they have waited for too long: all that come later wait on. */
export const overdue = (
  units: ReadonlyArray<Unit>,
  turn: Turn,
  reason: StorageUnavailable,
): Exits => {
  const waiting = units.findIndex(({ asked }) => !turn.isOver(asked))
  const refused = waiting === -1 ? units : units.slice(0, waiting)
  return refused.map(() => Exit.fail(reason))
}
