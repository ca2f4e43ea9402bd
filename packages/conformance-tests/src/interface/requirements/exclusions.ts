import { type Requirement, requirementsOf } from "../requirement.ts"
import { under } from "./settled.ts"

const reasons = {
  operator: "it is the operator's side, which a service need not have and provisioners hide",
  webhooks: "a delivery needs a receiver that the target can reach; the product's tests have one",
  people: "needs a mailbox or a browser beside the interface",
  inside: "nothing outside the service shows it",
  time: "needs hours of the target's own time, or its storage to fail",
} as const

const row = (
  section: string,
  id: string,
  sentence: string,
  why: keyof typeof reasons,
): Omit<Requirement, "area"> => ({
  ...under(section)(id, { sentence, sent: "Nothing.", accepted: "It is not tested." }),
  excluded: reasons[why],
})

const conventions = "1. Conventions (settled)"
const events = "3. Events (extension)"
const operator = "4. The operator's side (extension)"
const finer = "5. Finer points (settled)"
const periods = "Periods, and what comes late"

/** Rules of the settlement that no check tests, each with the reason. */
export const exclusions = requirementsOf("conventions", [
  row(
    conventions,
    "exact-inside",
    "Inside: an exact integer of minor units, never a float (64 bits: the largest balance must fit).",
    "inside",
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
    "future-movement",
    "one dated later than now is refused.",
    "operator",
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
  row(finer, "clock-steps", "the service's time stands still until it is overtaken", "time"),
  row(periods, "charge-period", "A charge belongs to one of them for good", "inside"),
  row(
    periods,
    "left-member",
    "Under member limits only the member's own amount is asked, whatever the others have overspent.",
    "operator",
  ),
  row(
    "Small things",
    "external-id-taken",
    "An authorisation whose `external_id` a recorded transaction has: 400 `external_id_taken`.",
    "operator",
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
  row("Transactions (`/v2`)", "life-cycle", "REVERSED answers to REFUNDED", "operator"),
  row(
    "Transactions (`/v2`)",
    "holds",
    "Money moves when authorised (a hold), is corrected by the difference when cleared, comes back when refunded or reversed; declined moves nothing.",
    "operator",
  ),
  row(
    "Transactions (`/v2`)",
    "wallet-moved",
    "or where the business has no such wallet the wallet of the business's own currency by `amount`",
    "operator",
  ),
  row(
    finer,
    "recorded-amounts",
    "the record shows the cleared amounts; refunds leave them as they are.",
    "operator",
  ),
  row(
    finer,
    "magnitudes",
    "are magnitudes (≥ 0) whatever the transaction's sign; line items add up to the magnitude of `amount`.",
    "operator",
  ),
  row(finer, "webhook-body", '`{url, event_types (["*"] = all), description?}`', "webhooks"),
  row(
    finer,
    "sync-bodies",
    "`…/sync/accounting-codes` POST `{code, name}` (upsert), DELETE by id.",
    "operator",
  ),
  row(
    finer,
    "sandbox-clock",
    "ticks on after being set; gone at restart; backwards: 400 `clock_backwards`.",
    "operator",
  ),
  row(
    "What people may as themselves",
    "settings-seconds",
    "where a setting changes such that an incomplete one becomes complete, that shows within seconds.",
    "time",
  ),
  row(
    "What people may as themselves",
    "any-text",
    "What is recorded from elsewhere (operator) may hold any text; it is kept, and counts only where the rules above let it.",
    "operator",
  ),
  row(
    "Small things",
    "either-side",
    "`If-Match` takes the `ETag` of the same record from either side.",
    "operator",
  ),
  row(
    "Small things",
    "import-repeat",
    "A repeat of an import is told apart by `external_id`; it takes no `Idempotency-Key`.",
    "operator",
  ),
  row(
    "Receipts as files (extension)",
    "receipt-store",
    "Kept in a store that is a port: a folder by default, S3-compatible storage by setting.",
    "inside",
  ),
  row(
    "Signing in (extension)",
    "session-cookie",
    "a session is a cookie (`__Host-`, HttpOnly, SameSite=Lax; Secure but on loopback)",
    "people",
  ),
  row(
    "Signing in (extension)",
    "invite-link",
    "An invite's message holds a link that accepts it.",
    "people",
  ),
])
