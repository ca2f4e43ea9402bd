import { useEffect } from "react"

/**
 * Returns the focus to a row when the panel that it opened is closed, so that `j` and `k` continue
 * from there.
 */
export const useRowFocus = (row: string): void => {
  useEffect(
    () => () => {
      // The closing panel releases the focus first.
      setTimeout(() => {
        const { activeElement } = document
        if (activeElement !== null && activeElement !== document.body) return
        const link = `[data-row="${CSS.escape(row)}"] [data-row-link]`
        document.querySelector<HTMLElement>(link)?.focus()
      })
    },
    [row],
  )
}
