import type { FormEvent, ReactNode } from "react"
import { useWork } from "../core/work.ts"
import { useRefusalInView } from "./in-view.ts"

/**
 * Form whose fields are saved together. Unsaved input is not lost without a confirmation, and its
 * first error scrolls into view.
 */
export const Form = (given: {
  readonly className: string
  readonly label?: string
  /** True if the form has unsaved input. */
  readonly isChanged: boolean
  readonly failure: unknown
  readonly submit: () => void
  readonly children: ReactNode
}) => {
  const form = useRefusalInView(given.failure)
  useWork(given.isChanged)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // A form inside the portal of another form must not submit the outer one.
    event.stopPropagation()
    given.submit()
  }
  return (
    <form ref={form} onSubmit={submit} className={given.className} aria-label={given.label}>
      {given.children}
    </form>
  )
}
