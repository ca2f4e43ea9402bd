/**
 * Returns a list whose order has no meaning, after a change. If its items are unchanged, it keeps
 * the previous order, so that sending them in another order changes nothing.
 */
export const asSet = <A>(before: ReadonlyArray<A>, after: ReadonlyArray<A>): ReadonlyArray<A> => {
  const previousItems = new Set(before)
  const isSame =
    before.length === after.length &&
    previousItems.size === new Set(after).size &&
    after.every((item) => previousItems.has(item))
  return isSame ? before : after
}
