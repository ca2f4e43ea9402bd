import type { FormEvent, ReactNode } from "react"
import { useWork } from "../core/work.ts"
import { useRefusalInView } from "./in-view.ts"

/**
 * Fields that are saved together. What is entered in them is not lost without a question, and what
 * is refused of them comes into view.
 */
export const Form = (given: {
  readonly className: string
  readonly label?: string
  /** Whether something is entered that is not saved. */
  readonly isChanged: boolean
  readonly failure: unknown
  readonly submit: () => void
  readonly children: ReactNode
}) => {
  const form = useRefusalInView(given.failure)
  useWork(given.isChanged)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // A form inside a form's portal must not send the outer one.
    event.stopPropagation()
    given.submit()
  }
  return (
    <form ref={form} onSubmit={submit} className={given.className} aria-label={given.label}>
      {given.children}
    </form>
  )
}
