import type { Permission } from "@outlay/domain"
import type { Features, Integration, Token } from "@outlay/domain/fields"
import { TokenStore, type TokenUse } from "@outlay/domain/ports"
import type { Credential } from "@outlay/domain/rules"
import { Effect, Layer } from "effect"
import { sql as fragment, type RawBuilder } from "kysely"
import { rowsOf } from "./shared/dialect.ts"
import { Sql } from "./shared/sql.ts"
import { acrossBusinesses, prepared } from "./shared/statement.ts"
import { tables } from "./shared/tables.ts"

/** A token with its business and its role, in one row. */
interface CredentialRow extends Token {
  readonly business_name: string
  readonly business_currency: string
  readonly business_features: Features
  readonly business_integration: Integration | null
  readonly business_created: string
  readonly business_updated: string
  readonly role_name: string
  readonly role_is_deletable: boolean
  readonly role_permissions: ReadonlyArray<Permission>
  readonly role_created: string
  readonly has_user: boolean
  /** Null if the token acts for no user. */
  readonly user_role_id: string | null
  readonly user_role_name: string
  readonly user_role_is_deletable: boolean
  readonly user_role_permissions: ReadonlyArray<Permission>
  readonly user_role_created: string
}

const credentialOf = (row: CredentialRow): Credential => ({
  token: {
    client_id: row.client_id,
    id: row.id,
    kind: row.kind,
    name: row.name,
    digest: row.digest,
    role_id: row.role_id,
    user_id: row.user_id,
    expires_at: row.expires_at,
    revoked_at: row.revoked_at,
    last_used_at: row.last_used_at,
    created: row.created,
    updated: row.updated,
  },
  business: {
    client_id: row.client_id,
    name: row.business_name,
    currency: row.business_currency,
    features: row.business_features,
    integration: row.business_integration,
    created: row.business_created,
    updated: row.business_updated,
  },
  role: {
    client_id: row.client_id,
    id: row.role_id,
    name: row.role_name,
    is_deletable: row.role_is_deletable,
    permissions: row.role_permissions,
    created: row.role_created,
  },
  has_user: row.has_user,
  user_role:
    row.user_role_id === null
      ? null
      : {
          client_id: row.client_id,
          id: row.user_role_id,
          name: row.user_role_name,
          is_deletable: row.user_role_is_deletable,
          permissions: row.user_role_permissions,
          created: row.user_role_created,
        },
})

/** Selects credentials; it runs for every request. */
const credentialsWhere = (condition: RawBuilder<unknown>) => fragment`
    select ${fragment.join(tables.tokens.columns.map((column) => fragment.ref(`t.${column}`)))},
      b.name as business_name, b.currency as business_currency, b.features as business_features,
      b.integration as business_integration, b.created as business_created,
      b.updated as business_updated,
      r.name as role_name, r.is_deletable as role_is_deletable,
      r.permissions as role_permissions, r.created as role_created,
      t.user_id is null or not coalesce(u.is_deleted, ${true}) as has_user,
      ur.id as user_role_id, ur.name as user_role_name,
      ur.is_deletable as user_role_is_deletable, ur.permissions as user_role_permissions,
      ur.created as user_role_created
    from tokens as t
    join businesses as b on b.client_id = t.client_id
    join roles as r on r.client_id = t.client_id and r.id = t.role_id
    left join users as u on u.client_id = t.client_id and u.id = t.user_id
    left join roles as ur on ur.client_id = u.client_id and ur.id = u.role_id
    where ${condition}`

const credentials = {
  kinds: {
    business_features: "json",
    role_is_deletable: "boolean",
    role_permissions: "json",
    has_user: "boolean",
    user_role_is_deletable: "boolean",
    user_role_permissions: "json",
  },
  decode: credentialOf,
} as const

const byDigest = acrossBusinesses(
  "a digest is unique in the whole service, and says which business it is of",
  (p: { readonly digest: string }) => credentialsWhere(fragment`t.digest = ${p.digest}`),
  credentials,
)

const byDigestOfOne = prepared(
  (p: { readonly digest: string; readonly client_id: number }) =>
    credentialsWhere(fragment`t.client_id = ${p.client_id} and t.digest = ${p.digest}`),
  credentials,
)

/** Records all uses in one statement. */
const touch = acrossBusinesses(
  "the uses of tokens of all businesses are written down together",
  (p: { readonly uses: ReadonlyArray<TokenUse> }) => {
    const types = { client_id: "integer", token_id: "text", last_used_at: "text" } as const
    const use = rowsOf("u", p.uses, types)
    return fragment`update tokens set last_used_at = ${use.field("last_used_at")}
      from ${use.from}
      where tokens.client_id = ${use.field("client_id")} and tokens.id = ${use.field("token_id")}`
  },
)

/** Tokens in SQL. */
export const tokenStore = Layer.effect(
  TokenStore,
  Effect.gen(function* () {
    const sql = yield* Sql
    const find = (digest: string, client_id: number | null = null) => {
      const anywhere = sql.get(byDigest, { digest })
      if (!sql.isDivided || client_id === null) return anywhere
      // Queries one server instead of all: nearly every request names the business of its token.
      return Effect.flatMap(sql.get(byDigestOfOne, { digest, client_id }), (found) =>
        found === null ? anywhere : Effect.succeed(found),
      )
    }
    return {
      findByDigest: sql.cache.remembering(["tokens", "roles", "users", "businesses"], find),
      touch: (uses) => Effect.asVoid(sql.run(touch, { uses })),
    }
  }),
)
