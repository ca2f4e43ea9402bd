import { Schema } from "effect"
import {
  client_id,
  integerId,
  internal,
  nullable,
  text,
  times,
  timestamp,
  uuid,
  without,
} from "../fields.ts"

/** A bearer token. The secret itself is shown once and never kept: only its SHA-256 digest is. */
export const Token = Schema.Struct({
  client_id,
  id: uuid("The id of the token."),
  name: text("What the token is for."),
  digest: internal(text("SHA-256 of the secret, 64 lower-case hexadecimal digits.")),
  role_id: uuid("The id of the role that it carries."),
  user_id: nullable(integerId(), "The user for whom it acts, or null."),
  expires_at: nullable(timestamp(), "When it stops working; null: never."),
  revoked_at: nullable(timestamp(), "When it was revoked, or null."),
  last_used_at: nullable(timestamp(), "When it was last used, to some seconds; null: never."),
  ...times,
}).annotate({ identifier: "Token", description: "A bearer token, without its secret." })
export interface Token extends Schema.Schema.Type<typeof Token> {}

/** A token as the operator sees it: never its secret, and never its digest. */
export const TokenRecord = without(Token, "digest")
export interface TokenRecord extends Schema.Schema.Type<typeof TokenRecord> {}

/** A new token, with the secret: "shown once". */
export const IssuedToken = Schema.Struct({
  ...TokenRecord.fields,
  token: text("The secret, which is shown this once."),
}).annotate({
  identifier: "IssuedToken",
  description: "A new bearer token with its secret, which is shown this once.",
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
  /** A UTC timestamp in the future; absent or null: it never expires. */
  readonly expires_at?: string | null | undefined
}
