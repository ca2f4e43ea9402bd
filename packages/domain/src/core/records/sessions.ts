import { Schema } from "effect"
import { flag, integerId, internal, nullable, text, timestamp, uuid } from "../fields.ts"

/** A session as its user sees it: the credential of a browser that signed in. */
export const SessionRecord = Schema.Struct({
  id: uuid("Id of the session."),
  client_id: integerId("Id of the business."),
  user_id: integerId("Id of the user."),
  user_agent: text("User-Agent of the browser that signed in; empty if it sent none."),
  is_current: flag("True if the request was sent with this session."),
  expires_at: timestamp("Time when the session ends."),
  last_used_at: nullable(
    timestamp(),
    "Time of last use, accurate to a few seconds; null if never used.",
  ),
  created: timestamp("Time of signing in."),
}).annotate({ identifier: "Session", description: "Session of a browser that signed in." })
export interface SessionRecord extends Schema.Schema.Type<typeof SessionRecord> {}

/** A new session, with the secret for its cookie. */
export const OpenedSession = Schema.Struct({
  ...SessionRecord.fields,
  return_to: nullable(text(), "Path of this service to open next, or null."),
  secret: internal(text("Secret of the session: the value of its cookie.")),
}).annotate({
  identifier: "OpenedSession",
  description: "New session. Its secret is in the cookie that the response sets.",
})
export interface OpenedSession extends Schema.Schema.Type<typeof OpenedSession> {}

/** Owner of the sessions, and the session that sent the request; null if it was not a session. */
export interface SessionHolder {
  readonly client_id: number
  readonly user_id: number
  readonly current: string | null
}
