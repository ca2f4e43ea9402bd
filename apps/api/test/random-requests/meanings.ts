import type { Chance } from "../../../../scripts/chaos/chance.ts"
import type { Knowledge, Known } from "./knowledge.ts"
import { nobodysId, type Values } from "./values.ts"

type Body = { [field: string]: unknown }
type Record_ = Known["record"]

/** Inputs for creating bodies. */
export interface Means {
  readonly chance: Chance
  readonly values: Values
  readonly knowledge: Knowledge
  /** Returns the current time in milliseconds. */
  readonly now: () => number
}

const isLive: (record: Record_) => boolean = ({ is_deleted }) => is_deleted !== true
const isPending = ({ status }: Record_) => status === "PENDING"
const isHeld = ({ status }: Record_) => status === "AUTHED"

/** Conditions on a record, and its parent, under which an operation can succeed. */
export const preconditions: {
  readonly [operation: string]: (record: Record_, above: Record_) => boolean
} = {
  "budgets.update": isLive,
  "budgets.remove": isLive,
  "budgetMembers.create": isLive,
  "budgetMembers.update": (record, budget) =>
    isLive(record) && budget["has_member_limits"] === true,
  "budgetMembers.remove": isLive,
  "budgetOwners.create": isLive,
  "budgetOwners.remove": isLive,
  "users.update": isLive,
  "users.remove": isLive,
  "topups.create": (record) => isLive(record) && record["has_member_limits"] === false,
  "topups.createOfMember": (record, budget) =>
    isLive(record) && budget["has_member_limits"] === true,
  ...Object.fromEntries(
    ["approve", "decline", "cancel"].flatMap((verb) => [
      [`topups.${verb}`, isPending],
      [`topups.${verb}OfMember`, isPending],
    ]),
  ),
  "invites.cancel": ({ used }) => used === false,
  "invites.accept": ({ used }) => used === false,
  "transactions.clear": isHeld,
  "transactions.reverse": isHeld,
  "transactions.refund": ({ status, amount }) => status === "CLEARED" && Number(amount) < 0,
  "categories.update": ({ custom }) => custom === true,
  "categories.remove": ({ custom }) => custom === true,
  "customFields.update": ({ created_by }) => created_by === "PUBLIC_API",
  "customFieldOptions.create": ({ field_type }) => field_type === "LIST",
  "customFieldBudgets.create": ({ budget_setting }) => budget_setting === "SOME",
  "syncedCustomFields.update": ({ created_by }) => created_by !== "PUBLIC_API",
  "syncedCustomFields.remove": ({ created_by }) => created_by !== "PUBLIC_API",
  "receipts.thumbnail": ({ media_type }) => media_type === "image/png",
}

/** Users cannot decide their own topups, so a token without a user does. */
export const likelyActor = (operation: string): string =>
  /^topups\.(approve|decline)/u.test(operation) ? "machine" : "admin"

/** Weight of operations that others depend on; the others have that of their method. */
export const neededBy: { readonly [operation: string]: number } = {
  "budgets.create": 20,
  "budgetMembers.create": 8,
  "authorisations.create": 15,
  "transactions.record": 10,
  "topups.create": 10,
  "topups.createOfMember": 10,
  "invites.create": 8,
  "customFields.create": 6,
  "customFieldBudgets.create": 6,
  "webhooks.create": 6,
  "webhooks.deliveries": 6,
}

const without = (body: Body, ...names: ReadonlyArray<string>): Body =>
  Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)))

const newBudget = (body: Body, { chance, knowledge, values }: Means): Body => {
  const people = [...new Set([1, 2].map(() => knowledge.value("user_id")))]
  const hasLimits = values.is(0.5)
  const amount = hasLimits ? { reset_amount: 500 } : {}
  return {
    ...without(body, "custom_fields", values.is(0.7) ? "categories" : ""),
    has_member_limits: hasLimits,
    reset_amount: hasLimits ? 500 * people.length : chance.from(100, 5_000),
    members: people.map((id) => ({ user: { id }, ...amount })),
    owners: [{ user: { id: people[0] } }],
  }
}

