import { dayOf, requireTimestamp } from "../../core/dates.ts"
import { DateInFuture, DateTooEarly } from "../errors.ts"

/**
 * The earliest UTC day of a movement. Statements count every day since the first, so that a
 * mistyped year would make them centuries long.
 */
export const earliestDay = "1970-01-01"

/**
 * Whether money may move then: "one dated later than now is refused", and one before `earliestDay`.
 */
export const dateRefusal = (
  pointer: string,
  date: string,
  now: string,
): DateInFuture | DateTooEarly | null => {
  if (requireTimestamp(pointer, date) > now) return new DateInFuture({ pointer, date, now })
  return dayOf(date) < earliestDay
    ? new DateTooEarly({ pointer, date, earliest: earliestDay })
    : null
}
