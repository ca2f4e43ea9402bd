import type { ReactNode } from "react"
import { useEffect } from "react"

/** Title of a screen with its actions. */
export const PageHead = (given: {
  readonly title: string
  readonly lead?: string
  readonly children?: ReactNode
}) => {
  useEffect(() => {
    document.title = `${given.title} · Outlay`
  }, [given.title])
  return (
    <header className="page-head">
      <div>
        <h1>{given.title}</h1>
        {given.lead === undefined ? null : <p>{given.lead}</p>}
      </div>
      <div className="page-actions">{given.children}</div>
    </header>
  )
}
