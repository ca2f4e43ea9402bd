import type { Handle } from "../../wire.ts"
import {
  answering,
  bodyOf,
  isGood,
  type Json,
  list,
  records,
  responseBody,
  sending,
  targetOf,
} from "../edges.ts"
import type { Mutant } from "../mutant.ts"
import { type Edge, header, mutant, notRemoved, set } from "./edges.ts"
import { livingOn } from "./finer-points.ts"

const somebodyElse = { id: 0, first_name: "", last_name: "", name: "" }

/** A list of tokens shows their secrets. */
const shownAgain: Edge = (next) => {
  const secrets = new Map<string, string>()
  const remembering: Handle = answering("POST", ["tokens"], async (request, server) => {
    const response = await server(request)
    const { id, token } = bodyOf(response) ?? {}
    if (isGood(response)) secrets.set(String(id), String(token))
    return response
  })(next)
  return records(["tokens"], (row) => ({ ...row, token: secrets.get(row.id) ?? null }))(remembering)
}

/** Only `/v1` has a quota. */
const unlimited: Edge = (next) => {
  const full = header("ratelimit", (given) => given.replace(/r=\d+/u, "r=1000000"))(next)
  return (request) => (request.url.startsWith("/v2/") ? full(request) : next(request))
}

/** Changes the permissions of a role. */
const role = (name: string, change: (permissions: ReadonlyArray<Json>) => ReadonlyArray<Json>) =>
  list(["roles"], (body) => ({
    ...body,
    results: body.results.map((row: Json) =>
      row.name === name ? { ...row, permissions: change(row.permissions) } : row,
    ),
  }))

/** Changes the membership or ownership of a user who accepted an invite. */
const joined = (change: (row: Json) => Json): Edge =>
  records(["members", "owners"], (row) => (row.user?.first_name === "Zoe" ? change(row) : row))

/** A PATCH of a budget returns its earlier links as well. */
const linksAdded: Edge = (next) => {
  const known = new Map<string, Map<string, Json>>()
  return responseBody("PATCH", ["budget"], (budget) => {
    const links = known.get(budget.id) ?? new Map<string, Json>()
    for (const one of budget.custom_fields ?? []) links.set(one.id, one)
    known.set(budget.id, links)
    return { ...budget, custom_fields: [...links.values()] }
  })(next)
}

/** The period numbers of a business are one too high once a budget has got another cadence. */
const cadenceCounted: Edge = (next) => {
  const changed = new Set<string>()
  const counted = records(["periods"], (row, request) =>
    changed.has(targetOf(request).business) ? { ...row, number: row.number + 1 } : row,
  )(next)
  return answering("PATCH", ["budget"], (request, server) => {
    if (bodyOf(request)?.reset_period !== undefined) changed.add(targetOf(request).business)
    return server(request)
  })(counted)
}

const named: ReadonlyArray<
  readonly [requirement: string, name: string, breaks: string, edge: Edge]
> = [
  ["token-secret", "secret-shown-again", "the list of tokens has their secrets", shownAgain],
  [
    "token-secret",
    "secret-guessable",
    "a token is four digits",
    responseBody("POST", ["tokens"], (body, request) => ({
      ...body,
      token: `outlay_${1000 + String(bodyOf(request)?.name).length}`,
    })),
  ],
  [
    "token-used",
    "token-use-unknown",
    "when a token was last used is not recorded",
    records(["tokens"], set("last_used_at", null)),
  ],
  [
    "token-used",
    "token-for-ever",
    "no token expires",
    sending("POST", ["tokens"], ({ expires_at: _, ...body }) => body),
  ],
  ["token-used", "token-unrevoked", "a token is not revoked", notRemoved("token")],
  ["token-meanwhile", "token-of-the-head", "a token counts as it was when it was sent", livingOn],
  ["limit-covers", "limit-of-v1", "requests of `/v2` cost nothing", unlimited],
  [
    "role-permissions",
    "members-read-topups",
    "a Team Member reads topups",
    role("Team Member", (permissions) => [...permissions, { resource: "topups", action: "read" }]),
  ],
  [
    "role-permissions",
    "managers-read-less",
    "a Manager reads no statements",
    role("Manager", (permissions) =>
      permissions.filter(({ resource }) => resource !== "statements"),
    ),
  ],
  [
    "role-permissions",
    "accountants-delete",
    "an Accountant deletes transactions",
    role("Accountant", (permissions) => [
      ...permissions,
      { resource: "transactions", action: "delete" },
    ]),
  ],
  [
    "sub-user",
    "nobody-is-somebody",
    "nobody is a user without a name",
    responseBody("POST", ["topups"], (topup) => ({
      ...topup,
      requested_by: topup.requested_by ?? somebodyElse,
    })),
  ],
  [
    "sub-user",
    "nobody-spent",
    "a transaction without a user has no such field",
    records(["transaction"], ({ user, ...row }) => (user === null ? row : { ...row, user })),
  ],
  [
    "invite-becomes-user",
    "invite-replaced",
    "who accepts an invite is a new member and owner",
    joined((row) => ({ ...row, id: `${row.id}0` })),
  ],
  [
    "invite-becomes-user",
    "invite-stays-shown",
    "who accepted an invite is shown as invited",
    joined(({ user, ...row }) => ({ ...row, invite: { id: 1, email: "lee@invited.example" } })),
  ],
  ["field-values-stay", "field-stays", "a field is not deleted", notRemoved("field")],
  [
    "field-values-stay",
    "values-go",
    "the values of a field go with it",
    records(["transaction"], set("custom_fields", [])),
  ],
  ["budget-links", "links-added", "links of a budget are only added to", linksAdded],
  [
    "budget-links",
    "options-of-all-unheard",
    "the options of a field of every budget are not taken",
    responseBody("PATCH", ["budget"], (budget) => ({
      ...budget,
      custom_fields: budget.custom_fields?.map((one: Json) => ({ ...one, allow_options: null })),
    })),
  ],
  ["period-numbers", "cadence-is-a-period", "another cadence begins a period", cadenceCounted],
  [
    "period-numbers",
    "periods-unnumbered",
    "every period is the first",
    records(["periods"], set("number", 1)),
  ],
  [
    "reset-events",
    "resets-told-once",
    "of several periods that ended only the last is told",
    list(["events"], (body) => ({ ...body, results: body.results.slice(-1) })),
  ],
  [
    "reset-events",
    "resets-without-amounts",
    "a reset does not say what the period closed with",
    records(["events"], (event) => ({ ...event, previous: {} })),
  ],
]

/** Mutants of clauses about credentials, people, fields and periods. */
export const clauses: ReadonlyArray<Mutant> = named.map(([requirement, name, breaks, edge]) =>
  mutant(name, requirement, breaks, edge),
)
