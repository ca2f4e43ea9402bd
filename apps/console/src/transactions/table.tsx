import { Checkbox, Skeleton } from "@mantine/core"
import { IconCircleDashed, IconPaperclip } from "@tabler/icons-react"
import { Link, useNavigate, useParams } from "@tanstack/react-router"
import { type Dispatch, memo, type SetStateAction, useCallback } from "react"
import type { Transaction } from "../api/records.ts"
import { useMe } from "../app/business.ts"
import { isClosed } from "../core/books.ts"
import { useFormat } from "../core/format.ts"
import { mayComplete } from "../core/rights.ts"
import { CellName } from "../parts/cell-name.tsx"
import { Monogram } from "../parts/monogram.tsx"
import { useRowKeys } from "../parts/row-keys.ts"
import { Tag } from "../parts/tag.tsx"
import { useTexts } from "../texts/languages.ts"
import { type Column, columns } from "./columns.ts"
import type { FilterGiven, Filters } from "./filters.ts"
import { SortHead } from "./sort-head.tsx"

interface Given extends FilterGiven {
  /** Undefined while loading. */
  readonly rows: ReadonlyArray<Transaction> | undefined
  readonly isStale: boolean
  readonly isShown: (column: Column) => boolean
  readonly selected: ReadonlySet<string>
  readonly select: Dispatch<SetStateAction<ReadonlySet<string>>>
}

