import { Button } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import { useEffect, useRef } from "react"
import { isConflict } from "../api/failure.ts"
import { type Dated, latestEvent } from "../api/versions.ts"
import { useMe } from "../app/business.ts"
import { Trouble, Waiting } from "../app/states.tsx"
import { useWho } from "../audit/who.ts"
import type { Version } from "../core/changes.ts"
import { useFormat } from "../core/format.ts"
import { may } from "../core/rights.ts"
import { useTexts } from "../texts/languages.ts"
import { bringIntoView } from "./in-view.ts"

/** Conflict with a concurrent change: its author, its changes, and the two ways to resolve it. */
export const Conflict = (props: {
  readonly failure: unknown
  /** Undefined while it is loading, or if it cannot be read. */
  readonly theirs: Dated | undefined
  readonly unread: unknown
  readonly versions: ReadonlyArray<Version>
  readonly isBusy: boolean
  readonly takeTheirs: () => void
  readonly keepMine: () => void
}) => {
  const { trouble } = useTexts()
  const { failure, theirs, unread, versions, isBusy, takeTheirs, keepMine } = props
  const notice = useRef<HTMLDivElement>(null)
  const isRead = theirs !== undefined
  // Its height changes when it has loaded.
  useEffect(() => {
    if (isRead && notice.current !== null) bringIntoView(notice.current)
  }, [isRead])
  if (!isConflict(failure)) return null
  if (theirs === undefined && unread !== null) return <Trouble failure={unread} shownFields={[]} />
  return (
    <div className="trouble conflict" role="alert" tabIndex={-1} ref={notice}>
      <strong>{trouble.conflict}</strong>
      {theirs === undefined ? (
        <Waiting />
      ) : (
        <>
          <Author record={theirs} />
          <Versions versions={versions} />
          <p>{trouble.conflictHelp}</p>
          <div className="row">
            <Button size="compact-sm" variant="default" onClick={takeTheirs}>
              {trouble.takeTheirs}
            </Button>
            <Button
              size="compact-sm"
              color="red"
              variant="light"
              loading={isBusy}
              onClick={keepMine}
            >
              {trouble.keepMine}
            </Button>
          </div>
        </>
      )}
    </div>
  )
}

/** Author of the change for people who may see it; otherwise its time. */
const Author = ({ record }: { readonly record: Dated }) => {
  const me = useMe()
  const { trouble } = useTexts()
  const format = useFormat()
  const who = useWho()
  const event = useQuery({
    queryKey: ["events", "latest", record.id, record.updated],
    queryFn: () => latestEvent(record),
    enabled: may(me, "audit", "read"),
  }).data
  const name = event === undefined || event === null ? trouble.unknownPerson : who(event)
  return <p>{trouble.changedBy(name, format.time(record.updated))}</p>
}

const Versions = ({ versions }: { readonly versions: ReadonlyArray<Version> }) => {
  const { trouble, audit } = useTexts()
  if (versions.length === 0) return null
  return (
    <table className="changes versions" aria-label={trouble.conflict}>
      <thead>
        <tr>
          <th>{audit.field}</th>
          <th>{trouble.was}</th>
          <th>{trouble.theirs}</th>
          <th>{trouble.mine}</th>
        </tr>
      </thead>
      <tbody>
        {versions.map(({ name, was, theirs, mine }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td data-label={trouble.was}>{was}</td>
            <td data-label={trouble.theirs}>
              {was === theirs ? theirs : <strong>{theirs}</strong>}
            </td>
            <td data-label={trouble.mine}>{theirs === mine ? mine : <strong>{mine}</strong>}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
