let turn = 0
let isCounted = false

const next = (): void => {
  turn++
  isCounted = false
}

/**
 * The number of this turn of the event loop. What came between two looks with the same number was
 * work of this process on the same bytes: nothing that another request did, and no time.
 */
export const thisTurn = (): number => {
  if (!isCounted) {
    isCounted = true
    setImmediate(next)
  }
  return turn
}
