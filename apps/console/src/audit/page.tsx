import { Button, TextInput } from "@mantine/core"
import { IconFilter, IconFilterOff, IconHistoryOff } from "@tabler/icons-react"
import { useQuery } from "@tanstack/react-query"
import { Outlet, useNavigate, useSearch } from "@tanstack/react-router"
import { useState } from "react"
import * as ask from "../api/queries.ts"
import { Empty, Trouble } from "../app/states.tsx"
import { useFormat } from "../core/format.ts"
import { PageHead } from "../parts/page-head.tsx"
import { Pager } from "../parts/pager.tsx"
import { useTexts } from "../texts/languages.ts"
import "./audit.css"
import { Select } from "../parts/select.tsx"
import { eventTypes, type Filters, pageSize, queryOf, withFilter } from "./filters.ts"
import { eventName } from "./names.ts"
import { Proof } from "./proof.tsx"
import { EventTable } from "./table.tsx"

/** Audit trail: every change, newest first. */
export const AuditPage = () => {
  const { audit } = useTexts()
  const format = useFormat()
  const filters: Filters = useSearch({ from: "/inside/audit" })
  const navigate = useNavigate({ from: "/audit" })
  const page = Number(filters.page ?? 1)
  const list = useQuery(ask.events(queryOf(filters), page, pageSize))
  const change = (next: Partial<Filters>) =>
    void navigate({ to: ".", search: (now) => withFilter(now, next), replace: true })
  const go = (next: number) =>
    void navigate({ to: ".", search: (now) => ({ ...now, page: String(next) }) })
  const isFiltered = Object.keys(filters).length > 0
  return (
    <>
      <PageHead title={audit.title} lead={audit.lead} />
      <Proof head={list.error === null ? list.data?.head : null} />
      <FilterBar filters={filters} change={change} />
      <Trouble failure={list.error} retry={() => void list.refetch()} />
      <div className="list-head">
        <strong aria-live="polite">
          {list.data === undefined
            ? ""
            : audit.count(format.count(list.data.count), list.data.count)}
        </strong>
        <Pager count={list.data?.count ?? 0} page={page} size={pageSize} go={go} />
      </div>
      {list.data?.results.length === 0 ? (
        <Empty
          icon={<IconHistoryOff size={28} />}
          title={isFiltered ? audit.noMatchTitle : audit.noneTitle}
          help={isFiltered ? audit.noMatchHelp : audit.noneHelp}
        >
          {isFiltered ? (
            <Button variant="light" onClick={() => void navigate({ to: ".", search: {} })}>
              {audit.clear}
            </Button>
          ) : null}
        </Empty>
      ) : (
        <EventTable rows={list.data?.results} isStale={list.isPlaceholderData} />
      )}
      <Outlet />
    </>
  )
}

interface Given {
  readonly filters: Filters
  readonly change: (change: Partial<Filters>) => void
}

const FilterBar = ({ filters, change }: Given) => {
  const { audit, transactions } = useTexts()
  const [isOpen, open] = useState(false)
  return (
    <section className="filters audit-filters" aria-label={transactions.filters} data-open={isOpen}>
      <Button
        className="filter-toggle"
        variant="default"
        leftSection={<IconFilter size={16} />}
        aria-expanded={isOpen}
        onClick={() => open(!isOpen)}
      >
        {transactions.filters}
      </Button>
      <TypeFilter filters={filters} change={change} />
      <Day name="from" label={transactions.from} filters={filters} change={change} />
      <Day name="to" label={transactions.to} filters={filters} change={change} />
      {Object.keys(filters).length === 0 ? null : (
        <Button
          variant="subtle"
          color="gray"
          leftSection={<IconFilterOff size={16} />}
          onClick={() => change({ type: undefined, from: undefined, to: undefined })}
        >
          {audit.clear}
        </Button>
      )}
    </section>
  )
}

const TypeFilter = ({ filters, change }: Given) => {
  const texts = useTexts()
  const { audit } = texts
  const data = Object.entries(eventTypes).map(([noun, verbs]) => ({
    group: audit.nouns[noun] ?? noun,
    items: verbs.map((verb) => {
      const value = `${noun}.${verb}`
      return { value, label: eventName(texts, value) }
    }),
  }))
  return (
    <Select
      className="filter audit-type"
      data-search
      aria-label={audit.type}
      placeholder={audit.anyType}
      data={data}
      value={filters.type ?? null}
      onChange={(value) => change({ type: value ?? undefined })}
      clearable
      searchable
      comboboxProps={{ width: "max-content", position: "bottom-start" }}
    />
  )
}

const Day = (props: Given & { readonly name: "from" | "to"; readonly label: string }) => (
  <TextInput
    type="date"
    className="filter-day"
    aria-label={props.label}
    leftSection={<span className="bound">{props.label}</span>}
    leftSectionWidth={48}
    value={props.filters[props.name] ?? ""}
    max="9999-12-31"
    onChange={(event) => props.change({ [props.name]: event.currentTarget.value || undefined })}
  />
)
