import { Schema } from "effect"
import { client_id, integerId, nullable, secret, text, times, timestamp, uuid } from "../fields.ts"

/**
 * A link that signs a user in once, or accepts an invite. Only the message contains its token; this
 * record has the SHA-256 digest. Used links are removed.
 */
export const SignInLink = Schema.Struct({
  client_id,
  id: uuid("Id of the link."),
  user_id: nullable(integerId(), "User whom the link signs in; null for an invite."),
  invite_id: nullable(integerId(), "Invite that the link accepts, or null."),
  digest: secret(text("SHA-256 of the token, 64 lower-case hexadecimal digits.")),
  return_to: nullable(text(), "Path to open after signing in, or null."),
  expires_at: timestamp("Time until which the link can be used."),
  ...times,
}).annotate({ identifier: "SignInLink", description: "Link that signs a user in once." })
export interface SignInLink extends Schema.Schema.Type<typeof SignInLink> {}

export interface RequestSignInLink {
  readonly email: string
  /** A path within this service. */
  readonly return_to?: string | null | undefined
}
