/** The end of a session while somebody works on something: the page stays, and says so. */
import { useSyncExternalStore } from "react"

/** `told`: somebody has read it, and put the notice away. */
type End = "none" | "fresh" | "told"

let end: End = "none"
const watchers = new Set<() => void>()

const watch = (watcher: () => void): (() => void) => {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

export const setEnd = (next: End): void => {
  end = next
  for (const watcher of watchers) watcher()
}

/** Whether the session of this page has ended, or has come back since. */
export const currentEnd = (): End => end

export const useEnd = (): End => useSyncExternalStore(watch, currentEnd)
