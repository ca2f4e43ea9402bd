export const minutes = 60_000
export const hours = 60 * minutes
export const days = 24 * hours

/** Number of days before `now` on which there are transactions at the edges of a day. */
const daysBack = [3, 34, 201]

/**
 * Instants at which a day changes, in UTC and in Sydney (ten or eleven hours ahead), each with the
 * millisecond before it. A target that reads bounds in local time or drops the last day fails on
 * these.
 */
export const edges = (now: number): ReadonlyArray<number> =>
  daysBack.flatMap((back) => {
    const midnight = Math.floor(now / days) * days - back * days
    return [midnight, midnight - 10 * hours, midnight - 11 * hours].flatMap((at) => [at - 1, at])
  })
