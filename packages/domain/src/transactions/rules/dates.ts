import { dayOf, requireTimestamp } from "../../core/dates.ts"
import { DateInFuture, DateTooEarly } from "../errors.ts"

/**
 * Earliest UTC day of a movement. Statements have a row for every day since the first one, so a
 * mistyped year would make them centuries long.
 */
export const earliestDay = "1970-01-01"

/**
 * Returns the refusal of a movement's date: "one dated later than now is refused", and so is one
 * before `earliestDay`.
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
