import type { Transaction } from "../api/records.ts"
import { useBusiness } from "../app/business.ts"
import { useFormat } from "../core/format.ts"
import { type Fact, Facts } from "../parts/facts.tsx"
import { useTexts } from "../texts/languages.ts"

/** Facts of the transaction, which no one can edit. */
export const TransactionFacts = ({ transaction }: { readonly transaction: Transaction }) => {
  const { sheet, transactions, common } = useTexts()
  const { currency } = useBusiness()
  const format = useFormat()
  const { user, budget, auth_date, cleared_date, gst, fx_amount } = transaction
  const rows: ReadonlyArray<Fact> = [
    [sheet.spender, user?.name ?? common.unassigned],
    [transactions.budget, budget?.name ?? common.none],
    [sheet.authorised, format.time(auth_date)],
    ...(cleared_date === null ? [] : [[sheet.clearedOn, format.time(cleared_date)] as const]),
    [
      transactions.type,
      transactions.types[transaction.transaction_type] ?? transaction.transaction_type,
    ],
    ...(gst === 0 ? [] : [[sheet.gst, format.money(gst)] as const]),
    ...(transaction.currency === currency
      ? []
      : [[sheet.original, format.money(fx_amount, transaction.currency)] as const]),
  ]
  return <Facts of={rows} />
}
