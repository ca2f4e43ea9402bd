/**
 * Checks promises made to clients against rows in the database. Uses no clock, files or network.
 */

/** Request with one idempotency key, and its responses. */
export interface Promised {
  readonly kind: "topup" | "record"
  readonly key: string
  /** Amount in minor units. */
  readonly amount: number
  /** Ids in successful responses; empty if it is unknown whether the request was applied. */
  readonly ids: ReadonlyArray<string>
}

/** Row of the database. */
export interface Found {
  readonly kind: "topup" | "record"
  readonly key: string
  readonly amount: number
  readonly id: string
}

/** Keys of the promises that were broken. */
export interface Verdict {
  /** Acknowledged, but missing. */
  readonly lost: ReadonlyArray<string>
  /** More than one row, or responses with two ids. */
  readonly doubled: ReadonlyArray<string>
  /** The row has another id or amount than the response. */
  readonly changed: ReadonlyArray<string>
  /** A row that no client requested. */
  readonly unasked: ReadonlyArray<string>
}

const nameOf = ({ kind, key }: Promised | Found): string => `${kind} ${key}`

export const judge = (promised: ReadonlyArray<Promised>, found: ReadonlyArray<Found>): Verdict => {
  const rows = new Map<string, Array<Found>>()
  for (const row of found) {
    const of = rows.get(nameOf(row))
    if (of === undefined) rows.set(nameOf(row), [row])
    else of.push(row)
  }
  const [lost, doubled, changed]: [Array<string>, Array<string>, Array<string>] = [[], [], []]
  const requested = new Set<string>()
  for (const promise of promised) {
    const name = nameOf(promise)
    requested.add(name)
    const [row, ...others] = rows.get(name) ?? []
    const [id, ...otherIds] = new Set(promise.ids)
    if (others.length > 0 || otherIds.length > 0) doubled.push(name)
    if (row === undefined) {
      if (id !== undefined) lost.push(name)
    } else if (row.amount !== promise.amount || (id !== undefined && row.id !== id)) {
      changed.push(name)
    }
  }
  const unasked = [...rows.keys()].filter((name) => !requested.has(name))
  return { lost, doubled, changed, unasked }
}

export const isClean = (verdict: Verdict): boolean =>
  Object.values(verdict).every((names) => names.length === 0)

/** Longest time between two consecutive responses, or before the first one. */
export const longestSilence = (
  from: number,
  to: number,
  responseTimes: ReadonlyArray<number>,
): number =>
  [...responseTimes.filter((at) => at > from && at < to), to].reduce(
    ({ longest, last }, at) => ({ longest: Math.max(longest, at - last), last: at }),
    { longest: 0, last: from },
  ).longest
