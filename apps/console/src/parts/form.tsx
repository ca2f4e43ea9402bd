import type { FormEvent, ReactNode } from "react"
import { useWork } from "../core/work.ts"
import { useRefusalInView } from "./in-view.ts"

/**
 * Form whose fields are saved together. Unsaved input is not lost without a confirmation, and its
 * first error scrolls into view.
 */
export const Form = (props: {
  readonly className: string
  readonly label?: string
  /** True if the form has unsaved input. */
  readonly isChanged: boolean
  readonly failure: unknown
  readonly submit: () => void
  readonly children: ReactNode
}) => {
  const form = useRefusalInView(props.failure)
  useWork(props.isChanged)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // A form inside the portal of another form must not submit the outer one.
    event.stopPropagation()
    props.submit()
  }
  return (
    <form ref={form} onSubmit={submit} className={props.className} aria-label={props.label}>
      {props.children}
    </form>
  )
}
