/** A bearer token. The secret itself is shown once and never kept: only its SHA-256 digest is. */
export interface Token {
  readonly client_id: number
  readonly id: string
  readonly name: string
  /** SHA-256 of the secret, 64 lower-case hexadecimal digits. */
  readonly digest: string
  readonly role_id: string
  /** The user for whom it acts, or null. */
  readonly user_id: number | null
  readonly expires_at: string | null
  readonly revoked_at: string | null
  readonly last_used_at: string | null
  readonly created: string
  readonly updated: string
}

/** A token as the operator sees it: never its secret, and never its digest. */
export type TokenRecord = Omit<Token, "digest">

/** A new token, with the secret: "shown once". */
export interface IssuedToken extends TokenRecord {
  readonly token: string
}

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
