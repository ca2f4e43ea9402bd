import { mostTokens, TooManyTokens, UserIsNotYou } from "@outlay/domain/rules"
import { CreateToken, expiresInPast, issuedToken, token } from "./operator/tokens.ts"
import { roleExceedsYours } from "./roles.ts"
import { endpoint, none, one, pageOf } from "./shared/endpoint.ts"
import { client_id, uuidId } from "./shared/path.ts"
import { notFound, problem, unknownReference } from "./shared/problem.ts"
import { page } from "./shared/query.ts"
import * as value from "./shared/values.ts"

export const userIsNotYou = problem(UserIsNotYou, "The user is someone else", {
  status: 403,
  values: { user_id: value.nullable(value.integer) },
})
export const tooManyTokens = problem(TooManyTokens, "Too many tokens", {
  values: { maximum: value.integer },
})

const all = "/v1/businesses/{client_id}/tokens"

/** Tokens for programs, which a business manages itself. */
export const apiTokens = {
  list: endpoint({
    operation: "apiTokens.list",
    method: "GET",
    path: all,
    access: "admin",
    summary: "List API tokens",
    description:
      "Returns the API tokens of the business, oldest first, including revoked ones and those that the operator created, with the time of their last use. Secrets are never shown again.",
    params: { client_id },
    query: page,
    success: pageOf(token),
    problems: [notFound],
  }),
  create: endpoint({
    operation: "apiTokens.create",
    method: "POST",
    path: all,
    access: "admin",
    summary: "Create an API token",
    description: `Creates a bearer token and returns its secret, which is shown only once. With \`user_id\`, which must be the caller's own, it acts for that user. A business can have at most ${mostTokens} tokens that are not revoked.`,
    params: { client_id },
    body: CreateToken,
    success: one(issuedToken, 201),
    problems: [
      notFound,
      unknownReference,
      expiresInPast,
      roleExceedsYours,
      userIsNotYou,
      tooManyTokens,
    ],
  }),
  revoke: endpoint({
    operation: "apiTokens.revoke",
    method: "DELETE",
    path: `${all}/{token_id}`,
    access: "admin",
    summary: "Revoke an API token",
    description: "Revokes the token immediately.",
    params: { client_id, token_id: uuidId("Id of the token.") },
    success: none,
    problems: [notFound],
  }),
}
