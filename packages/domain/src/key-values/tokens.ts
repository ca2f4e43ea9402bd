import { Effect, Layer } from "effect"
import type { Credential } from "../tokens/principal.ts"
import { TokenStore } from "../tokens/store.ts"
import { KeptBooks } from "./books.ts"
import type { Tables } from "./tables.ts"

export const tokenStore = Layer.effect(
  TokenStore,
  Effect.gen(function* () {
    const { tables, save } = yield* KeptBooks
    return {
      findByDigest: (digest) => Effect.sync(() => credentialOf(tables, digest)),
      touch: (uses) =>
        save(() => {
          for (const { client_id, token_id, last_used_at } of uses) {
            const token = tables.tokens.find(client_id, token_id)
            if (token !== null) tables.tokens.write(token, { ...token, last_used_at })
          }
        }),
    }
  }),
)

const credentialOf = (tables: Tables, digest: string): Credential | null => {
  const token = tables.tokens.findUnique(digest)
  if (token === null) return null
  const { client_id, role_id, user_id } = token
  const business = tables.businesses.find(client_id)
  const role = tables.roles.find(client_id, role_id)
  const user = user_id === null ? null : tables.users.find(client_id, user_id)
  const user_role = user === null ? null : tables.roles.find(client_id, user.role_id)
  if (business === null || role === null) return null
  return {
    token,
    business,
    role,
    has_user: user_id === null || (user !== null && !user.is_deleted),
    user_role,
  }
}
