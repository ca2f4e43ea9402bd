/**
 * Reason why a page with unsaved input cannot save. The page stays as it is and shows the reason.
 */
import { useSyncExternalStore } from "react"

export interface End {
  /** `ended`: the session has ended. `other`: another person has signed in in this browser. */
  readonly cause: "ended" | "other"
  /** True if the notice was closed. */
  readonly isTold: boolean
}

let end: End | null = null
const watchers = new Set<() => void>()

const watch = (watcher: () => void): (() => void) => {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

export const setEnd = (next: End | null): void => {
  end = next
  for (const watcher of watchers) watcher()
}

/** Null if the page can save: its session has not ended, or the same person has signed in again. */
export const currentEnd = (): End | null => end

/** Shows the notice again, after an attempt to save. */
export const showEnd = (): void => {
  if (end !== null) setEnd({ ...end, isTold: false })
}

/** True if the notice covers the page. Escape then closes the notice and nothing below it. */
export const isEndShown = (): boolean => end?.isTold === false

export const useEnd = (): End | null => useSyncExternalStore(watch, currentEnd)
