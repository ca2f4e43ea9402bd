import { SessionRecord } from "@outlay/domain/fields"
import { endpoint, pageOf, type Success } from "./shared/endpoint.ts"
import { client_id, uuidId } from "./shared/path.ts"
import { notFound } from "./shared/problem.ts"
import { page } from "./shared/query.ts"
import { wire } from "./shared/wire.ts"

export const sessionExample = {
  id: "0199a7c2-4f10-7c3a-9b52-6d1e8f0a2b44",
  client_id: 7,
  user_id: 12,
  user_agent: "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0",
  is_current: true,
  expires_at: "2026-01-05T21:00:00.000Z",
  last_used_at: "2026-01-05T09:30:00.000Z",
  created: "2026-01-05T09:00:00.000Z",
}

export const session = wire(SessionRecord, { example: sessionExample })

/**
 * Result of ending sessions; `includes_current` is true if the session of the request is one of
 * them.
 */
export interface EndedSessions {
  readonly includes_current: boolean
}

const ended: Success<EndedSessions, void> = {
  status: 204,
  schema: null,
  kind: "none",
  encode: () => undefined,
  cookieOf: ({ includes_current }) => (includes_current ? "removed" : null),
}

const all = "/v1/businesses/{client_id}/me/sessions"

export const sessions = {
  list: endpoint({
    operation: "sessions.list",
    method: "GET",
    path: all,
    access: "user",
    summary: "List your sessions",
    description: "Returns the sessions of the user that have not ended, oldest first.",
    params: { client_id },
    query: page,
    success: pageOf(session),
    problems: [],
  }),
  end: endpoint({
    operation: "sessions.end",
    method: "DELETE",
    path: `${all}/{session_id}`,
    access: "user",
    summary: "End a session",
    description: "Ends one session of the user immediately.",
    params: { client_id, session_id: uuidId("Id of the session.") },
    success: ended,
    problems: [notFound],
  }),
  endAll: endpoint({
    operation: "sessions.endAll",
    method: "DELETE",
    path: all,
    access: "user",
    summary: "Sign out everywhere",
    description: "Ends every session of the user immediately, including the current one.",
    params: { client_id },
    success: ended,
    problems: [],
  }),
}