/** Returns a purchase by a member of a budget. */
const purchase = (body: Body, { chance, knowledge, values, now }: Means): Body => {
  const all = knowledge.fitting(["budget_id", "budget_member_id"])
  const { place, record } = all.length === 0 ? { place: {}, record: {} } : chance.of(all)
  const { user } = record as { readonly user?: { readonly id: number } | null }
  const days = values.is(0.5) ? 0 : chance.from(0, 40)
  return {
    ...without(body, "currency", "fx_amount"),
    user_id: user?.id ?? 1,
    budget_id: (place as { readonly budget_id?: string }).budget_id ?? nobodysId,
    amount: values.amount(0),
    auth_date: new Date(now() - days * 86_400_000).toISOString(),
  }
}

/** Returns a bank's row: in the business's currency and without line items. */
const recorded = (body: Body, means: Means): Body => ({
  ...without(
    purchase(body, means),
    ...["line_items", "custom_fields", "receipt_urls", "cleared_date", "gst", "attendees"],
    ...["category_id", "tax_rate_id", "receipts", "description"],
  ),
  amount: means.values.amount(-1),
})

/** Returns a topup; half of them need approval. */
const raise = (body: Body, { values }: Means): Body => ({
  ...body,
  amount: values.amount(0.01),
  ...(values.is(0.5) ? { auto_approve: false } : {}),
})

const absence = (body: Body, { values }: Means): Body => ({
  ...without(body, "expense_delegate", "delegate_approver"),
  ...(values.is(0.5)
    ? {
        out_of_office_mode: true,
        out_of_office_start_date: values.date(2),
        out_of_office_end_date: values.date(9),
      }
    : { out_of_office_mode: false }),
})

/** Adjustments by operation that make a schema-valid body meaningful. */
export const meanings: { readonly [operation: string]: (body: Body, means: Means) => Body } = {
  "budgets.create": newBudget,
  "budgets.update": (body, { values }) =>
    without(body, "custom_fields", "reset_amount", values.is(0.7) ? "has_member_limits" : ""),
  "budgetMembers.create": (body, { values }) =>
    values.is(0.5) ? without(body, "reset_amount") : { ...body, reset_amount: 100 },
  "authorisations.create": purchase,
  "transactions.record": recorded,
  "transactionImport.create": recorded,
  "transactions.clear": () => ({}),
  "transactions.reverse": () => ({}),
  "transactions.refund": (_, { values }) => (values.is(0.5) ? {} : { amount: 0.01 }),
  "transactions.update": (body) => without(body, "line_items", "custom_fields", "gst"),
  "expenses.update": (body) => without(body, "line_items", "custom_fields"),
  "users.update": absence,
  "me.update": absence,
  "topups.create": raise,
  "topups.createOfMember": raise,
  // A policy for all amounts would leave nothing that succeeds immediately.
  "policies.create": (body) => ({ ...body, above_amount: 4_000 }),
  "books.update": (_, { values }) => ({ locked_through: values.is(0.5) ? null : values.date(-50) }),
  // Itemised tax shows tax rates. Without an integration, accounting codes can be created.
  "businesses.update": ({ features, ...body }) => ({
    ...without(body, "integration"),
    ...(features === undefined ? {} : { features: { ...(features as Body), itemised_tax: true } }),
  }),
  "customFields.create": (body, { values }) =>
    values.is(0.6) ? { ...body, budget_setting: "SOME" } : body,
  "taxRates.create": (body) => ({ ...body, rate: 0.1 }),
  "taxRates.update": (body) => without(body, "rate"),
  "exports.create": (body, { values }) => ({
    ...body,
    start_date: values.date(-60),
    end_date: values.date(0),
  }),
  "clock.set": (_, { chance, now }) => ({
    now: new Date(now() + chance.from(1, 30) * 3_600_000).toISOString(),
  }),
  "signIn.openSession": (_, { knowledge }) => ({ token: knowledge.latest("link") }),
  "signIn.acceptInvite": (body, { knowledge }) => ({
    ...body,
    token: knowledge.latest("invite link"),
    replace_session: true,
  }),
  "tokens.create": (body, { now }) => ({
    ...body,
    expires_at: new Date(now() + 400 * 86_400_000).toISOString(),
  }),
  "apiTokens.create": (body, { now }) => ({
    ...body,
    expires_at: new Date(now() + 400 * 86_400_000).toISOString(),
  }),
}
