import { useEffect } from "react"

/**
 * When what was opened beside a list is closed, the keyboard goes back to its row: from there `j`
 * and `k` lead on.
 */
export const useRowFocus = (row: string): void => {
  useEffect(
    () => () => {
      // Whatever is closed gives the focus up first.
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
