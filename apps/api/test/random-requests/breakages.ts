import { type Reply, replyOf, type Send, type Sent } from "./sender.ts"
import type { Stage } from "./stage.ts"

type Json = { readonly [field: string]: unknown }

/** A service that breaks one promise, as a layer in front of a correct one. */
export interface Breakage {
  readonly name: string
  /** Operations in which it is found. */
  readonly among?: RegExp
  readonly behind: (send: Send, stage: Stage) => Send
  /** Pattern of the report. */
  readonly found: RegExp
}

const rewritten = ({ status, headers }: Reply, body: unknown): Reply =>
  replyOf(status, headers, JSON.stringify(body))

const withHeader = ({ status, headers, text }: Reply, name: string, value: string | null) => {
  const changed = new Headers(headers)
  if (value === null) changed.delete(name)
  else changed.set(name, value)
  return replyOf(status, changed, text)
}

const isOf = ({ method, path }: Sent, expectedMethod: string, form: RegExp): boolean =>
  method === expectedMethod && form.test(path)

/** Changes the responses to requests with a method and a path. */
const answering =
  (method: string, path: RegExp, change: (reply: Reply) => Reply) =>
  (send: Send): Send =>
  async (sent) => {
    const reply = await send(sent)
    return isOf(sent, method, path) && reply.status < 300 ? change(reply) : reply
  }

/** Changes the JSON of such responses. */
const saying = (method: string, path: RegExp, change: (body: Json) => unknown) =>
  answering(method, path, (reply) => rewritten(reply, change(reply.body as Json)))

/** Changes the requests with a method and a path. */
const asking =
  (method: string, path: RegExp, change: (sent: Sent, stage: Stage) => Sent) =>
  (send: Send, stage: Stage): Send =>
  (sent) =>
    send(isOf(sent, method, path) ? change(sent, stage) : sent)

const without = (fields: Sent["headers"], name: string): Sent["headers"] =>
  Object.fromEntries(Object.entries(fields).filter(([each]) => each !== name))

const dry = (path: string): string =>
  /[?&]dry_run=/u.test(path) ? path : `${path}${path.includes("?") ? "&" : "?"}dry_run=true`

/** Returns a success for a write without making it. */
const unwritten =
  (method: string, form: RegExp) =>
  (send: Send): Send =>
  async (sent) => {
    if (!isOf(sent, method, form)) return send(sent)
    const reply = await send({ ...sent, path: dry(sent.path) })
    return /[?&]dry_run=true/u.test(sent.path) ? reply : withHeader(reply, "Dry-Run", null)
  }

const budgets = /\/budgets(\?|$)/u
const budget = /\/budgets\/[^/]+$/u
const anything = /./u

const ofAnswers: ReadonlyArray<Breakage> = [
  {
    name: "a field is missing",
    among: /^users\./u,
    behind: saying("GET", /\/users\/\d+$/u, ({ email: _, ...body }) => body),
    found: /must have required property 'email'/u,
  },
  {
    name: "an undocumented field",
    among: /^budgets\./u,
    behind: saying("GET", budget, (body) => ({ ...body, colour: "red" })),
    found: /must NOT have additional properties/u,
  },
  {
    name: "a time in another format",
    among: /^budgets\./u,
    behind: saying("GET", budget, (body) => ({ ...body, created: "2026-03-02 09:00" })),
    found: /created must match format "date-time"|created is read as/u,
  },
  {
    name: "an undocumented status",
    among: /^(budgets|users)\./u,
    behind: answering("POST", budgets, ({ headers, text }) => replyOf(200, headers, text)),
    found: /budgets.create 200: not documented/u,
  },
  {
    name: "an undocumented header",
    among: /^budgets\./u,
    behind: answering("GET", budgets, (reply) => withHeader(reply, "Dry-Run", "true")),
    found: /Dry-Run is not documented/u,
  },
  {
    name: "an unlisted code",
    behind: (send) => async (sent) => {
      const reply = await send(sent)
      if (reply.status !== 404) return reply
      return rewritten(reply, { ...(reply.body as Json), code: "gone_away" })
    },
    found: /gone_away is not listed|code must be equal to one of the allowed values/u,
  },
  {
    name: "an internal error",
    among: /^budgets\./u,
    behind: (send) => async (sent) => {
      const reply = await send(sent)
      if (!isOf(sent, "POST", budgets) || reply.status !== 400) return reply
      const body = { ...(reply.body as Json), status: 500, code: "internal_error" }
      return replyOf(500, reply.headers, JSON.stringify(body))
    },
    found: /it fails with 500/u,
  },
  {
    name: "a refusal with internal details",
    behind: (send) => async (sent) => {
      const reply = await send(sent)
      if (reply.status !== 400) return reply
      const detail = "SQLITE_ERROR: near budgets"
      return rewritten(reply, { ...(reply.body as Json), detail })
    },
    found: /it tells of the inside/u,
  },
  {
    name: "a count off by one",
    among: /^budgets\./u,
    behind: saying("GET", budgets, (body) => ({ ...body, count: Number(body["count"]) + 1 })),
    found: /records, not/u,
  },
  {
    name: "a page that starts one record early",
    among: /^(users|categories)\.list$/u,
    behind: (send) => async (sent) => {
      const reply = await send(sent)
      const [, offset = 0] = /[?&]offset=(\d+)/u.exec(sent.path) ?? []
      if (Number(offset) === 0 || reply.status !== 200) return reply
      const early = `offset=${Number(offset) - 1}`
      const other = await send({ ...sent, path: sent.path.replace(`offset=${offset}`, early) })
      const results = (other.body as { readonly results: ReadonlyArray<unknown> }).results
      const { length } = (reply.body as { readonly results: ReadonlyArray<unknown> }).results
      return rewritten(reply, { ...(reply.body as Json), results: results.slice(0, length) })
    },
    found: /its pages are not the list/u,
  },
]

