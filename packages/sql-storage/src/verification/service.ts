import { sql } from "kysely"
import { db } from "../shared/database.ts"
import { acrossBusinesses } from "../shared/statement.ts"

/** Sequences that would issue a number a second time, because a higher one was already issued. */
export const lateSequences = acrossBusinesses(
  "numbers are unique in the whole service",
  () => sql<{ readonly name: string; readonly expected: number; readonly found: number | null }>`
    select given.name, given.highest + 1 as expected, s.next as found
    from (
      select 'businesses' as name, coalesce(max(client_id), 0) as highest from businesses
      union all select 'users', coalesce(max(id), 0) from users
      union all select 'invites', coalesce(max(id), 0) from invites
      union all select 'budget_members', coalesce(max(id), 0) from budget_members
    ) as given
    full join sequences as s on s.name = given.name
    where given.name is null or coalesce(s.next, 0) <= given.highest and given.highest > 0`,
)

/** Every file that a receipt refers to, with its size. */
export const namedFiles = acrossBusinesses("a backup has the receipts of every business", () =>
  db.selectFrom("receipts").distinct().select(["client_id", "file_id", "sha256", "size"]),
)

/** Amount of data to verify. */
export interface Extent {
  readonly client_id: number
  readonly entries: number
  readonly transactions: number
}

/** Every business, with its amount of data. */
export const extents = acrossBusinesses(
  "the operator verifies every business",
  () => sql`
    select b.client_id,
      (
        select count(*) + count(e.budget_id) + count(e.budget_member_id)
        from ledger_entries as e where e.client_id = b.client_id
      ) as entries,
      (select count(*) from transactions as t where t.client_id = b.client_id) as transactions
    from businesses as b order by b.client_id`,
  (row: object) => row as Extent,
)
