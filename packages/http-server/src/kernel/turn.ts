let turn = 0
let isCounted = false

const next = (): void => {
  turn++
  isCounted = false
}

/**
 * Returns the number of the current event loop turn. Two calls with the same result ran in the same
 * turn, so that a credential checked at the first call is still valid at the second.
 */
export const thisTurn = (): number => {
  if (!isCounted) {
    isCounted = true
    setImmediate(next)
  }
  return turn
}
