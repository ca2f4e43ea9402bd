import { Result } from "effect"
import { changed, created, type Decision, nothing, removed } from "../core/decision.ts"
import type { Candidate, Reassessment } from "../core/records/reassessments.ts"
import type { Place } from "../core/records/transactions.ts"

/** Maximum number of expenses in a slice, which take a few milliseconds. */
export const expensesPerSlice = 100
/** Maximum number of bytes of expenses that a slice checks; a single expense may be larger. */
export const bytesPerSlice = 256 * 1_024

/**
 * Requests a reassessment after a change of settings that may complete expenses. A business has at
 * most one reassessment. One that has begun continues to its end and then starts again, so that
 * frequent changes do not keep it from ending.
 */
export const decideRequest = (
  pending: Reassessment | null,
  client_id: number,
  now: string,
): Result.Result<Decision<void>> => {
  if (pending === null) {
    const fresh = { client_id, auth_date: null, transaction_id: null, again: false }
    const row: Reassessment = { ...fresh, created: now, updated: now }
    return Result.succeed({ ...nothing(undefined), writes: [created("reassessments", row)] })
  }
  if (pending.again || pending.transaction_id === null) return Result.succeed(nothing(undefined))
  const after = { ...pending, again: true, updated: now }
  return Result.succeed({
    ...nothing(undefined),
    writes: [changed("reassessments", pending, after)],
  })
}

/** Expenses that one slice reads; it checks those in `transaction_ids`. */
export interface Slice {
  readonly transaction_ids: ReadonlyArray<string>
  /** Place of the last expense of the slice; null if none follow it. */
  readonly last: Place | null
}

/**
 * Returns the candidates (the next `expensesPerSlice`, or all that are left) that fit into one
 * slice: at least one, and at most `bytesPerSlice` to check.
 */
export const sliceOf = (candidates: ReadonlyArray<Candidate>): Slice => {
  const transaction_ids: Array<string> = []
  let bytes = 0
  let last: Place | null = null
  for (const { auth_date, id, could_be_complete, size } of candidates) {
    if (could_be_complete) {
      if (transaction_ids.length > 0 && bytes + size > bytesPerSlice) {
        return { transaction_ids, last }
      }
      bytes += size
      transaction_ids.push(id)
    }
    last = { auth_date, id }
  }
  return { transaction_ids, last: candidates.length < expensesPerSlice ? null : last }
}

/** Advances a reassessment after a slice: continues it, restarts it or ends it. */
export const decideProgress = (
  pending: Reassessment | null,
  { last }: Slice,
  now: string,
): Result.Result<Decision<void>> => {
  if (pending === null) return Result.succeed(nothing(undefined))
  if (last === null && !pending.again) {
    return Result.succeed({
      ...nothing(undefined),
      writes: [removed("reassessments", pending)],
    })
  }
  const place =
    last === null
      ? { auth_date: null, transaction_id: null, again: false }
      : { auth_date: last.auth_date, transaction_id: last.id }
  return Result.succeed({
    ...nothing(undefined),
    writes: [changed("reassessments", pending, { ...pending, ...place, updated: now })],
  })
}
