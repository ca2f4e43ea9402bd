/** In milliseconds: a turn of the event loop that is shorter had nothing to do. */
const idleTurnMs = 0.05

/**
 * Comes back after others have had their turns of the event loop: when they have nothing to do, or
 * have had `worked` milliseconds, as long as was worked before. A request takes several turns.
 */
export const othersTurns = (worked: number): Promise<void> =>
  new Promise((resolve) => {
    const began = performance.now()
    let last = began
    const look = (): void => {
      const now = performance.now()
      const isQuiet = now - last < idleTurnMs
      last = now
      if (isQuiet || now - began >= worked) resolve()
      else setImmediate(look)
    }
    setImmediate(look)
  })
