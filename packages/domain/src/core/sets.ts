/**
 * A list whose order says nothing, after a change: as it was where it holds the same, so that
 * naming it in another order changes nothing.
 */
export const asSet = <A>(before: ReadonlyArray<A>, after: ReadonlyArray<A>): ReadonlyArray<A> => {
  const previousItems = new Set(before)
  const isSame =
    before.length === after.length &&
    previousItems.size === new Set(after).size &&
    after.every((item) => previousItems.has(item))
  return isSame ? before : after
}
