import type { Event as DomainEvent, EventResource } from "@outlay/domain"
import { Schema } from "effect"
import { encodeAccountingCode } from "./accounting-codes.ts"
import { encodeMember } from "./budget-members.ts"
import { encodeOwner } from "./budget-owners.ts"
import { encodeBudget } from "./budgets.ts"
import { encodeCategory } from "./categories.ts"
import { encodeCustomFieldBudget } from "./custom-field-budgets.ts"
import { encodeCustomFieldOption } from "./custom-field-options.ts"
import { encodeCustomField } from "./custom-fields.ts"
import { encodeBusiness } from "./operator/businesses.ts"
import { encodeToken } from "./operator/tokens.ts"
import { encodeWallet } from "./operator/wallets.ts"
import { encodeInvite } from "./people.ts"
import { encodePolicy } from "./policies.ts"
import { endpoint, pageOf, type Shown } from "./shared/endpoint.ts"
import { client_id } from "./shared/path.ts"
import { page, text, timestamp } from "./shared/query.ts"
import { encodeTaxRate } from "./tax-rates.ts"
import { encodeTopup } from "./topups.ts"
import { encodeTransaction } from "./transactions.ts"
import { encodeUser } from "./users.ts"
import { encodeWebhook } from "./webhooks.ts"

/** Who acted: a token, with the user for whom it acted; the operator; or the system by itself. */
const Actor = Schema.Struct({
  type: Schema.Literals(["token", "operator", "system"]),
  token_id: Schema.NullOr(Schema.String),
  user_id: Schema.NullOr(Schema.Int),
}).annotate({
  identifier: "Actor",
  description: "Who acted: a token (and the user for whom), the operator, or the system by itself.",
  examples: [{ type: "token", token_id: "0199a7c2-4f10-7c3a-9b52-6d1e8f0a2b42", user_id: 12 }],
})

const Fields = Schema.Record(Schema.String, Schema.Unknown)

export const Event = Schema.Struct({
  id: Schema.String,
  type: Schema.String,
  created: Schema.String,
  actor: Actor,
  data: Fields,
  previous: Schema.NullOr(Fields),
}).annotate({
  identifier: "Event",
  description:
    "A state change: the resource after it, and the fields that changed with the values they had (null where it is new).",
  examples: [
    {
      id: "0199a7c2-4f10-7c3a-9b52-6d1e8f0a2b60",
      type: "policy.updated",
      created: "2026-11-02T09:30:00.000Z",
      actor: { type: "token", token_id: "0199a7c2-4f10-7c3a-9b52-6d1e8f0a2b42", user_id: 12 },
      data: {
        id: "0199a7c2-4f10-7c3a-9b52-6d1e8f0a2b50",
        name: "Large topups",
        budget_id: null,
        above_amount: 500,
        created: "2026-11-01T09:30:00.000Z",
        updated: "2026-11-02T09:30:00.000Z",
      },
      previous: { above_amount: 250, updated: "2026-11-01T09:30:00.000Z" },
    },
  ],
})

/** How the interface shows a record of each kind that events are about. */
const encoders: { readonly [R in EventResource]: (record: never, business: Shown) => object } = {
  accounting_codes: encodeAccountingCode,
  budget_members: encodeMember,
  budget_owners: encodeOwner,
  budgets: encodeBudget,
  businesses: encodeBusiness,
  categories: encodeCategory,
  custom_field_budgets: encodeCustomFieldBudget,
  custom_field_options: encodeCustomFieldOption,
  custom_fields: encodeCustomField,
  invites: encodeInvite,
  policies: encodePolicy,
  tax_rates: encodeTaxRate,
  tokens: encodeToken,
  topups: encodeTopup,
  transactions: encodeTransaction,
  users: encodeUser,
  wallets: encodeWallet,
  webhooks: encodeWebhook,
}

/**
 * "`data` (the resource as the API shows it), `previous` (changed fields)": both by the resource's
 * own encoder, so that what the interface hides stays hidden, and amounts are in major units. A
 * field that changed unseen (a hidden one) is not among them.
 */
export const encodeEvent = (event: DomainEvent, business: Shown): typeof Event.Type => {
  const encode = encoders[event.resource] as (record: object, business: Shown) => object
  const data = asFields(encode(event.data, business))
  const before =
    event.previous === null
      ? null
      : asFields(encode({ ...event.data, ...event.previous }, business))
  return {
    id: event.id,
    type: event.type,
    created: event.created,
    actor: encodeActor(event.actor),
    data,
    previous: before === null ? null : changedFields(before, data),
  }
}

type Fields = { readonly [name: string]: unknown }

const asFields = (record: object): Fields => record as Fields

const changedFields = (before: Fields, after: Fields): Fields =>
  Object.fromEntries(
    Object.entries(before).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(after[name]),
    ),
  )

const encodeActor = (actor: DomainEvent["actor"]): typeof Actor.Type =>
  actor.type === "token"
    ? { type: "token", token_id: actor.token_id, user_id: actor.user_id }
    : { type: actor.type, token_id: null, user_id: null }

export const events = {
  list: endpoint({
    operation: "events.list",
    method: "GET",
    path: "/v1/businesses/{client_id}/events",
    access: { resource: "audit", action: "read" },
    summary: "List events",
    description:
      "The audit trail: every state change of the business, the oldest first. It is never edited.",
    params: { client_id },
    query: {
      ...page,
      type: text("Only events of this type.", 64, "topup.approved"),
      min_created: timestamp("At this instant or later."),
      max_created: timestamp("At this instant or earlier."),
    },
    ordered: [["min_created", "max_created"]],
    success: pageOf(Event, encodeEvent),
    problems: [],
  }),
}
