/** In milliseconds: a shorter turn of the event loop had no work. */
const idleTurnMs = 0.05

/**
 * Waits until other tasks have had turns of the event loop: until they are idle, or have had
 * `worked` milliseconds, as long as the caller worked before. A request takes several turns.
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
