import { Schema } from "effect"
import {
  choice,
  client_id,
  integerId,
  internal,
  nullable,
  secret,
  text,
  times,
  timestamp,
  uuid,
  volatile,
  without,
} from "../fields.ts"

/** API: created for a program. SESSION: created by signing in, for a browser. */
export const tokenKinds = ["API", "SESSION"] as const

/** A bearer token. The secret is shown once and never stored; only its SHA-256 digest is. */
export const Token = Schema.Struct({
  client_id,
  id: uuid("Id of the token."),
  kind: internal(choice(tokenKinds, "Kind: made for a program, or the session of a browser.")),
  name: text("Purpose of the token."),
  digest: secret(text("SHA-256 of the secret, 64 lower-case hexadecimal digits.")),
  role_id: uuid("Id of the token's role."),
  user_id: nullable(integerId(), "User that the token acts for, or null."),
  expires_at: nullable(timestamp(), "Expiry time; null if it never expires."),
  revoked_at: nullable(timestamp(), "Time of revocation, or null."),
  last_used_at: volatile(
    nullable(timestamp(), "Time of last use, accurate to a few seconds; null if never used."),
  ),
  ...times,
}).annotate({ identifier: "Token", description: "Bearer token, without its secret." })
export interface Token extends Schema.Schema.Type<typeof Token> {}

/** A token as the operator sees it, without its secret or digest. */
export const TokenRecord = without(Token, "digest")
export interface TokenRecord extends Schema.Schema.Type<typeof TokenRecord> {}

/** A new token, with the secret: "shown once". */
export const IssuedToken = Schema.Struct({
  ...TokenRecord.fields,
  token: text("Token secret; shown only once."),
}).annotate({
  identifier: "IssuedToken",
  description: "New bearer token with its secret, which is shown only once.",
})
export interface IssuedToken extends Schema.Schema.Type<typeof IssuedToken> {}

export interface TokenKey {
  readonly client_id: number
  readonly token_id: string
}

export interface CreateToken {
  readonly name: string
  readonly role_id: string
  readonly user_id?: number | null | undefined
  /** A UTC timestamp in the future. If it is absent or null, the token never expires. */
  readonly expires_at?: string | null | undefined
}
