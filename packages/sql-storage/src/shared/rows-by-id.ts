import type { Records } from "@outlay/domain"
import { sql } from "kysely"
import { inList } from "./fragments.ts"
import type { Statement } from "./sql.ts"
import { prepared } from "./statement.ts"
import { tables } from "./tables.ts"

/** The tables whose rows have an id and nothing besides. */
type Identified = {
  [T in keyof Records]: Records[T] extends { readonly id: string | number } ? T : never
}[Exclude<keyof Records, "transactions">]

interface Named<T extends Identified> {
  readonly client_id: number
  readonly ids: ReadonlyArray<Records[T]["id"]>
}

const one = <T extends Identified>(name: T): Statement<Named<T>, Records[T]> =>
  prepared(
    (p: Named<T>) => sql`select * from ${sql.table(name)}
      where ${sql.ref("client_id")} = ${p.client_id}
      and ${sql.ref("id")} in ${inList<string | number>(p.ids)}`,
    tables[name].decode as (row: object) => Records[T],
  )

/** The rows of these ids, in any order; what there is not is left out. */
export const ofIds = {
  accounting_codes: one("accounting_codes"),
  budgets: one("budgets"),
  users: one("users"),
} as const
