import { ActionIcon, Button, Progress } from "@mantine/core"
import { notifications } from "@mantine/notifications"
import { IconX } from "@tabler/icons-react"
import { useQuery, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { answer, answered, api, ofBusiness } from "../api/client.ts"
import * as ask from "../api/queries.ts"
import type { Transaction } from "../api/records.ts"
import { useBusiness } from "../app/business.ts"
import { useFormat } from "../core/format.ts"
import { Select } from "../parts/select.tsx"
import { useTexts } from "../texts/languages.ts"
import { draftOf, lineInputs } from "./draft.ts"

/** Changes the coding of many transactions: one request for each, against its current version. */
export const BulkBar = (given: {
  readonly rows: ReadonlyArray<Transaction>
  readonly done: () => void
}) => {
  const { rows, done } = given
  const { transactions } = useTexts()
  const choices = useQuery(ask.categories).data ?? []
  const [category, setCategory] = useState<string | null>(null)
  const coding = useCoding(done)
  const format = useFormat()
  if (rows.length === 0) return null
  const selected = transactions.selected(format.count(rows.length), rows.length === 1)
  return (
    <section className="bulk" aria-label={selected}>
      <strong>{selected}</strong>
      <Select
        className="bulk-field"
        aria-label={transactions.category}
        placeholder={transactions.category}
        data={choices.filter((_) => _.enabled).map(({ id, name }) => ({ value: id, label: name }))}
        value={category}
        onChange={setCategory}
        searchable
      />
      <Button
        disabled={category === null}
        loading={coding.at !== null}
        onClick={() => category !== null && void coding.begin(rows, category)}
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
        onClick={done}
      >
        <IconX size={18} />
      </ActionIcon>
    </section>
  )
}

const useCoding = (done: () => void) => {
  const [at, setAt] = useState<number | null>(null)
  const { transactions } = useTexts()
  const { currency } = useBusiness()
  const format = useFormat()
  const queries = useQueryClient()
  const code = async (transaction_id: string, category_id: string) => {
    const path = { ...ofBusiness(), transaction_id }
    const url = "/v2/businesses/{client_id}/transactions/{transaction_id}"
    const { data, etag } = await answer(api.GET(url, { params: { path } }))
    const { lines } = draftOf(data, currency)
    const line_items = lineInputs(
      lines.map((line) => ({ ...line, category_id })),
      currency,
    )
    const headers = etag === null ? {} : { "If-Match": etag }
    await answered(api.PATCH(url, { params: { path }, body: { line_items }, headers }))
  }
  const begin = async (rows: ReadonlyArray<Transaction>, category_id: string) => {
    const refused: Array<string> = []
    for (const [n, { id, merchant_name }] of rows.entries()) {
      setAt(n)
      await code(id, category_id).catch((failure: Error) =>
        refused.push(`${merchant_name}: ${failure.message}`),
      )
    }
    setAt(null)
    await queries.invalidateQueries({ queryKey: ["transactions"] })
    const message = transactions.applied(rows.length - refused.length, rows.length)
    notifications.show(
      refused.length === 0
        ? { message, color: "quay" }
        : {
            title: transactions.notApplied(format.count(refused.length), refused.length === 1),
            message: refused.join("\n"),
            color: "red",
          },
    )
    done()
  }
  return { at, begin }
}
