import { type BusinessUser, SignInStore } from "@outlay/domain/ports"
import { Effect, Layer } from "effect"
import { db } from "./shared/database.ts"
import { Sql } from "./shared/sql.ts"
import { acrossBusinesses } from "./shared/statement.ts"
import { tables } from "./shared/tables.ts"

const byDigest = acrossBusinesses(
  "a digest is unique in the whole service, and says which business it is of",
  (p: { readonly digest: string }) =>
    db.selectFrom("sign_in_links").selectAll().where("digest", "=", p.digest),
  tables.sign_in_links.rows,
)

const usersAt = acrossBusinesses(
  "people who sign in give an address, before their business is known",
  (p: { readonly email_key: string; readonly limit: number }) =>
    db
      .selectFrom("users")
      .select(["client_id", "id"])
      .where("email_key", "=", p.email_key)
      .where("is_deleted", "=", false)
      .orderBy("client_id")
      .limit(p.limit),
  ({ client_id, id }: { readonly client_id: number; readonly id: number }): BusinessUser => ({
    client_id,
    user_id: id,
  }),
)

const prune = acrossBusinesses(
  "expired links of all businesses are removed",
  (p: { readonly now: string; readonly limit: number }) =>
    db
      .deleteFrom("sign_in_links")
      .where((row) =>
        row(
          row.refTuple("client_id", "id"),
          "in",
          row
            .selectFrom("sign_in_links")
            .select(["client_id", "id"])
            .where("expires_at", "<", p.now)
            .orderBy("expires_at")
            .orderBy("client_id")
            .orderBy("id")
            .limit(p.limit)
            .$asTuple("client_id", "id"),
        ),
      ),
)

/** Sign-in links, in SQL. */
export const signInStore = Layer.effect(
  SignInStore,
  Effect.gen(function* () {
    const sql = yield* Sql
    return {
      findByDigest: (digest) => sql.get(byDigest, { digest }),
      usersAt: (email_key, limit) => sql.all(usersAt, { email_key, limit }),
      prune: (now, limit) => sql.transaction(sql.run(prune, { now, limit })),
    }
  }),
)
