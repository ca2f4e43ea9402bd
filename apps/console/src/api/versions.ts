/** Versions of a record that two people change at the same time. */
import { useQuery } from "@tanstack/react-query"
import { api, dataOf, ofBusiness } from "./client.ts"
import { isConflict, Refusal } from "./failure.ts"
import type { Event } from "./records.ts"

/** Record with the version (`ETag`) that a change must match. */
export interface Seen<A> {
  readonly data: A
  readonly etag: string | null
}

/**
 * After a change was refused because the record has changed: returns the current record, read once
 * for each refusal, or the reason why it cannot be read, for instance because it was deleted.
 */
export const useTheirs = <A>(
  failure: unknown,
  read: () => Promise<Seen<A>>,
): { readonly theirs: Seen<A> | undefined; readonly unread: unknown } => {
  const wasRefused = isConflict(failure)
  const refusal = failure instanceof Refusal ? failure.problem.request_id : ""
  const { data, error } = useQuery({
    queryKey: ["theirs", refusal],
    queryFn: read,
    enabled: wasRefused,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  return { theirs: data, unread: error }
}

/** Record with the time of its last change. */
export interface Dated {
  readonly id: string | number
  readonly updated: string
}

/**
 * Returns the latest event of a record, which names the person who changed it last. Needs `audit`
 * `read`.
 */
export const latestEvent = async ({ id, updated }: Dated): Promise<Event | null> => {
  const query = { min_created: updated, max_created: updated, limit: 500 }
  const { results } = await dataOf(
    api.GET("/v1/businesses/{client_id}/events", { params: { path: ofBusiness(), query } }),
  )
  return results.findLast(({ data }) => "id" in data && String(data.id) === String(id)) ?? null
}
