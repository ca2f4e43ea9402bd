import { requirementsOf } from "../requirement.ts"
import { under } from "./settled.ts"

const credentials = under("Credentials")

/**
 * Beginning and end of credentials. The settlement names no path for tokens that a business creates
 * itself: if a target has none at `/tokens`, checks that need them are untestable.
 */
export const credentialClauses = requirementsOf("conventions", [
  credentials("token-secret", {
    sentence:
      "Opaque bearer tokens, 256 random bits with a recognisable prefix, stored only as a SHA-256 digest, shown once.",
    sent: "Two tokens are created at `/tokens`, and listed.",
    accepted:
      "Secrets with the same prefix and at least 43 further characters that differ; none of them in a later response. The digest is not visible.",
  }),
  credentials("token-used", {
    sentence: "may expire, can be revoked, and records when it was last used.",
    sent: "Tokens created at `/tokens` are used, expire and are revoked.",
    accepted: "The list shows the use within seconds; 401 after the end of each.",
  }),
  credentials("token-meanwhile", {
    sentence:
      "A credential is judged again when the body has arrived: one that ended meanwhile writes nothing.",
    sent: "The token of a topup is revoked before the last byte of its body is sent.",
    accepted: "401, and no topup.",
  }),
  under("5. Finer points (settled)")("limit-covers", {
    sentence: "the limit covers `/v1` and `/v2`; dry run also `/operator/v1`.",
    sent: "Requests of both versions with one token. The operator's API is not called.",
    accepted: "Each request counts against the same quota.",
  }),
  credentials("role-permissions", {
    sentence:
      "**Team Member** (reads roles, users, budgets, budget members, categories, custom fields).",
    sent: "The roles of a new business are listed.",
    accepted:
      "Each of the four reads and writes what the settlement says, regardless of other permissions.",
  }),
])
