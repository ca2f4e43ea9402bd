/** Handles tabs that were open during an upgrade and request files that no longer exist. */

const place = "outlay.reloaded"

/**
 * Minimum time between two automatic reloads, because a reload that did not help must not repeat.
 */
const reloadPauseMs = 60_000

let loadsAhead = 0

/**
 * Preloads code that is not needed yet. If that fails, the page stays as it is; the error appears
 * when the code is needed.
 */
export const loadAhead = async (load: () => Promise<unknown>): Promise<void> => {
  loadsAhead += 1
  try {
    await load()
  } catch {
    // It is requested again when it is needed.
  } finally {
    loadsAhead -= 1
  }
}

/** Reloads the page. Shows the error instead if the page was just reloaded. */
export const reloadOnce = (now: number): void => {
  if (loadsAhead > 0) return
  const last = sessionStorage.getItem(place)
  if (last !== null && now - Number(last) < reloadPauseMs) return
  sessionStorage.setItem(place, String(now))
  location.reload()
}
