import { type Requirement, requirementsOf } from "../requirement.ts"

interface Settled {
  readonly sentence: string
  readonly sent: string
  readonly accepted: string
}

const under =
  (section: string) =>
  (id: string, settled: Settled): Omit<Requirement, "area"> => ({
    id: `conventions.${id}`,
    strength: "settled",
    section,
    source: "settlement",
    ...settled,
  })

const conventional = under("1. Conventions (settled)")
const lists = under("Lists")
const statuses = under("Status codes")
const errorBody = under("Error body")
const headers = under("Headers")
const dryRun = under("Dry run (extension)")
const credentials = under("Credentials")
const users = under("Users, roles")
const invites = under("Invites")
const budgets = under("Budgets")
const members = under("Budget members")
const owners = under("Budget owners")
const topups = under("Topups")
const transactions = under("Transactions (`/v2`)")
const statements = under("Statements and balances")
const fields = under("Custom fields")
const codes = under("Accounting codes, categories, tax rates")
const finer = under("5. Finer points (settled)")

const again =
  "`Idempotency-Key` (bare or quoted, at most 255 characters) on every POST: kept 24 h, scoped to token, method and path; same key and same request → the first answer again, with `Idempotent-Replayed: true`; same key, other request → 422 `idempotency_key_reused`"

