import { useEffect, useState } from "react"

/**
 * Returns the focus to its previous place when a dialog closes. A dialog does that by itself only
 * if it is mounted before it opens.
 */
export const useFocusBack = (): void => {
  const [opener] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      // The closing dialog releases the focus first, and what follows it may take the focus.
      setTimeout(() => {
        const { activeElement } = document
        if (activeElement !== null && activeElement !== document.body) return
        if (opener instanceof HTMLElement) opener.focus({ preventScroll: true })
      })
    },
    [opener],
  )
}
