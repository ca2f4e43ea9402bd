import { ActionIcon, Button, Progress } from "@mantine/core"
import { notifications } from "@mantine/notifications"
import { IconX } from "@tabler/icons-react"
import { useQuery, useQueryClient } from "@tanstack/react-query"
import { type RefObject, useEffect, useRef, useState } from "react"
import { api, dataOf, ofBusiness, withTag } from "../api/client.ts"
import * as ask from "../api/queries.ts"
import type { Transaction } from "../api/records.ts"
import { useBusiness } from "../app/business.ts"
import { useFormat } from "../core/format.ts"
import { Select } from "../parts/select.tsx"
import { useTexts } from "../texts/languages.ts"
import { draftOf, lineInputs } from "./draft.ts"

/** Changes the coding of many transactions: one request for each, against its current version. */
export const BulkBar = (props: {
  readonly rows: ReadonlyArray<Transaction>
  /** Called with the refused rows, which stay selected. */
  readonly select: (ids: ReadonlySet<string>) => void
}) => {
  const { rows, select } = props
  const { transactions } = useTexts()
  const choices = useQuery(ask.categories).data ?? []
  const [category, setCategory] = useState<string | null>(null)
  const coding = useCoding(select)
  const format = useFormat()
  const field = useRef<HTMLInputElement>(null)
  useFieldKey(field)
  if (rows.length === 0) return null
  const selected = transactions.selected(format.count(rows.length), rows.length === 1)
  return (
    <section className="bulk" aria-label={selected}>
      <strong>{selected}</strong>
      <Select
        ref={field}
        className="bulk-field"
        aria-label={transactions.category}
        placeholder={transactions.category}
        data={choices.filter((_) => _.enabled).map(({ id, name }) => ({ value: id, label: name }))}
        value={category}
        onChange={setCategory}
        searchable
      />
      {/* Keeps its place in the order of Tab, so that quick keys never reach the next button. */}
      <Button
        aria-disabled={category === null}
        data-disabled={category === null || undefined}
        loading={coding.at !== null}
        onClick={() =>
          category === null ? field.current?.focus() : void coding.begin(rows, category)
        }
      >
        {transactions.applyCategory}
      </Button>
      {coding.at === null ? null : (
        <div className="bulk-progress">
          <Progress
            value={(100 * coding.at) / rows.length}
            aria-label={transactions.applyCategory}
          />
          <small>{transactions.applied(coding.at, rows.length)}</small>
        </div>
      )}
      <ActionIcon
        className="bulk-clear"
        variant="subtle"
        color="gray"
        aria-label={transactions.clearSelection}
        onClick={() => {
          select(new Set())
          focusRow(rows.at(-1))
        }}
      >
        <IconX size={18} />
      </ActionIcon>
    </section>
  )
}

/**
 * `c` moves the focus from the rows to the field, which is as far away by Tab as the table is long.
 */
const useFieldKey = (field: RefObject<HTMLInputElement | null>) => {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== "c" || event.ctrlKey || event.metaKey || event.altKey) return
      if ((event.target as HTMLElement).closest("input:not([type=checkbox]), textarea") !== null)
        return
      if (field.current === null || document.querySelector('[aria-modal="true"]') !== null) return
      event.preventDefault()
      field.current.focus()
    }
    document.addEventListener("keydown", press)
    return () => document.removeEventListener("keydown", press)
  }, [field])
}

/** `j` and `k` continue from here. */
const focusRow = (row: Transaction | undefined): void => {
  const link = `[data-row="${CSS.escape(row?.id ?? "")}"] [data-row-link]`
  document.querySelector<HTMLElement>(link)?.focus({ preventScroll: true })
}

/**
 * Lists each reason once with its subject: many rows may be refused because a budget does not allow
 * a category.
 */
const reasonsOf = (refused: ReadonlyMap<Transaction, string>): string => {
  const names = Map.groupBy(refused, ([, reason]) => reason)
  return [...names]
    .map(([reason, each]) => {
      const merchants = new Set(each.map(([{ merchant_name }]) => merchant_name))
      return `${[...merchants].join(", ")}: ${reason}`
    })
    .join("\n")
}

const useCoding = (select: (ids: ReadonlySet<string>) => void) => {
  const [at, setAt] = useState<number | null>(null)
  const { transactions } = useTexts()
  const { currency } = useBusiness()
  const format = useFormat()
  const queries = useQueryClient()
  const code = async (transaction_id: string, category_id: string) => {
    const path = { ...ofBusiness(), transaction_id }
    const url = "/v2/businesses/{client_id}/transactions/{transaction_id}"
    const { data, etag } = await withTag(api.GET(url, { params: { path } }))
    const { lines } = draftOf(data, currency)
    const line_items = lineInputs(
      lines.map((line) => ({ ...line, category_id })),
      currency,
    )
    const headers = etag === null ? {} : { "If-Match": etag }
    await dataOf(api.PATCH(url, { params: { path }, body: { line_items }, headers }))
  }
  const begin = async (rows: ReadonlyArray<Transaction>, category_id: string) => {
    const refused = new Map<Transaction, string>()
    for (const [n, row] of rows.entries()) {
      setAt(n)
      await code(row.id, category_id).catch((failure: Error) => refused.set(row, failure.message))
    }
    setAt(null)
    await queries.invalidateQueries({ queryKey: ["transactions"] })
    const message = transactions.applied(rows.length - refused.size, rows.length)
    notifications.show(
      refused.size === 0
        ? { message, color: "quay" }
        : {
            title: transactions.notApplied(format.count(refused.size), refused.size === 1),
            message: reasonsOf(refused),
            color: "red",
            autoClose: false,
          },
    )
    select(new Set([...refused.keys()].map(({ id }) => id)))
    if (refused.size === 0) focusRow(rows.at(-1))
  }
  return { at, begin }
}
