/** Why a page on which somebody works cannot save: it stays as it is, and says so. */
import { useSyncExternalStore } from "react"

export interface End {
  /** `ended`: the session is over. `other`: another person has signed in in this browser. */
  readonly cause: "ended" | "other"
  /** Whether somebody has read it, and put the notice away. */
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

/** Null where the page can save: its session has not ended, or has come back since. */
export const currentEnd = (): End | null => end

/** Opens the notice once more, for somebody who tries to save. */
export const showEnd = (): void => {
  if (end !== null) setEnd({ ...end, isTold: false })
}

/** Whether the notice is over the page: then an Escape is for it, and closes nothing below. */
export const isEndShown = (): boolean => end?.isTold === false

export const useEnd = (): End | null => useSyncExternalStore(watch, currentEnd)