const ofTenants: ReadonlyArray<Breakage> = [
  {
    name: "a list of another business",
    among: /^budgets\./u,
    behind: asking("GET", budgets, (sent, { scene, stranger }) => ({
      ...sent,
      path: sent.path.replace(/businesses\/\d+/u, `businesses/${stranger.client_id}`),
      headers: sent.headers["authorization"]?.endsWith(scene.tokens["admin"] ?? "-")
        ? { ...sent.headers, authorization: `Bearer ${stranger.token}` }
        : sent.headers,
    })),
    found: /of another business/u,
  },
  {
    name: "a different refusal for the id of another business",
    among: /^budgets\./u,
    behind:
      (send, { stranger }) =>
      async (sent) => {
        const reply = await send(sent)
        const isForeign = sent.path.includes(String(stranger.ids["budget_id"]))
        if (!isForeign || reply.status !== 404) return reply
        return rewritten(reply, { ...(reply.body as Json), detail: "It is not yours." })
      },
    found: /an id that nobody has is answered otherwise/u,
  },
  {
    name: "no authentication",
    behind:
      (send, { scene }) =>
      (sent) =>
        send(
          sent.method === "GET" && sent.headers["authorization"] === undefined
            ? { ...sent, headers: { authorization: `Bearer ${scene.tokens["admin"]}` } }
            : sent,
        ),
    found: /answered without a credential|users.list|signIn/u,
  },
  {
    name: "everyone has the permissions of an Admin",
    among: /^(webhooks|policies|events)\./u,
    behind:
      (send, { scene }) =>
      (sent) =>
        send(
          sent.headers["authorization"] === `Bearer ${scene.tokens["employee"]}`
            ? {
                ...sent,
                headers: { ...sent.headers, authorization: `Bearer ${scene.tokens["admin"]}` },
              }
            : sent,
        ),
    found: /employee may not/u,
  },
]

const ofWrites: ReadonlyArray<Breakage> = [
  {
    name: "a lost change",
    behind: unwritten("PATCH", anything),
    found: /is read as|another ETag/u,
  },
  {
    name: "a lost record",
    behind: unwritten("POST", /\/(budgets|policies|webhooks|custom-fields)(\?|$)/u),
    found: /no read shows it afterwards/u,
  },
  {
    name: "a lost removal",
    behind: unwritten("DELETE", anything),
    found: /still there after it was removed/u,
  },
  {
    name: "an ignored field",
    among: /^policies\./u,
    behind: asking("PATCH", anything, ({ body, ...sent }) => ({
      ...sent,
      body: typeof body === "string" ? body.replace(/"name":"[^"]*",?/u, "") : body,
    })),
    found: /name is .*was sent/u,
  },
  {
    name: "a refusal that writes",
    among: /^(policies|categories|webhooks)\./u,
    behind: (send) => async (sent) => {
      const reply = await send(sent)
      if (reply.status === 406) await send({ ...sent, headers: without(sent.headers, "accept") })
      return reply
    },
    found: /the refusal has changed/u,
  },
  {
    name: "a dry run that writes",
    behind: (send) => async (sent) => {
      const path = sent.path.replace(/([?&])dry_run=true/u, "$1dry_run=false")
      const reply = await send({ ...sent, path })
      return path === sent.path ? reply : withHeader(reply, "Dry-Run", "true")
    },
    found: /the dry run has changed/u,
  },
  {
    name: "a forgotten key",
    among: /^(budgets|policies|categories)\./u,
    behind: asking("POST", anything, (sent) => ({
      ...sent,
      headers: without(sent.headers, "idempotency-key"),
    })),
    found: /with the same key it is|does not say that it is one/u,
  },
]

const ofTags: ReadonlyArray<Breakage> = [
  {
    name: "an ETag that does not change",
    behind: (send) => async (sent) => {
      const reply = await send(sent)
      return reply.headers.has("ETag") ? withHeader(reply, "ETag", '"first"') : reply
    },
    found: /with its own ETag|ETag does not tell/u,
  },
  {
    name: "a PATCH that returns the old ETag",
    behind: answering("PATCH", anything, (reply) => withHeader(reply, "ETag", '"before"')),
    found: /another ETag than a read/u,
  },
  {
    name: "an ignored precondition",
    among: /^(budgets|policies|categories)\./u,
    behind: asking("PATCH", anything, (sent) => ({
      ...sent,
      headers: without(sent.headers, "if-match"),
    })),
    found: /with the ETag of before it is/u,
  },
]

export const breakages: ReadonlyArray<Breakage> = [
  ...ofAnswers,
  ...ofTenants,
  ...ofWrites,
  ...ofTags,
]
