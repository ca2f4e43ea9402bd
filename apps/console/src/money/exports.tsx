import { Button, UnstyledButton } from "@mantine/core"
import { IconFileExport, IconPlus } from "@tabler/icons-react"
import { useQuery } from "@tanstack/react-query"
import { useNavigate, useSearch } from "@tanstack/react-router"
import { useState } from "react"
import * as ask from "../api/queries.ts"
import type { Export } from "../api/records.ts"
import { Empty, Trouble, Waiting } from "../app/states.tsx"
import { useFormat } from "../core/format.ts"
import { Pager } from "../parts/pager.tsx"
import { useRowKeys } from "../parts/row-keys.ts"
import { SaveFile } from "../parts/save-file.tsx"
import { Tag } from "../parts/tag.tsx"
import { useTexts } from "../texts/languages.ts"
import { ExportDialog } from "./export-dialog.tsx"
import { useSave } from "./export-file.ts"
import { ExportForm } from "./export-form.tsx"
import type { Filters } from "./filters.ts"

const size = 25

/** Export files for accounting software, newest first, and the form of a new one. */
export const Exports = () => {
  const { exports } = useTexts()
  const filters: Filters = useSearch({ from: "/inside/money" })
  const navigate = useNavigate({ from: "/money" })
  const [isMaking, make] = useState(false)
  const page = Number(filters.page ?? 1)
  const list = useQuery(ask.exports(page, size))
  const rows = list.data?.results
  const show = (id: string | undefined) =>
    void navigate({ search: (now) => ({ ...now, export: id }) })
  const add = (
    <Button leftSection={<IconPlus size={16} />} onClick={() => make(true)}>
      {exports.create}
    </Button>
  )
  return (
    <section aria-label={exports.title} className="stack">
      {rows === undefined || rows.length === 0 ? null : (
        <div className="section-head">
          <p className="dim">{exports.help}</p>
          {add}
        </div>
      )}
      <Trouble failure={list.error} retry={() => void list.refetch()} />
      {rows === undefined ? (
        list.error === null ? (
          <Waiting />
        ) : null
      ) : rows.length === 0 ? (
        <Empty
          icon={<IconFileExport size={28} />}
          title={exports.noneTitle}
          help={exports.noneHelp}
        >
          {add}
        </Empty>
      ) : (
        <ExportTable rows={rows} isStale={list.isPlaceholderData} show={show} />
      )}
      {(list.data?.count ?? 0) <= size ? null : (
        <Pager
          count={list.data?.count ?? 0}
          page={page}
          size={size}
          go={(next) => void navigate({ search: (now) => ({ ...now, page: String(next) }) })}
        />
      )}
      {isMaking ? <ExportForm close={() => make(false)} latest={rows?.[0]} /> : null}
      {filters.export === undefined ? null : (
        <ExportDialog id={filters.export} close={() => show(undefined)} />
      )}
    </section>
  )
}

const ExportTable = (props: {
  readonly rows: ReadonlyArray<Export>
  readonly isStale: boolean
  readonly show: (id: string) => void
}) => {
  const { exports } = useTexts()
  const format = useFormat()
  const table = useRowKeys(() => {})
  return (
    <div className="table-frame" aria-busy={props.isStale}>
      <table className="table" ref={table} aria-label={exports.title}>
        <thead>
          <tr>
            <th>{exports.period}</th>
            <th>{exports.format}</th>
            <th className="num wide">{exports.movements}</th>
            <th className="wide">{exports.made}</th>
            <th className="num wide">{exports.size}</th>
            <td />
          </tr>
        </thead>
        <tbody>
          {props.rows.map((row) => (
            <tr key={row.id} data-row={row.id}>
              <td>
                <UnstyledButton
                  className="row-link"
                  data-row-link
                  onClick={() => props.show(row.id)}
                >
                  {format.range(row.start_date, row.end_date)}
                </UnstyledButton>
                <small className="narrow">
                  {exports.count(format.count(row.count), row.count === 1)}
                </small>
              </td>
              <td>
                <span className="tags">
                  {exports.formats[row.format]}
                  {row.only_new ? <Tag tone="calm">{exports.rest}</Tag> : null}
                </span>
              </td>
              <td className="num wide">{format.count(row.count)}</td>
              <td className="wide">{format.time(row.created)}</td>
              <td className="num wide">{format.bytes(row.size)}</td>
              <td className="num actions">
                <Save row={row} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const Save = ({ row }: { readonly row: Export }) => {
  const { exports } = useTexts()
  return <SaveFile label={exports.downloadOf(row.name)} save={useSave(row)} />
}
