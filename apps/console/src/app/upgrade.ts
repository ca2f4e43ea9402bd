/** For a tab that was open while the service was upgraded, and asks for files that are gone. */

const place = "outlay.reloaded"

/** So long after it was loaded again a page is not loaded again: it did not help. */
const reloadPauseMs = 60_000

let loadsAhead = 0

/**
 * Loads what nobody has asked for yet. Where that fails the page stays as it is: perhaps nobody
 * will, and whoever does is told then.
 */
export const loadAhead = async (load: () => Promise<unknown>): Promise<void> => {
  loadsAhead += 1
  try {
    await load()
  } catch {
    // It is asked for again by whoever wants it.
  } finally {
    loadsAhead -= 1
  }
}

/** Loads the page again; where that was done a moment ago, the failure is shown. */
export const reloadOnce = (now: number): void => {
  if (loadsAhead > 0) return
  const last = sessionStorage.getItem(place)
  if (last !== null && now - Number(last) < reloadPauseMs) return
  sessionStorage.setItem(place, String(now))
  location.reload()
}
