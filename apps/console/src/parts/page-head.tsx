import type { ReactNode } from "react"
import { useEffect } from "react"

/** Title of a screen with its actions. */
export const PageHead = (props: {
  readonly title: string
  readonly lead?: string
  readonly children?: ReactNode
}) => {
  useEffect(() => {
    document.title = `${props.title} · Outlay`
  }, [props.title])
  return (
    <header className="page-head">
      <div>
        <h1>{props.title}</h1>
        {props.lead === undefined ? null : <p>{props.lead}</p>}
      </div>
      <div className="page-actions">{props.children}</div>
    </header>
  )
}
