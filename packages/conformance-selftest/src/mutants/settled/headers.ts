import { retargeted, targetOf } from "../edges.ts"
import type { Mutant } from "../mutant.ts"
import { header, mutant, status, unasked } from "./edges.ts"

/** Mutants with headers that are lost, fixed or ignored. */
export const headers: ReadonlyArray<Mutant> = [
  mutant(
    "request-id-lost",
    "request-id",
    "no answer has an id",
    header("x-request-id", () => null),
  ),
  mutant(
    "request-id-fixed",
    "request-id",
    "every answer has the same id",
    header("x-request-id", () => "1"),
  ),
  mutant("request-id-new", "request-id", "the caller's id is not kept", unasked("x-request-id")),
  mutant(
    "stored",
    "no-store",
    "answers may be stored",
    header("cache-control", () => "max-age=60"),
  ),
  mutant(
    "no-tag",
    "etag",
    "a record has no ETag",
    header("etag", () => null),
  ),
  mutant(
    "tag-fixed",
    "etag",
    "every record has the same ETag",
    header("etag", () => '"1"'),
  ),
  mutant(
    "if-none-match-ignored",
    "etag",
    "a record that is known is sent again",
    unasked("if-none-match"),
  ),
  mutant("if-match-ignored", "etag", "a record that changed is overwritten", unasked("if-match")),
  mutant("keys-ignored", "idempotency", "a key has no effect", unasked("idempotency-key")),
  mutant(
    "replay-silent",
    "idempotency",
    "a replay is not marked",
    header("idempotent-replayed", () => null),
  ),
  mutant("key-conflict-409", "idempotency", "a key with another request is 409", status(422, 409)),
  mutant("keys-one", "idempotency", "all keys are one key", (next) => (request) => {
    const key = request.headers["idempotency-key"]
    return next(
      key === undefined || key.length > 255
        ? request
        : { ...request, headers: { ...request.headers, "idempotency-key": "k" } },
    )
  }),
  mutant(
    "quoted-key-differs",
    "idempotency-quoted",
    "a quoted key is another key",
    (next) => (request) => {
      const key = request.headers["idempotency-key"]
      return next(
        key?.startsWith('"')
          ? {
              ...request,
              headers: { ...request.headers, "idempotency-key": `q${key.slice(1, -1)}` },
            }
          : request,
      )
    },
  ),
  mutant(
    "no-quota",
    "rate-limit",
    "what is left of the quota stays",
    header("ratelimit", (given) => given.replace(/r=\d+/u, "r=7")),
  ),
  mutant(
    "quota-unreadable",
    "rate-limit",
    "the quota has no window",
    header("ratelimit-policy", (given) => given.replace(/;w=\d+/u, "")),
  ),
  mutant(
    "dry-run-silent",
    "dry-run",
    "a dry run is not marked",
    header("dry-run", () => null),
  ),
  mutant(
    "challenge-lost",
    "challenge",
    "401 has no challenge",
    header("www-authenticate", () => null),
  ),
  mutant(
    "challenge-vague",
    "challenge",
    "a token that is wrong is not called so",
    header("www-authenticate", () => "Bearer"),
  ),
  mutant(
    "challenge-always",
    "challenge",
    "a missing token is called wrong",
    header("www-authenticate", () => 'Bearer error="invalid_token"'),
  ),
  mutant(
    "allow-lost",
    "methods",
    "405 does not list the methods",
    header("allow", () => null),
  ),
  mutant(
    "any-type",
    "methods",
    "an image is answered with JSON",
    (next) => (request) => next({ ...request, headers: { ...request.headers, accept: "*/*" } }),
  ),
  mutant(
    "problems-as-json",
    "problems",
    "a problem is labelled as JSON",
    header("content-type", (given) => given.replace("problem+json", "json")),
  ),
  mutant("dry-run-kept", "dry-run", "a dry run is done", (next) => (request) => {
    const { query } = targetOf(request)
    if (!query.has("dry_run")) return next(request)
    query.delete("dry_run")
    return next(retargeted(request, { query })).then((response) => ({
      ...response,
      headers: { ...response.headers, "dry-run": "true" },
    }))
  }),
]
