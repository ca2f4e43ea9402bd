import { type Requirement, requirementsOf } from "../requirement.ts"
import { under } from "./settled.ts"

const reasons = {
  operator: "it is the operator's side, which a service need not have and provisioners hide",
  files: "files and exports are judged by the product's own tests; no profile asks for them yet",
  webhooks: "a delivery needs a receiver that the target can reach; the product's tests have one",
  people: "needs a mailbox or a browser beside the interface",
  inside: "nothing outside the service shows it",
  time: "needs hours of the target's own time, or its storage to fail",
  later: "no check of it is written yet",
} as const

const row = (
  section: string,
  id: string,
  sentence: string,
  why: keyof typeof reasons,
): Omit<Requirement, "area"> => ({
  ...under(section)(id, { sentence, sent: "Nothing.", accepted: "It is not judged." }),
  excluded: reasons[why],
})

const conventions = "1. Conventions (settled)"
const events = "3. Events (extension)"
const operator = "4. The operator's side (extension)"
const finer = "5. Finer points (settled)"
const periods = "Periods, and what comes late"
const people = "What people may as themselves"

/** What the settlement says and no check judges, each with its reason. */
export const notJudged = requirementsOf("conventions", [
  row(
    conventions,
    "exact-inside",
    "Inside: an exact integer of minor units, never a float (64 bits: the largest balance must fit).",
    "inside",
  ),
  row(
    "Credentials",
    "token-secret",
    "Opaque bearer tokens, 256 random bits with a recognisable prefix, stored only as a SHA-256 digest, shown once.",
    "inside",
  ),
  row(
    "Credentials",
    "token-used",
    "may expire, can be revoked, and records when it was last used.",
    "operator",
  ),
  row(
    "Credentials",
    "token-clipped",
    "One that acts for a user never may more than that user's present role, beside what the user may as themself (section 6).",
    "later",
  ),
  row(
    "Credentials",
    "token-meanwhile",
    "A credential is judged again when the body has arrived: one that ended meanwhile writes nothing.",
    "later",
  ),
  row("Headers", "keys-a-day", "kept 24 h", "time"),
  row(
    "Invites",
    "invite-message",
    "Creating one sends a message through the mailer (section 4).",
    "people",
  ),
  row(
    "Transactions (`/v2`)",
    "tax-rate",
    "LineItem also carries `tax_rate` when the business has itemised tax: a TaxRate, or null if none resolved; otherwise absent.",
    "later",
  ),
  row(
    "Transactions (`/v2`)",
    "future-movement",
    "one dated later than now is refused.",
    "operator",
  ),
  row(
    "Accounting codes, categories, tax rates",
    "mapping-system",
    "Mapping a system category is a resource of its own: extension `PUT /categories/{id}/accounting-code`",
    "later",
  ),
  row(
    "Accounting codes, categories, tax rates",
    "tax-rates",
    "`GET /tax-rates`, `GET /tax-rates/{tax_rate_id}`; empty and 404 where the business has no itemised tax.",
    "later",
  ),
  row(
    events,
    "event-each",
    "Every state change appends an event in the same database transaction",
    "inside",
  ),
  row(
    events,
    "webhook-operations",
    "Webhooks: `GET|POST /webhooks`, `GET|PATCH|DELETE /webhooks/{id}`, `GET …/{id}/deliveries`, `POST …/{id}/deliveries/{delivery_id}/redeliver`.",
    "webhooks",
  ),
  row(
    events,
    "webhook-signature",
    "Delivery follows the Standard Webhooks specification",
    "webhooks",
  ),
  row(
    events,
    "webhook-targets",
    "Targets on loopback, link-local and private ranges are refused unless the operator allows them.",
    "webhooks",
  ),
  row(
    operator,
    "operator-off",
    "HTTP is off unless `OUTLAY_OPERATOR_TOKEN` is set; the token is compared in constant time.",
    "operator",
  ),
  row(
    operator,
    "operator-businesses",
    "makes the four roles, the system categories, the wallet of its currency",
    "operator",
  ),
  row(
    operator,
    "operator-authorisations",
    "the first that holds, or null; `explanation` says it with the numbers",
    "operator",
  ),
  row(
    operator,
    "operator-same-id",
    "the same `external_id` again → 200 with the first, nothing changed",
    "operator",
  ),
  row(
    operator,
    "operator-import",
    "streamed, any length, constant memory, resumable by `external_id`",
    "operator",
  ),
  row(
    operator,
    "mailer",
    "The mailer is a port: by default it writes the message to the log and to a folder; an SMTP adapter sends it.",
    "people",
  ),
  row(operator, "configuration", "One line on standard output when ready:", "inside"),
  row(
    operator,
    "commands",
    "each with `--help`, exit 0 only when it did its work, progress on a terminal, `--json` for programs.",
    "inside",
  ),
  row(
    operator,
    "health",
    "all outside authentication except that metrics can be bound to another port.",
    "inside",
  ),
  row(
    finer,
    "refund-exceeds",
    "Refunds may be partial and repeated up to the amount (`refund_exceeds_amount`); the life cycle becomes REFUNDED when all has come back.",
    "operator",
  ),
  row(
    finer,
    "foreign-scaled",
    "an omitted `fx_amount` is scaled in proportion, half-even, to the minor unit.",
    "operator",
  ),
  row(finer, "never-period", "their period starts at the budget's creation.", "later"),
  row(finer, "clock-steps", "the service's time stands still until it is overtaken", "time"),
  row(
    finer,
    "reset-events",
    "one event for each period that ended, with its closing amounts.",
    "later",
  ),
  row(
    finer,
    "manager-only",
    "`is_manager_only` equal to what is there is taken; another is 400.",
    "later",
  ),
  row(periods, "charge-period", "A charge belongs to one of them for good", "inside"),
  row(
    periods,
    "left-member",
    "Under member limits only the member's own amount is asked, whatever the others have overspent.",
    "operator",
  ),
  row(
    people,
    "as-owner",
    "read and change it, its members, owners and topups (all actions but cancelling what another asked for); read its periods and the transactions charged to it",
    "later",
  ),
  row(
    people,
    "as-spender",
    "read their own transactions, and change the expense part of them",
    "later",
  ),
  row(
    people,
    "unseen-404",
    "A single record that they may not see is 404, also for a write; one that they may see and not change is 403.",
    "later",
  ),
  row(
    people,
    "movements",
    "so that they add up to what the wallet has; `balance_after` is the wallet's",
    "later",
  ),
  row(
    people,
    "spend-report",
    "Counted are card transactions, bills, reimbursements and charges by `auth_date`, without declined and reversed ones",
    "later",
  ),
  row(
    people,
    "list-values",
    "Here a LIST value must be an enabled option selectable on the budget (`unknown_option`)",
    "later",
  ),
  row(
    "Small things",
    "external-id-taken",
    "An authorisation whose `external_id` a recorded transaction has: 400 `external_id_taken`.",
    "operator",
  ),
  row(
    "Small things",
    "receipt-url",
    "A receipt's URL is absolute http(s), or one of ours.",
    "later",
  ),
  row(
    "Small things",
    "hold-to-wallet",
    "The feature `hold_to_wallet` (default false) also declines what the wallet of the currency does not hold (`insufficient_wallet`).",
    "operator",
  ),
  row("Signs", "zero-sign", "A zero amount takes its sign from the type", "operator"),
  row(
    "Signs",
    "gst-at-most",
    "A line item's `gst_amount` is at most its `amount`; `gst` at most the amount.",
    "operator",
  ),
  row(
    people,
    "spend-report-groups",
    "`{groups: [{keys, count, spent, refunded}]}`, ordered by keys: exact, and quick for a million transactions.",
    "later",
  ),
  row(
    "Closing the books (extension)",
    "books",
    "A movement dated on or before it is refused (400 `books_locked`) when the caller dates it",
    "later",
  ),
  row(
    "Exports (extension)",
    "export-bytes",
    "An export is a batch with a stable id: the same batch gives the same bytes; `only_new` takes what no batch has taken.",
    "files",
  ),
  row(
    "Exports (extension)",
    "export-balances",
    "Every batch balances to the cent with the statement of its days.",
    "files",
  ),
  row(
    "Receipts as files (extension)",
    "receipt-files",
    "its `url` joins `receipt_urls`, and needs the same right to read.",
    "files",
  ),
  row(
    "Receipts as files (extension)",
    "receipt-same",
    "The same bytes twice in a business: 200 with what is there, and a `duplicate_of` where it hangs on another transaction.",
    "files",
  ),
  row(
    "Signing in (extension)",
    "sign-in",
    "People sign in with a link sent to their address (15 minutes, once), or with the operator's OpenID Connect provider",
    "people",
  ),
  row(
    "Signing in (extension)",
    "cookie-origin",
    "A write by cookie also needs the `Origin` of the service.",
    "people",
  ),
])
