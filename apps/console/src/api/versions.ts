/** What two people who change one thing see of each other. */
import { useQuery } from "@tanstack/react-query"
import { answered, api, ofBusiness } from "./client.ts"
import { isConflict, Refusal } from "./failure.ts"
import type { Event } from "./records.ts"

/** A record, with the version that a change of it is against. */
export interface Seen<A> {
  readonly data: A
  readonly etag: string | null
}

/**
 * After a change against an old version: what there is now, read once for each refusal; or why it
 * cannot be read, as where it has gone meanwhile.
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

/** A record that says when it was changed last. */
export interface Dated {
  readonly id: string | number
  readonly updated: string
}

/** The latest event of a record: who changed it last. Needs `audit` `read`. */
export const latestEvent = async ({ id, updated }: Dated): Promise<Event | null> => {
  const query = { min_created: updated, max_created: updated, limit: 500 }
  const { results } = await answered(
    api.GET("/v1/businesses/{client_id}/events", { params: { path: ofBusiness(), query } }),
  )
  return results.findLast(({ data }) => "id" in data && String(data.id) === String(id)) ?? null
}
