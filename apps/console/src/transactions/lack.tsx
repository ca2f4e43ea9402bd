import { IconCircleDashed } from "@tabler/icons-react"
import { useQuery } from "@tanstack/react-query"
import * as ask from "../api/queries.ts"
import { useBusiness } from "../app/business.ts"
import { useTexts } from "../texts/languages.ts"
import type { PartGiven } from "./draft.ts"
import { restOf, wholeOf } from "./draft.ts"

const needReceipts = new Set(["CARD_TRANSACTION", "BILL", "REIMBURSEMENT"])

/** Missing details of an incomplete expense, as far as the person can know them. */
export const Lack = (props: PartGiven & { readonly isLocked: boolean }) => {
  const { draft, transaction, isLocked } = props
  const { sheet } = useTexts()
  const { currency } = useBusiness()
  const fields = useFieldsOf(transaction.budget?.id ?? null)
  if (transaction.expense_status === "COMPLETE") return null
  const has = (name: string) =>
    draft.custom_fields.some((_) => _.field_name === name) ||
    draft.lines.every((line) => line.custom_fields.some((_) => _.field_name === name))
  const lacks = [
    ...(needReceipts.has(transaction.transaction_type) && draft.receipt_urls.length === 0
      ? [sheet.needsReceipt]
      : []),
    ...(isLocked || restOf(draft.lines, wholeOf(transaction, currency)) === 0
      ? []
      : [sheet.needsLines]),
    ...(isLocked || draft.lines.every(({ category_id }) => category_id !== null)
      ? []
      : [sheet.needsCategory]),
    ...fields.filter(({ name }) => !has(name)).map(({ name }) => sheet.needsField(name)),
  ]
  if (lacks.length === 0) return null
  return (
    <div className="missing">
      <strong>{sheet.missing}</strong>
      <ul>
        {lacks.map((each) => (
          <li key={each}>
            <IconCircleDashed size={15} aria-hidden />
            {each}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Custom fields of a budget's expenses; all fields of the business if there is no budget. */
export const useFieldsOf = (budget_id: string | null) => {
  const budgets = useQuery(ask.budgets).data ?? []
  const all = useQuery(ask.customFields).data ?? []
  const linked = budgets.find(({ id }) => id === budget_id)?.custom_fields ?? []
  return linked.flatMap((link) => {
    const field = all.find(({ id, is_manager_only }) => id === link.id && !is_manager_only)
    return field === undefined ? [] : [{ ...field, allow_options: link.allow_options }]
  })
}
