import { requirementsOf } from "../requirement.ts"
import { resourceConventions } from "./conventions-resources.ts"
import { under } from "./settled.ts"

const conventional = under("1. Conventions (settled)")
const lists = under("Lists")
const statuses = under("Status codes")
const errorBody = under("Error body")
const headers = under("Headers")
const dryRun = under("Dry run (extension)")
const credentials = under("Credentials")
const again =
  "`Idempotency-Key` (bare or quoted, at most 255 characters) on every POST: kept 24 h, scoped to the credential itself (not to how the field was spelt), method and path; same key and same request → the first answer again, with `Idempotent-Replayed: true`; same key, other request → 422 `idempotency_key_reused`"

const everywhere = requirementsOf("conventions", [
  conventional("media-type", {
    sentence:
      "A request with a body needs `Content-Type: application/json`, with no charset or UTF-8 (else 415).",
    sent: "A topup as JSON under other media types, other charsets, and none; a PATCH as text.",
    accepted: "415; with no charset or UTF-8, success.",
  }),
  conventional("body-size", {
    sentence: "Bodies over 1 MiB: 413.",
    sent: "A topup of a little more than 1 MiB.",
    accepted: "413.",
  }),
  conventional("malformed-json", {
    sentence: "Not JSON, duplicate keys, invalid UTF-8: 400 `malformed_json`.",
    sent: "A topup that is each of them; a PATCH with a key twice.",
    accepted: "400 with that code.",
  }),
  conventional("unknown-input", {
    sentence:
      "An unknown body field or query parameter is refused (400 `unknown_field` / `unknown_parameter`): a mistyped filter must never silently return everything.",
    sent: "Every list and operation with a parameter too many; every body with a field too many.",
    accepted: "400 with that code.",
  }),
  conventional("scalar-twice", {
    sentence: "A scalar query parameter given twice: 400.",
    sent: "`limit`, `offset`, a bound and `expense_status`, twice.",
    accepted: "400.",
  }),
  conventional("decimals", {
    sentence: "more is 400 `too_many_decimals`, judged by value (`1.000` and `1e0` are 1).",
    sent: "Topups of 1.001, 1.000 and 1e0; every other amount as 5.001; half a yen.",
    accepted: "400 with that code for the first; success for the others.",
  }),
  conventional("amount-range", {
    sentence: "Bound: ±9 999 999 999.99, else 400 `amount_out_of_range`.",
    sent: "Topups of 10 000 000 000 up and down, and every other amount of as much.",
    accepted: "400 with that code.",
  }),
  conventional("timestamps", {
    sentence: "RFC 3339 UTC with milliseconds and `Z`.",
    sent: "Every kind of record is read.",
    accepted: "Timestamps of that form.",
  }),
  conventional("dates", {
    sentence: "`YYYY-MM-DD`, a real calendar day, else 400 `invalid_date`.",
    sent: "Bounds of transactions and statements that are days, and some that are not.",
    accepted: "400 with that code.",
  }),
  conventional("path-ids", {
    sentence:
      "One that cannot be an id of its kind is 404, like one that does not exist: integers are `[1-9][0-9]*`, UUIDs lower-case canonical.",
    sent: "Malformed ids, and ids that do not exist.",
    accepted: "404.",
  }),
  conventional("query-integers", {
    sentence: "`0` or `[1-9][0-9]*`; anything else is 400.",
    sent: "Offsets and limits in other forms.",
    accepted: "400.",
  }),
  conventional("lengths", {
    sentence:
      "names, codes, texts 128; merchant 255; a custom field's entry 1000; description 500; e-mail 254; a list in a body 1000 items. Longer: 400 `too_long`.",
    sent: "Each text that a caller can send, at its maximum length, and one character longer.",
    accepted: "Success; 400 with that code.",
  }),
  conventional("query-booleans", {
    sentence: "exactly `true` or `false`.",
    sent: "`is_deleted` in other forms.",
    accepted: "400.",
  }),
  conventional("text", {
    sentence:
      "its length is judged as it came, before anything costly is done with it; then NFC-normalised; leading and trailing white space trimmed; empty after that, or any control character: 400 (line breaks and tabs are allowed in a `description`).",
    sent: "Descriptions of topups and names of categories of each kind.",
    accepted: "The text normalised and trimmed; 400.",
  }),
  conventional("e-mails", {
    sentence: "compared by full Unicode case folding after NFC (ß is ss); stored as given.",
    sent: "Invites to an address in mixed case, and in another case again; one name with ß and ss.",
    accepted: "The first is shown as given; the second is refused.",
  }),
  conventional("order-of-checks", {
    sentence:
      "401; 403 (`client_id` not the token's business, known or not; then missing permission); 400 for shape; 404; 400 for a rule. 413, 415 and 431 may come first. Nothing about another business can be learnt from any answer.",
    sent: "Requests with several errors at once; every write of a record that does not exist.",
    accepted: "The refusal that comes first.",
  }),
  conventional("absent-filter", {
    sentence: "filters nothing, except that DECLINED transactions are listed only when asked for.",
    sent: "The list of transactions without a status.",
    accepted: "Every transaction of the specification but the declined ones.",
  }),
  lists("fragments", {
    sentence:
      "`next` and `previous` are `offset=<n>&limit=<n>` or `null` where there is no such page (`previous` of offset 30, limit 50 is `offset=0&limit=50`).",
    sent: "First, middle and last pages.",
    accepted: "Those fragments, and null.",
  }),
  lists("bounds", {
    sentence: "`offset` < 0, `limit` < 1 or > 500, or not an integer: 400.",
    sent: "Each of them to every list.",
    accepted: "400.",
  }),
  lists("past-the-end", {
    sentence:
      "An offset past the end: 200 with empty `results`, the true `count`, and a usable `previous`.",
    sent: "An offset past the end of a list, and one far beyond 32 bits.",
    accepted: "Those; the page that `previous` names has records.",
  }),
  lists("order", {
    sentence:
      "Order is total and stable: transactions by `auth_date` descending, topups by `created` descending, tax rates by name, daily balances by date, events by `sequence`, everything else by `created` ascending; ties by id.",
    sent: "Every list is read twice, whole.",
    accepted: "That order, and the same both times.",
  }),
  statuses("successes", {
    sentence:
      "200 reads and PATCH, and POST of a topup; 201 other creations; 204 deletions, cancellations and unlinks.",
    sent: "Each of them.",
    accepted: "Those statuses; no body with 204.",
  }),
  statuses("rule-status", {
    sentence: "Every rule violation is 400 with a `code` of its own.",
    sent: "Requests that violate a rule, each a different one.",
    accepted: "400 to each, and codes that differ.",
  }),
  conventional("shape-status", {
    sentence: "400 for shape; 404; 400 for a rule.",
    sent: "Malformed queries and bodies, each in a different way.",
    accepted: "400 to each.",
  }),
  statuses("methods", {
    sentence:
      "405 with `Allow`, 406, 413, 415, 429, 503 with `Retry-After` (also when storage cannot write) as HTTP defines them.",
    sent: "Methods that a path does not have; a list asked for as an image.",
    accepted: "405 with the methods that the path has; 406.",
  }),
  statuses("deleted", {
    sentence:
      "A write to a deleted record is 404; a read by id still returns it with `is_deleted: true`.",
    sent: "A deleted user and budget are read and changed; every kind of removal, twice.",
    accepted: "200 with `is_deleted` true; 404.",
  }),
  errorBody("problems", {
    sentence:
      '`application/problem+json` (RFC 9457): `type` (a URL path into the served docs), `title`, `status`, `detail` (one helpful sentence, never a stack), plus `code` (stable, snake_case), `request_id`, and `errors`: an array of `{ "pointer" | "parameter", "code", "detail" }`, with every fault found, not only the first.',
    sent: "Requests that are refused for every reason; bodies and queries with several errors.",
    accepted: "That body; every error in `errors`; a `type` that can be opened.",
  }),
  headers("request-id", {
    sentence: "`X-Request-Id` on every response (a sane one from the caller is kept).",
    sent: "Requests with and without one.",
    accepted: "The caller's, or one that no other response has.",
  }),
  headers("etag", {
    sentence:
      "`ETag` on single-resource reads, `If-None-Match` → 304, `If-Match` on PATCH and DELETE → 412; a PATCH answers the new `ETag`.",
    sent: "Reads, changes and removals with the tag of the record, another, several, and `*`.",
    accepted:
      "304 without a body; 412 and nothing changed; success where the tag is right, and with it the tag that a read then has.",
  }),
  headers("idempotency", {
    sentence: again,
    sent: "Every creation twice under one key: the same, another body, another key, another path.",
    accepted: "One effect, and the first response again; 422; further effects.",
  }),
  headers("idempotency.refused", {
    sentence: "a request refused for its shape (400) or credentials is not remembered.",
    sent: "A topup refused because it is malformed, then corrected under the same key.",
    accepted: "Success.",
  }),
  headers("rate-limit", {
    sentence:
      '`RateLimit-Policy: "default";q=…;w=…` and `RateLimit: "default";r=…;t=…` (draft-ietf-httpapi-ratelimit-headers-11), 429 with `Retry-After`.',
    sent: "Twenty requests at once.",
    accepted: "Both fields, and fewer left after some of them than after others.",
  }),
  headers("no-store", {
    sentence: "`Cache-Control: no-store` on everything under a business.",
    sent: "Reads, writes and refusals.",
    accepted: "That field.",
  }),
  dryRun("dry-run", {
    sentence:
      "`?dry_run=true` on any write but the import (which the command rehearses): the same checks and the same answer, with `Dry-Run: true`, and nothing kept: no row, no event, no message, no idempotency record.",
    sent: "Every kind of write with it, good and bad, and the same without it afterwards.",
    accepted: "The response of the write, that field, and nothing saved.",
  }),
  credentials("challenge", {
    sentence:
      '401 carries `WWW-Authenticate: Bearer` with `error="invalid_token"` when a token was sent (RFC 6750).',
    sent: "No credential, unknown tokens, and expired or revoked tokens.",
    accepted: "401 with that field.",
  }),
  credentials("permission", {
    sentence: "A missing permission is 403 `permission_denied`, naming the permission.",
    sent: "Writes with a token of the least role.",
    accepted: "403 with that code, and a problem that names the permission.",
  }),
  credentials("roles", {
    sentence: "Every business is born with four roles that cannot be deleted",
    sent: "The roles of a new business.",
    accepted: "Four roles, `is_deletable` false; that of the admin has every permission.",
  }),
])

/** Rules that the interface leaves open and the settlement published with the suite defines. */
export const conventions = [...everywhere, ...resourceConventions]
