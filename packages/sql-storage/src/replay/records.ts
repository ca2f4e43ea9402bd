import { type EventResource, eventResources } from "@outlay/domain/fields"
import { fold } from "@outlay/domain/rules"
import { tables } from "../shared/tables.ts"

/** A record as JSON has it. */
export interface Json {
  readonly [field: string]: unknown
}

/**
 * What of a record events and its row both tell, by field. Undefined is what cannot be told from
 * here, and is compared with nothing.
 */
export type Told = Json

/** What the records of a business need of others to be compared. */
export interface Surroundings {
  /** The tax rates that are there. */
  readonly tax_rates: ReadonlySet<string>
  /** The categories that are there, and were never disabled. */
  readonly steady_categories: ReadonlySet<string>
  /** The custom fields that were always under SOME, those that are gone among them. */
  readonly some_fields: ReadonlySet<string>
  /** The budgets that are not deleted. */
  readonly budgets: ReadonlySet<string>
}

/** How the events of one kind of record stand to its row. */
export interface Kind {
  /** What the data of an event tells. */
  readonly told: (data: Json, around: Surroundings) => Told
  /** What the row tells, in the same form. */
  readonly kept: (row: Json, around: Surroundings) => Told
  /** What the first event alone tells, since nothing changes it. */
  readonly forGood?: ReadonlyArray<string>
  /** What changes of other records change too, so that two events in a row need not agree on it. */
  readonly adrift?: ReadonlySet<string>
  /** Whether events tell all of this record; where this is left out they always do. */
  readonly isTold?: (id: string, around: Surroundings) => boolean
  /** Whether the first event of a record tells of a change: its creation is told with another's. */
  readonly isBornUntold?: boolean
}

/** Stands for a field that is not there at all: it agrees with no value. */
export const missing = Symbol("missing")

const pick =
  (fields: ReadonlyArray<string>) =>
  (from: Json): Told => {
    const told: { [field: string]: unknown } = {}
    for (const field of fields) told[field] = field in from ? from[field] : missing
    return told
  }

/** Every column, but for those that are told otherwise, or not at all. */
const columnsOf = (resource: EventResource, but: ReadonlyArray<string> = []) =>
  pick(tables[resource].columns.filter((column) => !but.includes(column)))

/** Events show every column. */
const whole = (resource: EventResource, but?: ReadonlyArray<string>): Kind => {
  const columns = columnsOf(resource, but)
  return { told: columns, kept: columns }
}

const idOf = (shown: unknown): unknown => (isJson(shown) ? shown["id"] : shown)

const isJson = (value: unknown): value is Json => typeof value === "object" && value !== null

const list = (value: unknown): ReadonlyArray<Json> =>
  Array.isArray(value) ? value.filter(isJson) : []

/** In which order roles are shown is not said. */
const roles = (value: unknown): ReadonlyArray<string> =>
  list(value)
    .map(({ id, name }) => JSON.stringify([id, name]))
    .toSorted()

const business = columnsOf("businesses")
const businesses: Kind = {
  told: (data) => ({ ...business(data), roles: roles(data["roles"]) }),
  kept: (row) => ({ ...business(row), roles: roles(row["roles"]) }),
}

/** Rows are looked up by what follows from the address. */
const emailKeyOf = ({ email }: Json): unknown => (typeof email === "string" ? fold(email) : missing)

const invite = columnsOf("invites")
const invites: Kind = {
  told: (data) => ({ ...invite(data), email_key: emailKeyOf(data) }),
  kept: (row) => ({ ...invite(row), email_key: row["email_key"] }),
}

/** "Null when the business lacks the expense assistant feature": then it is not told. */
const user = columnsOf("users", ["expense_delegate"])
const users: Kind = {
  told: (data) => ({
    ...user(data),
    expense_delegate: data["expense_delegate"] ?? undefined,
    email_key: emailKeyOf(data),
  }),
  kept: (row) => ({
    ...user(row),
    expense_delegate: row["expense_delegate"],
    email_key: row["email_key"],
  }),
}

/**
 * The current amounts follow from the ledger, and `updated` goes with them. Under member limits the
 * reset amount is the sum of the members', until the budget ends. Of its categories those are shown
 * that are enabled at the time, and none unless it is limited to them.
 */
const budget = columnsOf("budgets", [
  "available_amount",
  "spent_amount",
  "topped_up_amount",
  "moved_amount",
  "updated",
  "reset_amount",
  "categories",
])
const budgetTold = (record: Json, ids: ReadonlyArray<unknown>, around: Surroundings): Told => ({
  ...budget(record),
  reset_amount:
    record["has_member_limits"] === true && record["is_deleted"] !== true
      ? undefined
      : record["reset_amount"],
  categories:
    record["limit_categories"] === true
      ? ids.filter((id) => around.steady_categories.has(String(id)))
      : undefined,
})
const budgets: Kind = {
  told: (data, around) => budgetTold(data, list(data["categories"]).map(idOf), around),
  kept: (row, around) => budgetTold(row, row["categories"] as ReadonlyArray<unknown>, around),
}

