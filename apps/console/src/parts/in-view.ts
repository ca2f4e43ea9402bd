import { useEffect, useRef } from "react"

/** Scrolls to what somebody has to read now, and moves the keyboard there. */
export const bringIntoView = (element: HTMLElement): void => {
  element.focus({ preventScroll: true })
  element.scrollIntoView({ block: "nearest" })
}

/**
 * The first thing that a form says of a refusal is brought into view: below the fold, or above what
 * was scrolled to, nobody would see that it was not saved.
 */
export const useRefusalInView = (failure: unknown) => {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (failure === null || failure === undefined) return
    const said = form.current?.querySelector<HTMLElement>('.trouble, [aria-invalid="true"]')
    if (said) bringIntoView(said)
  }, [failure])
  return form
}
