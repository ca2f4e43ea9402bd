import type { Topup } from "@outlay/domain"
import { byCreated } from "./shared/list.ts"
import { usersOf } from "./shared/people.ts"
import type { Tables } from "./shared/tables.ts"

/** The PENDING topups of a business that are such, by `created`, and who requested them. */
export const pendingTopups = (
  tables: Tables,
  client_id: number,
  isSuch: (topup: Topup) => boolean,
) => {
  const pending_topups = tables.topups
    .ofBusiness(client_id)
    .filter((topup) => topup.status === "PENDING" && isSuch(topup))
    .toSorted(byCreated)
  const requesters = pending_topups.map((_) => _.requested_by)
  return { pending_topups, requesters: usersOf(tables, client_id, requesters) }
}
