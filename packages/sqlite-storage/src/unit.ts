import { Exit } from "effect"

/** A unit of work that waits for its turn. */
export interface Unit {
  readonly run: () => Exit.Exit<unknown, unknown>
  readonly dryRun: boolean
  readonly answer: (exit: Exit.Exit<unknown, unknown>) => void
  /** When it was asked for, in milliseconds of the turn. */
  readonly asked: number
  cancelled: boolean
}

/** Whether what it wrote is kept. */
export const isKept = (exit: Exit.Exit<unknown, unknown>, { dryRun }: Unit): boolean =>
  Exit.isSuccess(exit) && !dryRun
