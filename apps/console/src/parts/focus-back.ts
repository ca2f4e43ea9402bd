import { useEffect, useState } from "react"

/**
 * When what is opened over a page is closed, the keyboard goes on from where it was. A dialog does
 * that by itself only where it is there before it is opened.
 */
export const useFocusBack = (): void => {
  const [opener] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      // Whatever is closed gives the focus up first, and what comes after it may take the focus.
      setTimeout(() => {
        const { activeElement } = document
        if (activeElement !== null && activeElement !== document.body) return
        if (opener instanceof HTMLElement) opener.focus({ preventScroll: true })
      })
    },
    [opener],
  )
}
