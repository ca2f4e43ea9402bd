import { useQuery } from "@tanstack/react-query"
import * as ask from "../api/queries.ts"
import type { Transaction } from "../api/records.ts"
import { useBusiness } from "../app/business.ts"
import { isClosed } from "../core/books.ts"

/**
 * The last closed day, where a transaction counts on it or before; null where it is open. It counts
 * with its first movement, which what came late has on a later day than its own.
 */
export const useLock = ({ id, auth_date }: Transaction): string | null => {
  const { locked_through } = useBusiness()
  const movements = useQuery(ask.movements(id)).data
  // What was declined moved nothing, and counts on no day.
  const counted = movements === undefined ? auth_date : movements[0]?.date
  return counted !== undefined && isClosed(locked_through, counted) ? locked_through : null
}
