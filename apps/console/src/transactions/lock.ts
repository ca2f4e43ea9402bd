import { useQuery } from "@tanstack/react-query"
import * as ask from "../api/queries.ts"
import type { Transaction } from "../api/records.ts"
import { useBusiness } from "../app/business.ts"
import { isClosed } from "../core/books.ts"

/**
 * Returns the lock date if the transaction is in closed books; null if it is in open ones. The date
 * of its first movement counts, which may be later than its own date.
 */
export const useLock = ({ id, auth_date }: Transaction): string | null => {
  const { locked_through } = useBusiness()
  const movements = useQuery(ask.movements(id)).data
  // A declined transaction has no movements.
  const counted = movements === undefined ? auth_date : movements[0]?.date
  return counted !== undefined && isClosed(locked_through, counted) ? locked_through : null
}