/**
 * Amounts as with budgets; without member limits a member shows the budget's `reset_amount`, so
 * that only the row of an active member of a budget with limits has to be the one last shown.
 */
const member = columnsOf("budget_members", [
  "available_amount",
  "spent_amount",
  "updated",
  "reset_amount",
])
const budgetMembers: Kind = {
  told: (data) => ({ ...member(data), reset_amount: data["reset_amount"] }),
  kept: (row) => ({
    ...member(row),
    reset_amount:
      row["has_member_limits"] === true && row["is_deleted"] === false
        ? row["reset_amount"]
        : undefined,
  }),
  adrift: new Set(["reset_amount"]),
}

/**
 * Events tell only of what came late: how a period ended is told with its budget. What it began and
 * closed with moves with the periods before it.
 */
const budgetPeriod = pick([
  ...["client_id", "budget_id", "number", "start", "end"],
  ...["topped_up_amount", "moved_amount", "spent_amount", "restated"],
])
const budgetPeriods: Kind = { told: budgetPeriod, kept: budgetPeriod, isBornUntold: true }

/**
 * The key is all that an event shows of a link. A field that comes under another setting changes
 * its links without events of theirs, and those of a deleted budget go with their field unseen.
 */
const customFieldBudgets: Kind = {
  isTold: (id, { some_fields, budgets }) => {
    const [field = "", budget = ""] = id.split(" ")
    return some_fields.has(field) && budgets.has(budget)
  },
  told: ({ custom_field_id, id }) => ({ custom_field_id, budget_id: id }),
  kept: pick(["custom_field_id", "budget_id"]),
}

/** People are shown as users. */
const topup = columnsOf("topups", ["requested_by", "actioned_by"])
const topups: Kind = {
  told: (data) => ({
    ...topup(data),
    requested_by: idOf(data["requested_by"]),
    actioned_by: idOf(data["actioned_by"]),
  }),
  kept: columnsOf("topups"),
}

const forGood = ["external_id", "decline_code", "explanation"]

/** Nothing, where there is no `external_id`; what else is null an event leaves out. */
const toldForGood = ({ external_id, decline_code = null, explanation = null }: Json): Told =>
  external_id === undefined ? {} : { external_id, decline_code, explanation }

/**
 * What the interface shows of a transaction, and what it was created with for good. No event has
 * the membership, the wallet's currency and what came back, which the ledger judges.
 */
const transaction = columnsOf("transactions", [
  "client_id",
  "user_id",
  "budget_id",
  "budget_member_id",
  "member_stint",
  "period_number",
  "wallet_currency",
  "refunded_amount",
  "refunded_fx_amount",
  "movement_count",
  "balance_after",
  "custom_fields",
  ...forGood,
])
const lineItem = pick(["id", "amount", "gst_amount", "description"])

/** What values say: their fields may have had other names when an event showed them. */
const texts = (values: unknown): ReadonlyArray<unknown> =>
  list(values).map(({ entry_text }) => entry_text)

const lineItems = (
  items: unknown,
  of: (item: Json) => { readonly category_id: unknown; readonly tax_rate_id: unknown },
  { tax_rates }: Surroundings,
): ReadonlyArray<Told> =>
  list(items).map((item) => {
    const { category_id, tax_rate_id } = of(item)
    // One that is gone is not shown any more, and none without itemised tax.
    const rate = tax_rates.has(String(tax_rate_id)) ? tax_rate_id : null
    const custom_fields = texts(item["custom_fields"])
    const isSaid = tax_rate_id !== undefined
    return { ...lineItem(item), custom_fields, category_id, tax_rate_id: isSaid ? rate : undefined }
  })
const transactions: Kind = {
  forGood,
  told: (data, around) => ({
    ...transaction(data),
    ...toldForGood(data),
    custom_fields: texts(data["custom_fields"]),
    user_id: idOf(data["user"]),
    budget_id: idOf(data["budget"]),
    line_items: lineItems(
      data["line_items"],
      ({ category, tax_rate }) => ({ category_id: idOf(category), tax_rate_id: idOf(tax_rate) }),
      around,
    ),
  }),
  kept: (row, around) => ({
    ...transaction(row),
    ...toldForGood(row),
    custom_fields: texts(row["custom_fields"]),
    user_id: row["user_id"],
    budget_id: row["budget_id"],
    line_items: lineItems(
      row["line_items"],
      ({ category_id, tax_rate_id }) => ({ category_id, tax_rate_id }),
      around,
    ),
  }),
}

/** The records of which events say something else than what their rows have. */
const exceptions: { readonly [R in EventResource]?: Kind } = {
  budget_members: budgetMembers,
  budget_periods: budgetPeriods,
  budgets,
  businesses,
  custom_field_budgets: customFieldBudgets,
  invites,
  tokens: whole("tokens", ["digest", "last_used_at"]),
  topups,
  transactions,
  users,
  wallets: whole("wallets", ["balance", "updated"]),
  webhooks: whole("webhooks", ["secrets"]),
}

/** Every kind of record that events are about. */
export const kinds = Object.fromEntries(
  eventResources.map((resource) => [resource, exceptions[resource] ?? whole(resource)]),
) as { readonly [R in EventResource]: Kind }
