/** What somebody changed of a record, and what comes of it when others changed it meanwhile. */

/** The fields that differ from what the work began with. */
export const changedIn = <Draft extends object>(draft: Draft, before: Draft): Partial<Draft> =>
  Object.fromEntries(
    Object.entries(draft).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof Draft]),
    ),
  ) as Partial<Draft>

/** One's own changes over the present version: what others changed elsewhere stays. */
export const merged = <Draft extends object>(
  draft: Draft,
  before: Draft,
  theirs: Draft,
): Draft => ({ ...theirs, ...changedIn(draft, before) })

/** A field of a record in words: when one began, now, and after one's own change. */
export interface Version {
  readonly name: string
  readonly was: string
  readonly theirs: string
  readonly mine: string
}

/** Of a field: its name, and how its value is read. */
export type Shown<Draft> = {
  readonly [Name in keyof Draft]: readonly [string, (draft: Draft) => string]
}

/** The fields that anybody changed, in words. */
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
