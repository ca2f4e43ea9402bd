import { useEffect, useRef } from "react"

/** Scrolls to an element and focuses it. */
export const bringIntoView = (element: HTMLElement): void => {
  element.focus({ preventScroll: true })
  element.scrollIntoView({ block: "nearest" })
}

/**
 * Scrolls to the first error of a form: outside of the visible part, no one would notice that it
 * was not saved.
 */
export const useRefusalInView = (failure: unknown) => {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (failure === null || failure === undefined) return
    const message = form.current?.querySelector<HTMLElement>('.trouble, [aria-invalid="true"]')
    if (message) bringIntoView(message)
  }, [failure])
  return form
}
