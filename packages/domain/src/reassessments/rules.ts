import { Result } from "effect"
import { changed, created, type Decision, nothing, removed } from "../core/decision.ts"
import type { Candidate, Reassessment } from "../core/records/reassessments.ts"
import type { Place } from "../core/records/transactions.ts"

/** How many expenses a slice looks at, at most: what takes a few milliseconds. */
export const expensesPerSlice = 100
/** And how many bytes of them it judges; one alone may have more. */
export const bytesPerSlice = 256 * 1_024

/**
 * A setting has changed such that incomplete expenses may have become complete. One reassessment of
 * a business at a time: one that has begun is to begin again, so that however often settings change
 * it comes to its end.
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

/** What one slice looks at, and which of it is judged. */
export interface Slice {
  readonly transaction_ids: ReadonlyArray<string>
  /** Where it ends; null: there is nothing after it. */
  readonly last: Place | null
}

/**
 * As much of the candidates (the next `expensesPerSlice`, or all there are) as one slice takes: at
 * least one, and no more than `bytesPerSlice` to judge.
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

/** Where a reassessment stands after a slice: further on, at its beginning again, or at its end. */
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
