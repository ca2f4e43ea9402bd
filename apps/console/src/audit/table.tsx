import { Skeleton } from "@mantine/core"
import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router"
import { memo } from "react"
import type { Event } from "../api/records.ts"
import { useFormat } from "../core/format.ts"
import { CellName } from "../parts/cell-name.tsx"
import { useRowKeys } from "../parts/row-keys.ts"
import { useTexts } from "../texts/languages.ts"
import type { Filters } from "./filters.ts"
import { eventName, subjectOf } from "./names.ts"
import { useWho } from "./who.ts"

export const EventTable = (props: {
  readonly rows: ReadonlyArray<Event> | undefined
  readonly isStale: boolean
}) => {
  const { audit } = useTexts()
  const table = useRowKeys(() => {})
  const who = useWho()
  const search = useSearch({ from: "/inside/audit" })
  const { sequence } = useParams({ strict: false })
  if (props.rows === undefined) return <Ghosts />
  return (
    <div className="table-frame" aria-busy={props.isStale}>
      <table className="table" ref={table} aria-label={audit.title}>
        <thead>
          <tr>
            <th className="num wide">{audit.sequence}</th>
            <th>{audit.what}</th>
            <th className="col-subject">{audit.subject}</th>
            <th className="col-who">{audit.who}</th>
            <th className="col-when">{audit.when}</th>
          </tr>
        </thead>
        <tbody>
          {props.rows.map((row) => (
            <Row
              key={row.id}
              row={row}
              who={who(row)}
              search={search}
              isOpen={sequence === String(row.sequence)}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface RowGiven {
  readonly row: Event
  readonly who: string
  readonly search: Filters
  readonly isOpen: boolean
}

/** Memoised: opening an event changes one row of fifty. */
const Row = memo(({ row, who, search, isOpen }: RowGiven) => {
  const texts = useTexts()
  const format = useFormat()
  const navigate = useNavigate()
  const params = { sequence: String(row.sequence) }
  const to = { to: "/audit/$sequence", params, search } as const
  const subject = subjectOf(row)
  return (
    <tr
      data-row={row.id}
      data-open={isOpen}
      onClick={(event) => {
        if ((event.target as HTMLElement).closest("a") === null) void navigate(to)
      }}
    >
      <td className="num wide dim">{format.count(row.sequence)}</td>
      <td className="cell-merchant">
        <Link {...to} data-row-link>
          {eventName(texts, row.type)}
        </Link>
        <small className="narrow">
          {subject === null ? "" : `${subject} · `}
          {who} · {format.time(row.created)}
        </small>
      </td>
      <td className="col-subject">
        <CellName>{subject ?? <span className="dim">{texts.common.none}</span>}</CellName>
      </td>
      <td className="col-who">
        <CellName>{who}</CellName>
      </td>
      <td className="col-when">{format.time(row.created)}</td>
    </tr>
  )
})

const Ghosts = () => (
  <div className="ghosts" aria-hidden>
    {Array.from({ length: 12 }, (_, n) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
      <Skeleton key={n} height={44} radius="md" />
    ))}
  </div>
)