/** What the interface leaves open, and the settlement published with the suite closes. */
export const conventions = requirementsOf("conventions", [
  conventional("media-type", {
    sentence:
      "A request with a body needs `Content-Type: application/json`, with no charset or UTF-8 (else 415).",
    sent: "A topup as JSON under other media types, other charsets, and none.",
    accepted: "415; with no charset or UTF-8, success.",
  }),
  conventional("body-size", {
    sentence: "Bodies over 1 MiB: 413.",
    sent: "A topup of a little more than 1 MiB.",
    accepted: "413.",
  }),
  conventional("malformed-json", {
    sentence: "Not JSON, duplicate keys, invalid UTF-8: 400 `malformed_json`.",
    sent: "A topup that is each of them.",
    accepted: "400 with that code.",
  }),
  conventional("unknown-input", {
    sentence:
      "An unknown body field or query parameter is refused (400 `unknown_field` / `unknown_parameter`): a mistyped filter must never silently return everything.",
    sent: "Every list with a parameter that it does not have; bodies with a field too many.",
    accepted: "400 with that code.",
  }),
  conventional("scalar-twice", {
    sentence: "A scalar query parameter given twice: 400.",
    sent: "`limit`, `offset`, a bound and `expense_status`, twice.",
    accepted: "400.",
  }),
  conventional("decimals", {
    sentence: "more is 400 `too_many_decimals`, judged by value (`1.000` and `1e0` are 1).",
    sent: "Topups of 1.001, 1.000 and 1e0.",
    accepted: "400 with that code for the first; success for the others.",
  }),
  conventional("amount-range", {
    sentence: "Bound: ±9 999 999 999.99, else 400 `amount_out_of_range`.",
    sent: "Topups of 10 000 000 000 up and down.",
    accepted: "400 with that code.",
  }),
  conventional("timestamps", {
    sentence: "RFC 3339 UTC with milliseconds and `Z`.",
    sent: "Every kind of record is read.",
    accepted: "Timestamps of that form.",
  }),
  conventional("dates", {
    sentence: "`YYYY-MM-DD`, a real calendar day, else 400 `invalid_date`.",
    sent: "Bounds that are no days.",
    accepted: "400 with that code.",
  }),
  conventional("path-ids", {
    sentence:
      "One that cannot be an id of its kind is 404, like one that does not exist: integers are `[1-9][0-9]*`, UUIDs lower-case canonical.",
    sent: "Ids that are none, and ids that nothing has.",
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
    sent: "Each of those that a caller writes, as long as it may be, and one longer.",
    accepted: "Success; 400 with that code.",
  }),
  conventional("query-booleans", {
    sentence: "exactly `true` or `false`.",
    sent: "`is_deleted` in other forms.",
    accepted: "400.",
  }),
  conventional("text", {
    sentence:
      "NFC-normalised; leading and trailing white space trimmed; empty after that, or any control character: 400 (line breaks and tabs are allowed in a `description`).",
    sent: "Descriptions of topups and names of categories of each kind.",
    accepted: "The text normalised and trimmed; 400.",
  }),
  conventional("e-mails", {
    sentence: "compared case-insensitively, stored as given.",
    sent: "Invites to an address in mixed case, and in another case again.",
    accepted: "The first is shown as given; the second is refused.",
  }),
  conventional("order-of-checks", {
    sentence:
      "401; 403 (`client_id` not the token's business, known or not; then missing permission); 400 for shape; 404; 400 for a rule. 413, 415 and 431 may come first. Nothing about another business can be learnt from any answer.",
    sent: "Requests with several faults at once.",
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
    sent: "An offset past the end of a list.",
    accepted: "Those; the page that `previous` names has records.",
  }),
  lists("order", {
    sentence:
      "Order is total and stable: transactions by `auth_date` descending, topups by `created` descending, tax rates by name, daily balances by date, everything else by `created` ascending; ties by id.",
    sent: "Every list is read twice, whole.",
    accepted: "That order, and the same both times.",
  }),
  statuses("successes", {
    sentence:
      "200 reads and PATCH, and POST of a topup; 201 other creations; 204 deletions, cancellations and unlinks.",
    sent: "Each of them.",
    accepted: "Those statuses; no body with 204.",
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
    sent: "A deleted user and a deleted budget are read, and changed.",
    accepted: "200 with `is_deleted` true; 404.",
  }),
  errorBody("problems", {
    sentence:
      '`application/problem+json` (RFC 9457): `type` (a URL path into the served docs), `title`, `status`, `detail` (one helpful sentence, never a stack), plus `code` (stable, snake_case), `request_id`, and `errors`: an array of `{ "pointer" | "parameter", "code", "detail" }`, with every fault found, not only the first.',
    sent: "Requests that are refused in every way; bodies and queries with several faults.",
    accepted: "That body; every fault in `errors`; a `type` that can be read.",
  }),
  headers("request-id", {
    sentence: "`X-Request-Id` on every response (a sane one from the caller is kept).",
    sent: "Requests with and without one.",
    accepted: "The caller's, or one that no other response has.",
  }),
  headers("etag", {
    sentence:
      "`ETag` on single-resource reads, `If-None-Match` → 304, `If-Match` on PATCH and DELETE → 412.",
    sent: "Single records with the tag that they have, and with another.",
    accepted: "304 without a body; 412 and nothing changed; success where the tag is right.",
  }),
  headers("idempotency", {
    sentence: again,
    sent: "Creations twice under one key: the same, another body, another key, another path.",
    accepted: "One effect and the first answer again; 422; further effects.",
  }),
  headers("idempotency.refused", {
    sentence: "a request refused for its shape (400) or credentials is not remembered.",
    sent: "A topup refused for its shape, then put right under the same key.",
    accepted: "Success.",
  }),
  headers("rate-limit", {
    sentence:
      '`RateLimit-Policy: "default";q=…;w=…` and `RateLimit: "default";r=…;t=…` (draft-ietf-httpapi-ratelimit-headers-11), 429 with `Retry-After`.',
    sent: "A few requests.",
    accepted: "Both fields, and fewer left with every request.",
  }),
  headers("no-store", {
    sentence: "`Cache-Control: no-store` on everything under a business.",
    sent: "Reads, writes and refusals.",
    accepted: "That field.",
  }),
  dryRun("dry-run", {
    sentence:
      "`?dry_run=true` on any write: the same checks and the same answer, with `Dry-Run: true`, and nothing kept: no row, no event, no message, no idempotency record.",
    sent: "Writes with it, good and bad, and the same without it afterwards.",
    accepted: "The answer of the write, that field, and nothing kept.",
  }),
  credentials("challenge", {
    sentence:
      '401 carries `WWW-Authenticate: Bearer` with `error="invalid_token"` when a token was sent (RFC 6750).',
    sent: "No credential, and tokens that nobody has.",
    accepted: "401 with that field.",
  }),
  credentials("permission", {
    sentence: "A missing permission is 403 `permission_denied`, naming the permission.",
    sent: "Writes with a token of the least role.",
    accepted: "403 with that code, and the permission in its detail.",
  }),
  credentials("roles", {
    sentence: "Every business is born with four roles that cannot be deleted",
    sent: "The roles of a new business.",
    accepted: "Four, `is_deletable` false, of whom the admin's has every permission.",
  }),
  users("user-fields", {
    sentence:
      "User also carries `payment_types` (array of `bills|cards|reimbursements`), `out_of_office_mode` (boolean), `out_of_office_start_date`, `out_of_office_end_date` (date or null, both inclusive), `delegate_approver` (user id or null).",
    sent: "Users are read.",
    accepted: "Those fields, and the payment types of the specification.",
  }),
  users("user-rules", {
    sentence:
      "Rules, each a 400: the role belongs to the business; mode `true` needs both dates; end not before start; `delegate_approver` is another active user of the business whose own out-of-office period does not overlap; `expense_delegate` replaces the whole set, at most 3, no repeats, not oneself, active users of the business, never chained (an assistant has no assistants; one who has assistants is nobody's); refused with `feature_unavailable` when the business lacks the feature.",
    sent: "Changes of a user against each of the rules.",
    accepted: "400, and the user as before.",
  }),
  users("user-removal", {
    sentence:
      "Refused when the user is the only active owner of a budget (`last_budget_owner`), naming the budgets.",
    sent: "The only owner of a budget is deleted.",
    accepted: "400 with that code, and the user as before.",
  }),
  invites("invite-twice", {
    sentence:
      "A second pending invite for an address: 400 `invite_exists`; an address of an active user: 400 `user_exists`; repeated payment types: 400.",
    sent: "Each of them.",
    accepted: "400 with that code.",
  }),
  invites("invite-accepted", {
    sentence: "an accepted one is 400 `invite_already_accepted`.",
    sent: "An invite that was accepted is cancelled.",
    accepted: "400 with that code.",
  }),
  budgets("new-budget", {
    sentence: "A new budget has `available_amount` = `reset_amount`, `spent_amount` = 0.",
    sent: "A budget is created.",
    accepted: "Those amounts.",
  }),
  budgets("budget-rules", {
    sentence:
      "A member is `{user:{id}}` or `{invite:{id}}`, exactly one, plus `reset_amount` when and only when `has_member_limits` is true; the members' sum equals the budget's `reset_amount`.",
    sent: "Budgets against each of the rules.",
    accepted: "400, and no budget.",
  }),
  budgets("pooling", {
    sentence:
      "Toggling `has_member_limits` false→true splits `reset_amount` and `available_amount` equally over active members in minor units, the odd cents going to the earliest members; true→false pools them.",
    sent: "A budget of 100.00 with three members is split, and pooled again.",
    accepted: "33.34, 33.33 and 33.33; then 100.00.",
  }),
  members("member-rules", {
    sentence:
      "the last member stays (`last_budget_member`). Adding someone removed earlier reinstates the record; someone active: 400 `already_member`.",
    sent: "Each of them.",
    accepted: "400 with that code; the record of before.",
  }),
  members("member-amounts", {
    sentence:
      "With member limits: adding raises the budget's `reset_amount` and `available_amount` by the member's; removing lowers them by the member's `reset_amount` and remaining `available_amount`; PATCH moves the budget's `reset_amount` by the difference and no balance.",
    sent: "A member of a budget with limits is added, changed and removed.",
    accepted: "Those amounts after each step.",
  }),
  owners("owner-rules", {
    sentence:
      "Someone already active: 400 `already_owner`. The last active one stays: 400 `last_budget_owner`, also under concurrent removals.",
    sent: "Each of them.",
    accepted: "400 with that code.",
  }),
  topups("topup-fields", {
    sentence:
      "Topup: `id`, `amount`, `description`, `status` (`APPROVED|PENDING|DECLINED|CANCELLED`), `requested_by`, `actioned_by` (SubUser or null), `actioned_on` (or null), `created`, `updated`.",
    sent: "A topup is made.",
    accepted: "Those fields; APPROVED, requested by the token's user.",
  }),
  topups("topup-refusals", {
    sentence:
      "A negative one below zero available: 400 `insufficient_funds`, at creation and again at approval. Wrong kind: `topup_needs_member` / `topup_needs_budget`, 400.",
    sent: "Each of them.",
    accepted: "400 with that code, and no topup.",
  }),
  topups("topup-approval", {
    sentence:
      "Extension: `POST …/topups/{topup_id}/approve`, `/decline`, `/cancel` (budget and member forms) → 200 the topup.",
    sent: "Topups that wait under a policy are approved, declined and cancelled, and again.",
    accepted: "200 and money moved by the first only; then 400 `topup_not_pending`.",
  }),
  transactions("transaction-filters", {
    sentence:
      "Extension filters on the list: `updated_after` (date-time, exclusive), `user_id`, `budget_id`, `transaction_type` (repeatable).",
    sent: "Each of them.",
    accepted: "The transactions of the specification that match.",
  }),
  transactions("min-after-max", {
    sentence: "min after max: 400.",
    sent: "Bounds of which the first is the later.",
    accepted: "400.",
  }),
  statements("statement-refusals", {
    sentence:
      "`GET /statements` query: `start_date`, `end_date` (required, inclusive), `currency` (optional, default the business's own), paging. Start after end: 400.",
    sent: "Statements without a bound, and with the later bound first.",
    accepted: "400.",
  }),
  statements("balance-shape", {
    sentence:
      "`GET /balance`: a bare array of `{currency, balance}`, ordered by currency; it includes holds. Always equal to the closing balance of today's daily balance.",
    sent: "Balances, and statements of today.",
    accepted: "The array in that order; the same balances.",
  }),
  fields("field-rules", {
    sentence:
      "Create: `name` (unique in the business, case-insensitively), `field_type`, `budget_setting` (default `ALL_CURRENT_AND_NEW`).",
    sent: "A field without a setting, and another of its name in another case.",
    accepted: "That default; 400.",
  }),
  codes("code-upsert", {
    sentence:
      "`POST /accounting-codes` (upsert by `code`: 201 when new, 200 when renamed or restored, same id)",
    sent: "A code is created, created under another name, deleted and created again.",
    accepted: "Those statuses and one id.",
  }),
  codes("integration-managed", {
    sentence: "A connected integration: 400 `integration_managed`.",
    sent: "A code is created, and one deleted, under a connected integration.",
    accepted: "400 with that code.",
  }),
  finer("is-deleted", {
    sentence:
      "accepted by users, budgets, budget members (both listings), budget owners; elsewhere an unknown parameter.",
    sent: "`is_deleted` to every list.",
    accepted: "Records of that kind only, and together all; 400 elsewhere.",
  }),
  finer("unknown-reference", {
    sentence:
      "400 with a pointer (`unknown_user`, `unknown_role`, `unknown_budget`, `unknown_category`, …), the same for both.",
    sent: "Bodies that refer to nobody, and to what another business has.",
    accepted: "400 with that code and pointer, alike.",
  }),
  finer("unknown-currency", {
    sentence: "a currency without a wallet: 400 `unknown_currency`.",
    sent: "A statement in a currency that the business does not hold.",
    accepted: "400 with that code.",
  }),
  finer("idempotency-quoted", {
    sentence: 'only success (2xx) is remembered; bare `k` and quoted `"k"` are one key.',
    sent: "One topup under a bare and a quoted key; a refused one, then put right.",
    accepted: "One effect; success.",
  }),
  finer("line-breaks", {
    sentence: "CR LF and CR become LF.",
    sent: "A description with each kind of line break.",
    accepted: "Line feeds.",
  }),
])
