import { useEffect } from "react"

let count = 0

/** True if the page has unsaved input. */
export const hasWork = (): boolean => count > 0

/** Registers unsaved input while `isUnsaved` is true. */
export const useWork = (isUnsaved: boolean): void => {
  useEffect(() => {
    if (!isUnsaved) return
    count += 1
    return () => {
      count -= 1
    }
  }, [isUnsaved])
}
