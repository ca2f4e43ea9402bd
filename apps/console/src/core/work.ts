import { useEffect } from "react"

let count = 0

/** Whether the page has something that somebody typed and has not saved. */
export const hasWork = (): boolean => count > 0

/** Says that there is such work for as long as this is so. */
export const useWork = (isUnsaved: boolean): void => {
  useEffect(() => {
    if (!isUnsaved) return
    count += 1
    return () => {
      count -= 1
    }
  }, [isUnsaved])
}
