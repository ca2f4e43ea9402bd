import type { Budget } from "../api/records.ts"
import { useBusiness } from "../app/business.ts"
import { fromWire } from "../core/money.ts"

/** Returns the share of the period's funds that is spent. */
export const useUse = ({ spent_amount, available_amount }: Budget) => {
  const { currency } = useBusiness()
  const spent = fromWire(spent_amount, currency)
  const available = fromWire(available_amount, currency)
  const total = spent + available
  const part = total > 0 ? spent / total : spent > 0 ? 2 : 0
  return { spent, available, total, part: available < 0 ? Math.max(part, 1.01) : part }
}