export const TransactionTable = (props: Given) => {
  const { rows, isStale, isShown, selected, select, filters, change } = props
  const me = useMe()
  const { transactions } = useTexts()
  const { transaction_id } = useParams({ strict: false })
  const toggle = useCallback(
    (id: string) =>
      select((now) => {
        const next = new Set(now)
        if (!next.delete(id)) next.add(id)
        return next
      }),
    [select],
  )
  const { locked_through } = me.business
  const codable = (rows ?? [])
    .filter((row) => mayComplete(me, row) && !isClosed(locked_through, row.auth_date))
    .map(({ id }) => id)
  const table = useRowKeys((id) => {
    if (codable.includes(id)) toggle(id)
  })
  const sorting = { filters, change }
  if (rows === undefined) return <Ghosts />
  const areAll = codable.length > 0 && codable.every((id) => selected.has(id))
  return (
    <div className="table-frame" aria-busy={isStale}>
      <table className="table" ref={table} aria-label={transactions.table}>
        <thead>
          <tr>
            <th className="cell-check">
              <Checkbox
                size="xs"
                aria-label={transactions.selectAll}
                checked={areAll}
                indeterminate={!areAll && selected.size > 0}
                disabled={codable.length === 0}
                onChange={() => select(areAll ? new Set() : new Set(codable))}
              />
            </th>
            <SortHead of="merchant_name" label={transactions.merchant} {...sorting} />
            {columns.filter(isShown).map((column) =>
              column === "date" ? (
                <SortHead
                  key={column}
                  of="auth_date"
                  label={transactions.date}
                  className="col-date"
                  {...sorting}
                />
              ) : (
                <th key={column} className={`col-${column}`}>
                  {transactions[column]}
                </th>
              ),
            )}
            <SortHead
              of="amount"
              label={transactions.amount}
              className="cell-amount"
              {...sorting}
            />
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row
              key={row.id}
              row={row}
              isShown={isShown}
              search={filters}
              isOpen={transaction_id === row.id}
              isSelected={selected.has(row.id)}
              toggle={codable.includes(row.id) ? toggle : null}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface RowGiven {
  readonly row: Transaction
  readonly isShown: (column: Column) => boolean
  readonly search: Filters
  readonly isOpen: boolean
  readonly isSelected: boolean
  /** Null if the person may not change it. */
  readonly toggle: ((id: string) => void) | null
}

/** Memoised: a page has fifty rows, and each click changes one or two. */
const Row = memo(({ row, isShown, search, isOpen, isSelected, toggle }: RowGiven) => {
  const { transactions, common } = useTexts()
  const format = useFormat()
  const navigate = useNavigate()
  const to = {
    to: "/transactions/$transaction_id",
    params: { transaction_id: row.id },
    search,
  } as const
  return (
    <tr
      data-row={row.id}
      aria-selected={isSelected}
      data-open={isOpen}
      onClick={(event) => {
        const target = event.target as HTMLElement
        if (target.closest("a, button, input, label") === null) void navigate(to)
      }}
    >
      <td className="cell-check">
        <Checkbox
          size="xs"
          aria-label={transactions.select(row.merchant_name)}
          checked={isSelected}
          disabled={toggle === null}
          onChange={() => toggle?.(row.id)}
        />
      </td>
      <td className="cell-merchant">
        <div className="merchant">
          <Monogram name={row.merchant_name} />
          <span>
            <Link {...to} data-row-link>
              {row.merchant_name}
            </Link>
            <small className="narrow">
              {format.shortDay(row.auth_date)} · {row.user?.name ?? common.unassigned}
            </small>
            <span className="narrow">
              <States row={row} />
            </span>
          </span>
        </div>
      </td>
      {columns.filter(isShown).map((column) => (
        <td key={column} className={`col-${column}`}>
          <Cell column={column} row={row} />
        </td>
      ))}
      <td className="cell-amount">
        <span className={row.amount > 0 ? "incoming" : ""}>{format.money(row.amount)}</span>
        <Foreign row={row} />
      </td>
    </tr>
  )
})

const Foreign = ({ row }: { readonly row: Transaction }) => {
  const { business } = useMe()
  const format = useFormat()
  if (row.currency === business.currency) return null
  return <small>{format.money(row.fx_amount, row.currency)}</small>
}

const Cell = ({ column, row }: { readonly column: Column; readonly row: Transaction }) => {
  const { transactions, common } = useTexts()
  const format = useFormat()
  if (column === "date") return format.day(row.auth_date)
  if (column === "person") {
    return <CellName>{row.user?.name ?? <Absent text={common.unassigned} />}</CellName>
  }
  if (column === "budget") {
    return <CellName>{row.budget?.name ?? <Absent text={common.none} />}</CellName>
  }
  if (column === "type") return transactions.types[row.transaction_type] ?? row.transaction_type
  if (column === "category") return <CategoryCell row={row} />
  if (column === "expense") return <ExpenseTag row={row} />
  const has = row.receipt_urls.length > 0
  return <ReceiptIcon has={has} label={has ? transactions.hasReceipt : transactions.noReceipt} />
}

const ExpenseTag = ({ row }: { readonly row: Transaction }) => {
  const { transactions } = useTexts()
  return row.expense_status === "COMPLETE" ? (
    <Tag tone="good">{transactions.complete}</Tag>
  ) : (
    <Tag tone="warn">{transactions.incomplete}</Tag>
  )
}

const ReceiptIcon = ({ has, label }: { readonly has: boolean; readonly label?: string }) => {
  const Icon = has ? IconPaperclip : IconCircleDashed
  const named = label === undefined ? { "aria-hidden": true } : { role: "img", "aria-label": label }
  return <Icon size={17} className={has ? "present" : "absent"} {...named} />
}

/** Content of two columns that are hidden on narrow screens. */
const States = ({ row }: { readonly row: Transaction }) => {
  const { transactions } = useTexts()
  const has = row.receipt_urls.length > 0
  return (
    <span className="states">
      <ExpenseTag row={row} />
      <small>
        <ReceiptIcon has={has} />
        {has ? transactions.receipt : transactions.lacksReceipt}
      </small>
    </span>
  )
}

const Absent = ({ text }: { readonly text: string }) => <span className="dim">{text}</span>

const CategoryCell = ({ row }: { readonly row: Transaction }) => {
  const { transactions, common } = useTexts()
  const format = useFormat()
  const names = [...new Set(row.line_items.map(({ category }) => category?.name ?? null))]
  const [first = null] = names
  if (first === null) return <Absent text={common.none} />
  return (
    <>
      <CellName>{first}</CellName>
      {row.line_items.length > 1 ? (
        <small className="dim block">
          {transactions.split(format.count(row.line_items.length))}
        </small>
      ) : null}
    </>
  )
}

const Ghosts = () => (
  <div className="ghosts" aria-hidden>
    {Array.from({ length: 12 }, (_, n) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
      <Skeleton key={n} height={44} radius="md" />
    ))}
  </div>
)
