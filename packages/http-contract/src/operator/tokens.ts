import { IssuedToken, TokenRecord } from "@outlay/domain/fields"
import { ExpiresInPast } from "@outlay/domain/rules"
import { Schema } from "effect"
import { bodyOf } from "../shared/body.ts"
import { endpoint, none, one, pageOf } from "../shared/endpoint.ts"
import { client_id, uuidId } from "../shared/path.ts"
import { notFound, problem, unknownReference } from "../shared/problem.ts"
import { page } from "../shared/query.ts"
import { IntegerId, Timestamp, text, Uuid } from "../shared/text.ts"
import * as value from "../shared/values.ts"
import { wire } from "../shared/wire.ts"

const example = {
  id: "0199a7c2-4f10-7c3a-9b52-6d1e8f0a2b42",
  name: "Reporting",
  role_id: "0199a7c2-4f10-7c3a-9b52-6d1e8f0a2b3c",
  user_id: null,
  expires_at: null,
  revoked_at: null,
  last_used_at: null,
  created: "2026-01-05T09:00:00.000Z",
  updated: "2026-01-05T09:00:00.000Z",
}

export const token = wire(TokenRecord, { example })

export const issuedToken = wire(IssuedToken, { example: { ...example, token: "outlay_…" } })

export const CreateToken = bodyOf(TokenRecord, {
  name: text(128, "Reporting"),
  role_id: Uuid,
  user_id: Schema.optionalKey(Schema.NullOr(IntegerId)),
  expires_at: Schema.optionalKey(Schema.NullOr(Timestamp)),
}).annotate({
  identifier: "CreateToken",
  description: "New token with a role and, optionally, a user and an expiry time.",
  examples: [{ name: "Reporting", role_id: "0199a7c2-4f10-7c3a-9b52-6d1e8f0a2b3c" }] as never,
})

export const expiresInPast = problem(ExpiresInPast, "The expiry is in the past", {
  values: { expires_at: value.instant, now: value.instant },
})

const all = "/operator/v1/businesses/{client_id}/tokens"

export const operatorTokens = {
  list: endpoint({
    operation: "tokens.list",
    method: "GET",
    path: all,
    access: "operator",
    summary: "List tokens",
    description: "Returns the tokens of a business, including revoked ones, without their secrets.",
    params: { client_id },
    query: page,
    success: pageOf(token),
    problems: [notFound],
  }),
  create: endpoint({
    operation: "tokens.create",
    method: "POST",
    path: all,
    access: "operator",
    summary: "Create a token",
    description: "Creates a bearer token. Its secret is shown only once.",
    params: { client_id },
    body: CreateToken,
    success: one(issuedToken, 201),
    problems: [notFound, unknownReference, expiresInPast],
  }),
  revoke: endpoint({
    operation: "tokens.revoke",
    method: "DELETE",
    path: "/operator/v1/businesses/{client_id}/tokens/{token_id}",
    access: "operator",
    summary: "Revoke a token",
    description: "Revokes the token immediately.",
    params: { client_id, token_id: uuidId("Id of the token.") },
    success: none,
    problems: [notFound],
  }),
}
