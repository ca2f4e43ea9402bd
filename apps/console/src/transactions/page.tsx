import { Button, Menu } from "@mantine/core"
import { IconColumns3, IconReceiptOff } from "@tabler/icons-react"
import { useQuery } from "@tanstack/react-query"
import { Outlet, useNavigate, useSearch } from "@tanstack/react-router"
import { useCallback, useState } from "react"
import * as ask from "../api/queries.ts"
import { useMe } from "../app/business.ts"
import { Empty, Trouble } from "../app/states.tsx"
import { useFormat } from "../core/format.ts"
import { decimalText, readMoney } from "../core/money.ts"
import { may } from "../core/rights.ts"
import { PageHead } from "../parts/page-head.tsx"
import { Pager } from "../parts/pager.tsx"
import { useLanguage, useTexts } from "../texts/languages.ts"
import { BulkBar } from "./bulk-bar.tsx"
import { type Column, columns, columnsWithoutRoom, useHiddenColumns } from "./columns.ts"
import { FilterBar } from "./filter-bar.tsx"
import {
  type Filters,
  filterCount,
  pageSize,
  queryOf,
  turnedBounds,
  withFilter,
  withoutFilters,
} from "./filters.ts"
import { TransactionTable } from "./table.tsx"

const none = { count: 0, results: [] }

/** Transactions that the person may see: searched, filtered, and opened next to the list. */
export const TransactionsPage = () => {
  const me = useMe()
  const { transactions } = useTexts()
  const format = useFormat()
  const filters: Filters = useSearch({ from: "/inside/transactions" })
  const navigate = useNavigate({ from: "/transactions" })
  const turned = turnedBounds(filters)
  const found = useQuery({ ...ask.transactions(queryOf(filters)), enabled: turned === null })
  // The previous result belongs to other filters.
  const list = turned === null ? found : { ...found, data: none, error: null }
  const [selected, select] = useState<ReadonlySet<string>>(new Set())
  const hidden = useHiddenColumns()
  const change = useCallback(
    (next: Partial<Filters>) =>
      void navigate({ to: ".", search: (now) => withFilter(now, next), replace: true }),
    [navigate],
  )
  const go = (page: number) =>
    void navigate({ to: ".", search: (now) => ({ ...now, page: String(page) }) })
  const seesAll = may(me, "transactions", "read")
  return (
    <>
      <PageHead title={transactions.title} lead={seesAll ? transactions.lead : transactions.mine}>
        <ColumnMenu {...hidden} />
      </PageHead>
      <FilterBar
        filters={filters}
        change={change}
        count={list.isPlaceholderData ? undefined : list.data?.count}
      />
      <Trouble failure={list.error} retry={() => void list.refetch()} />
      <div className="list-head">
        <strong aria-live="polite">
          {list.data === undefined ? "" : format.count(list.data.count)}{" "}
          {list.data === undefined ? "" : transactions.countNoun(list.data.count)}
        </strong>
        <Pager
          count={list.data?.count ?? 0}
          page={Number(filters.page ?? 1)}
          size={pageSize}
          go={go}
        />
      </div>
      {list.data?.results.length === 0 ? (
        <Nothing
          isFiltered={filterCount(filters) > 0 || filters.page !== undefined}
          turned={turned}
        />
      ) : (
        <TransactionTable
          rows={list.data?.results}
          filters={filters}
          change={change}
          isStale={list.isPlaceholderData}
          isShown={hidden.isShown}
          selected={selected}
          select={select}
        />
      )}
      <BulkBar
        rows={(list.data?.results ?? []).filter(({ id }) => selected.has(id))}
        select={select}
      />
      <Outlet />
    </>
  )
}

const Nothing = (props: {
  readonly isFiltered: boolean
  readonly turned: ReturnType<typeof turnedBounds>
}) => {
  const { isFiltered, turned } = props
  const { transactions } = useTexts()
  const navigate = useNavigate({ from: "/transactions" })
  return (
    <Empty
      icon={<IconReceiptOff size={28} />}
      title={isFiltered ? transactions.noMatchTitle : transactions.noneTitle}
      help={
        turned === "days"
          ? transactions.toBeforeFrom
          : turned === "amounts"
            ? transactions.mostBelowLeast
            : isFiltered
              ? transactions.noMatchHelp
              : transactions.noneHelp
      }
    >
      {isFiltered ? (
        <div className="row">
          <FindAmount />
          <Button
            variant="light"
            onClick={() => void navigate({ to: ".", search: withoutFilters })}
          >
            {transactions.clear}
          </Button>
        </div>
      ) : null}
    </Empty>
  )
}

/** Offers the amount filter, because people type amounts into the merchant search. */
const FindAmount = () => {
  const { transactions } = useTexts()
  const { currency } = useMe().business
  const format = useFormat()
  const { search = "" }: Filters = useSearch({ from: "/inside/transactions" })
  const navigate = useNavigate({ from: "/transactions" })
  const { minor } = readMoney(search, currency, useLanguage())
  if (minor === undefined) return null
  const text = decimalText(Math.abs(minor), currency)
  const find = () =>
    navigate({
      to: ".",
      search: (now) => withFilter(now, { search: undefined, least: text, most: text }),
    })
  return (
    <Button onClick={() => void find()}>
      {transactions.findAmount(format.minor(Math.abs(minor)))}
    </Button>
  )
}

const ColumnMenu = ({ isShown, toggle }: ReturnType<typeof useHiddenColumns>) => {
  const { transactions } = useTexts()
  const [withoutRoom, leaveOut] = useState<ReadonlyArray<Column>>([])
  return (
    <Menu
      closeOnItemClick={false}
      position="bottom-end"
      shadow="md"
      onOpen={() => leaveOut(columnsWithoutRoom())}
    >
      <Menu.Target>
        <Button className="beyond-phone" variant="default" leftSection={<IconColumns3 size={16} />}>
          {transactions.columns}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {columns.map((column) => (
          <Menu.CheckboxItem
            key={column}
            checked={isShown(column)}
            disabled={withoutRoom.includes(column)}
            onChange={() => toggle(column)}
          >
            {transactions[column]}
            {withoutRoom.includes(column) ? (
              <small className="block">{transactions.columnNeedsRoom}</small>
            ) : null}
          </Menu.CheckboxItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
