/** Judges what a client was promised by what the database has. No clock, no file, no network. */

/** What was asked for under one key, and what was answered. */
export interface Promised {
  readonly kind: "topup" | "record"
  readonly key: string
  /** In minor units. */
  readonly amount: number
  /** Ids that successful answers had: none where it is not known whether it was done. */
  readonly ids: ReadonlyArray<string>
}

/** A row of the database. */
export interface Found {
  readonly kind: "topup" | "record"
  readonly key: string
  readonly amount: number
  readonly id: string
}

/** Keys of what is wrong. */
export interface Verdict {
  /** Answered with success, and not there. */
  readonly lost: ReadonlyArray<string>
  /** There more than once, or answered with two ids. */
  readonly doubled: ReadonlyArray<string>
  /** There with another id or amount than was promised. */
  readonly changed: ReadonlyArray<string>
  /** There, and never asked for. */
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
  const asked = new Set<string>()
  for (const promise of promised) {
    const name = nameOf(promise)
    asked.add(name)
    const [row, ...others] = rows.get(name) ?? []
    const [id, ...otherIds] = new Set(promise.ids)
    if (others.length > 0 || otherIds.length > 0) doubled.push(name)
    if (row === undefined) {
      if (id !== undefined) lost.push(name)
    } else if (row.amount !== promise.amount || (id !== undefined && row.id !== id)) {
      changed.push(name)
    }
  }
  const unasked = [...rows.keys()].filter((name) => !asked.has(name))
  return { lost, doubled, changed, unasked }
}

export const isClean = (verdict: Verdict): boolean =>
  Object.values(verdict).every((names) => names.length === 0)

/** The longest time between two answers that follow each other, and before the first. */
export const longestSilence = (from: number, to: number, answers: ReadonlyArray<number>): number =>
  [...answers.filter((at) => at > from && at < to), to].reduce(
    ({ longest, last }, at) => ({ longest: Math.max(longest, at - last), last: at }),
    { longest: 0, last: from },
  ).longest
