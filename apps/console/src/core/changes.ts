/** Changes of a record, and their merge with changes that others made at the same time. */

/** Returns the fields that differ from the initial version. */
export const changedIn = <Draft extends object>(draft: Draft, before: Draft): Partial<Draft> =>
  Object.fromEntries(
    Object.entries(draft).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof Draft]),
    ),
  ) as Partial<Draft>

/** Merges one's own changes into the current version; other fields keep the changes of others. */
export const merged = <Draft extends object>(
  draft: Draft,
  before: Draft,
  theirs: Draft,
): Draft => ({ ...theirs, ...changedIn(draft, before) })

/**
 * Versions of a field as text: the initial one, the current one, and the one after one's own
 * change.
 */
export interface Version {
  readonly name: string
  readonly was: string
  readonly theirs: string
  readonly mine: string
}

/** Name of each field, and the format of its value. */
export type Shown<Draft> = {
  readonly [Name in keyof Draft]: readonly [string, (draft: Draft) => string]
}

/** Returns the fields that anyone changed, as text. */
export const versionsOf = <Draft extends object>(
  shown: Shown<Draft>,
  before: Draft,
  theirs: Draft,
  draft: Draft,
): ReadonlyArray<Version> => {
  const mine = merged(draft, before, theirs)
  return (Object.keys(shown) as Array<keyof Draft & string>)
    .map((field) => {
      const [name, show] = shown[field]
      return { name, was: show(before), theirs: show(theirs), mine: show(mine) }
    })
    .filter(({ was, theirs: now, mine: next }) => was !== now || now !== next)
}
