import { db } from "./database.ts"
import { prepared } from "./statement.ts"

/** The newest event of a business. */
export const newest = prepared((p: { readonly client_id: number }) =>
  db
    .selectFrom("events")
    .select(["sequence", "hash", "created", "id"])
    .where("client_id", "=", p.client_id)
    .orderBy("sequence", "desc")
    .limit(1),
)
