import type { Business } from "@outlay/domain/fields"
import { Effect } from "effect"
import { db } from "./database.ts"
import { Sql } from "./sql.ts"
import { prepared } from "./statement.ts"
import { tables } from "./tables.ts"

const byId = prepared(
  (key: { client_id: number }) =>
    db.selectFrom("businesses").selectAll().where("client_id", "=", key.client_id),
  tables.businesses.rows,
)

/** Returns the business, or null. */
const findBusiness = (client_id: number) => Sql.use((sql) => sql.get(byId, { client_id }))

/** Returns the business that a change is about. It exists, because the caller has a token of it. */
export const businessOf = (client_id: number) =>
  Effect.flatMap(
    findBusiness(client_id),
    (business): Effect.Effect<Business> =>
      business === null
        ? Effect.die(new Error(`business ${client_id} is not there`))
        : Effect.succeed(business),
  )
