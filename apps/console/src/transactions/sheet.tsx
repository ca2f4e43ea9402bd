import { Drawer } from "@mantine/core"
import { IconLock } from "@tabler/icons-react"
import { useQuery } from "@tanstack/react-query"
import { useNavigate, useParams, useSearch } from "@tanstack/react-router"
import { isMissing } from "../api/failure.ts"
import * as ask from "../api/queries.ts"
import type { Transaction } from "../api/records.ts"
import type { Seen } from "../api/versions.ts"
import { useMe } from "../app/business.ts"
import { NotFound, Trouble, Waiting } from "../app/states.tsx"
import { useFormat } from "../core/format.ts"
import { mayComplete } from "../core/rights.ts"
import { useRowFocus } from "../parts/row-focus.ts"
import { Tag } from "../parts/tag.tsx"
import { useTexts } from "../texts/languages.ts"
import { ExpenseForm } from "./expense-form.tsx"
import { TransactionFacts } from "./facts.tsx"
import { History } from "./history.tsx"
import { useLock } from "./lock.ts"

/** True if a dialog covers the sheet; closing it leaves the sheet open. */
const isCovered = (): boolean => document.querySelectorAll('[aria-modal="true"]').length > 1

/** One transaction next to the list, with its own address. */
export const TransactionSheet = () => {
  const { transaction_id } = useParams({ from: "/inside/transactions/$transaction_id" })
  const search = useSearch({ from: "/inside/transactions" })
  const navigate = useNavigate()
  const { sheet } = useTexts()
  const one = useQuery(ask.transaction(transaction_id))
  useRowFocus(transaction_id)
  return (
    <Drawer
      opened
      onClose={() => {
        if (!isCovered()) void navigate({ to: "/transactions", search })
      }}
      position="right"
      size={620}
      title={<Title id={transaction_id} />}
      closeButtonProps={{ "aria-label": sheet.closed }}
      overlayProps={{ backgroundOpacity: 0.25 }}
      classNames={{ content: "sheet", body: "sheet-body", header: "sheet-header" }}
      transitionProps={{ duration: 140 }}
    >
      {one.data === undefined ? (
        one.error === null ? (
          <Waiting />
        ) : isMissing(one.error) ? (
          <NotFound />
        ) : (
          <Trouble failure={one.error} retry={() => void one.refetch()} />
        )
      ) : (
        <Body key={transaction_id} id={transaction_id} />
      )}
    </Drawer>
  )
}

const Title = ({ id }: { readonly id: string }) => {
  const { data, error } = useQuery(ask.transaction(id))
  const { transactions, common } = useTexts()
  const format = useFormat()
  if (data === undefined) return <span>{error === null ? common.loading : transactions.title}</span>
  const { merchant_name, amount, expense_status, status } = data.data
  return (
    <span className="sheet-title">
      <span>{merchant_name}</span>
      <strong>{format.money(amount)}</strong>
      <span className="tags">
        <Tag tone={status === "CLEARED" ? "good" : "calm"}>
          {status === "CLEARED" ? transactions.cleared : transactions.pending}
        </Tag>
        <Tag tone={expense_status === "COMPLETE" ? "good" : "warn"}>
          {expense_status === "COMPLETE" ? transactions.complete : transactions.incomplete}
        </Tag>
      </span>
    </span>
  )
}

const Body = ({ id }: { readonly id: string }) => {
  const { data } = useQuery(ask.transaction(id))
  return data === undefined ? null : <Parts seen={data} />
}

const Parts = ({ seen: { data: transaction, etag } }: { readonly seen: Seen<Transaction> }) => {
  const isReadOnly = !mayComplete(useMe(), transaction)
  const locked = useLock(transaction)
  return (
    <>
      <TransactionFacts transaction={transaction} />
      {locked === null ? null : <Locked through={locked} isReadOnly={isReadOnly} />}
      <ExpenseForm
        transaction={transaction}
        etag={etag}
        isReadOnly={isReadOnly}
        isLocked={locked !== null}
      />
      <History transaction={transaction} />
    </>
  )
}

const Locked = (props: { readonly through: string; readonly isReadOnly: boolean }) => {
  const { books } = useTexts()
  const format = useFormat()
  const day = format.day(props.through)
  return (
    <section className="note locked" aria-label={books.lockedTitle}>
      <IconLock size={18} aria-hidden />
      <p>{props.isReadOnly ? books.lockedToRead(day) : books.locked(day)}</p>
    </section>
  )
}
