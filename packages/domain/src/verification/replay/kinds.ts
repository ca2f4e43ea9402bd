import type { Schema } from "effect"
import { type EventResource, eventResources } from "../../core/event-types.ts"
import { isAudited } from "../../core/fields.ts"
import { fold } from "../../core/fold.ts"
import { labelsOf } from "../../core/labels.ts"
import { BudgetPeriodRecord } from "../../core/records/budget-periods.ts"
import { LinkedBudget } from "../../core/records/custom-fields.ts"
import { ReceiptRecord } from "../../core/records/receipts.ts"
import { LineItem, LineItemRecord, TransactionRecord } from "../../core/records/transactions.ts"
import { records } from "../../core/records.ts"
import type { Lookups } from "./lookups.ts"
import type { Json } from "./record-events.ts"

/**
 * The fields of a record that its events and its row both have. An undefined value is unknown here
 * and equals every other.
 */
export type Fields = Json

/** How the events of one kind of record are compared with its row. */
export interface Kind {
  readonly fromEvent: (data: Json, lookups: Lookups) => Fields
  readonly fromRow: (row: Json, lookups: Lookups) => Fields
  /** Fields that never change, and that only the first event has. */
  readonly constantFields?: ReadonlyArray<string>
  /** Fields that changes of other records change too: two events in a row may differ in them. */
  readonly volatileFields?: ReadonlySet<string>
  /** True if events contain every change of this record; where absent they always do. */
  readonly isAudited?: (id: string, lookups: Lookups) => boolean
  /** True if a row needs an event; where absent every row does. */
  readonly needsEvent?: (row: Json) => boolean
  /** True if an event of another record creates this one: its own first event is a change. */
  readonly isCreatedByOther?: boolean
}

/** Stands for a field that is absent: it equals no value. */
export const missing = Symbol("missing")

type Struct = Schema.Struct<{ readonly [field: string]: Schema.Top }>

const namesOf = (record: Struct): ReadonlyArray<string> =>
  Object.entries(record.fields).flatMap(([name, field]) => (isAudited(field) ? [name] : []))

/** The fields that two descriptions of a record share. */
const sharedNames = (record: Struct, shown: Struct): ReadonlyArray<string> =>
  namesOf(record).filter((name) => name in shown.fields)

const pick =
  (names: ReadonlyArray<string>) =>
  (from: Json): Fields => {
    const fields: { [name: string]: unknown } = {}
    for (const name of names) fields[name] = name in from ? from[name] : missing
    return fields
  }

/** Picks every audited field of a record, except some; of those that its events show, if said. */
const auditedFields = (
  resource: EventResource,
  { except = [], shown }: { readonly except?: ReadonlyArray<string>; readonly shown?: Struct } = {},
) => {
  const { record } = records[resource]
  const names = shown === undefined ? namesOf(record) : sharedNames(record, shown)
  return pick(names.filter((name) => !except.includes(name)))
}

/** Events have every audited field as the row has it. */
const plain = (resource: EventResource, shown?: Struct): Kind => {
  const fields = auditedFields(resource, shown === undefined ? {} : { shown })
  return { fromEvent: fields, fromRow: fields }
}

const idOf = (shown: unknown): unknown => (isJson(shown) ? shown["id"] : shown)

const isJson = (value: unknown): value is Json => typeof value === "object" && value !== null

const list = (value: unknown): ReadonlyArray<Json> =>
  Array.isArray(value) ? value.filter(isJson) : []

/** Roles are shown in no particular order. */
const sortedRoles = (roles: unknown): ReadonlyArray<string> =>
  list(roles)
    .map(({ id, name }) => JSON.stringify([id, name]))
    .toSorted()

const business = auditedFields("businesses")
const businesses: Kind = {
  fromEvent: (data) => ({ ...business(data), roles: sortedRoles(data["roles"]) }),
  fromRow: (row, { roles }) => ({ ...business(row), roles: sortedRoles(roles) }),
}

/** Some storages look rows up by a key that follows from the address. */
const emailKeyOf = ({ email }: Json): unknown => (typeof email === "string" ? fold(email) : missing)

const invite = auditedFields("invites")
const invites: Kind = {
  fromEvent: (data) => ({ ...invite(data), email_key: emailKeyOf(data) }),
  fromRow: (row) => ({ ...invite(row), email_key: row["email_key"] }),
}

/** The delegate is "null when the business lacks the expense assistant feature": then unknown. */
const user = auditedFields("users", { except: ["expense_delegate"] })
const users: Kind = {
  fromEvent: (data) => ({
    ...user(data),
    expense_delegate: data["expense_delegate"] ?? undefined,
    email_key: emailKeyOf(data),
  }),
  fromRow: (row) => ({
    ...user(row),
    expense_delegate: row["expense_delegate"],
    email_key: row["email_key"],
  }),
}

/**
 * Under member limits the reset amount is the sum of the members', until the budget ends. Events
 * show the categories that were enabled at the time, if the budget is limited to categories.
 */
const budget = auditedFields("budgets", { except: ["reset_amount", "categories"] })
const budgetFields = (record: Json, ids: ReadonlyArray<unknown>, lookups: Lookups): Fields => ({
  ...budget(record),
  reset_amount:
    record["has_member_limits"] === true && record["is_deleted"] !== true
      ? undefined
      : record["reset_amount"],
  categories:
    record["limit_categories"] === true
      ? ids.filter((id) => lookups.isAlwaysEnabled(id))
      : undefined,
})
const budgets: Kind = {
  fromEvent: (data, lookups) => budgetFields(data, list(data["categories"]).map(idOf), lookups),
  fromRow: (row, lookups) =>
    budgetFields(row, row["categories"] as ReadonlyArray<unknown>, lookups),
}

/**
 * Without member limits a member shows the `reset_amount` of the budget: only the row of an active
 * member of a budget with limits must equal the last event.
 */
const member = auditedFields("budget_members", { except: ["reset_amount"] })
const budgetMembers: Kind = {
  fromEvent: (data) => ({ ...member(data), reset_amount: data["reset_amount"] }),
  fromRow: (row, lookups) => ({
    ...member(row),
    reset_amount:
      lookups.budget(row["budget_id"])?.has_member_limits === true && row["is_deleted"] === false
        ? row["reset_amount"]
        : undefined,
  }),
  volatileFields: new Set(["reset_amount"]),
}

/** An event of the budget has the end of a period; the period's own events restate it. */
const budgetPeriods: Kind = {
  ...plain("budget_periods", BudgetPeriodRecord),
  needsEvent: ({ restated }) => restated === true,
  isCreatedByOther: true,
}

/** Books are open from the beginning: a row, and an event, are of the first change of that. */
const books: Kind = { ...plain("books"), isCreatedByOther: true }

/**
 * An event shows only the key of a link. A custom field that gets another setting changes its links
 * without events of theirs, and the links of a deleted budget go with their field without events.
 */
const link = auditedFields("custom_field_budgets", { shown: LinkedBudget })
const customFieldBudgets: Kind = {
  isAudited: (id, lookups) => {
    const [field = "", budget = ""] = id.split(" ")
    return lookups.isAlwaysLinked(field) && lookups.budget(budget)?.is_deleted === false
  },
  fromEvent: (data) => ({ ...link(data), budget_id: data["id"] }),
  fromRow: (row) => ({ ...link(row), budget_id: row["budget_id"] }),
}

/** People are shown as users. */
const topup = auditedFields("topups", { except: ["requested_by", "actioned_by"] })
const topups: Kind = {
  fromEvent: (data) => ({
    ...topup(data),
    requested_by: idOf(data["requested_by"]),
    actioned_by: idOf(data["actioned_by"]),
  }),
  fromRow: auditedFields("topups"),
}

const constantFields = ["external_id", "decline_code", "explanation"]

/** Empty without an `external_id`; an event leaves out the other two where they are null. */
const constants = ({ external_id, decline_code = null, explanation = null }: Json): Fields =>
  external_id === undefined ? {} : { external_id, decline_code, explanation }

/**
 * The fields that the interface shows of a transaction, and those of its first event. No event has
 * the membership, the wallet's currency and the refunds: the ledger checks those.
 */
const transaction = auditedFields("transactions", {
  except: ["custom_fields", "line_items"],
  shown: TransactionRecord,
})
const lineItem = pick(
  sharedNames(LineItem, LineItemRecord).filter((name) => name !== "custom_fields"),
)

/** The texts of values: their fields may have had other names at the time of an event. */
const texts = (values: unknown): ReadonlyArray<unknown> =>
  list(values).map(({ entry_text }) => entry_text)

const merchantKeyOf = ({ merchant_name }: Json): unknown =>
  typeof merchant_name === "string" ? fold(merchant_name) : missing

/**
 * Whether the labels of a row follow from its own lists: events do not show the fields of values.
 * Unknown where a storage keeps none.
 */
const hasItsLabels = ({ labels, amount, custom_fields, line_items }: Json): boolean | undefined => {
  if (labels === undefined) return undefined
  const items = list(line_items).map((item) => ({
    ...item,
    custom_fields: list(item["custom_fields"]),
  }))
  const own = { amount, custom_fields: list(custom_fields), line_items: items }
  return labels === labelsOf(own as never)
}

const lineItems = (
  items: unknown,
  of: (item: Json) => { readonly category_id: unknown; readonly tax_rate_id: unknown },
  lookups: Lookups,
): ReadonlyArray<Fields> =>
  list(items).map((item) => {
    const { category_id, tax_rate_id } = of(item)
    // A removed tax rate is not shown any more; without itemised tax none is shown.
    const rate = lookups.hasTaxRate(tax_rate_id) ? tax_rate_id : null
    return {
      ...lineItem(item),
      custom_fields: texts(item["custom_fields"]),
      category_id,
      tax_rate_id: tax_rate_id === undefined ? undefined : rate,
    }
  })
const transactions: Kind = {
  constantFields,
  fromEvent: (data, lookups) => ({
    ...transaction(data),
    ...constants(data),
    merchant_key: merchantKeyOf(data),
    labels: true,
    custom_fields: texts(data["custom_fields"]),
    user_id: idOf(data["user"]),
    budget_id: idOf(data["budget"]),
    line_items: lineItems(
      data["line_items"],
      ({ category, tax_rate }) => ({ category_id: idOf(category), tax_rate_id: idOf(tax_rate) }),
      lookups,
    ),
  }),
  fromRow: (row, lookups) => ({
    ...transaction(row),
    ...constants(row),
    merchant_key: row["merchant_key"],
    labels: hasItsLabels(row),
    custom_fields: texts(row["custom_fields"]),
    user_id: row["user_id"],
    budget_id: row["budget_id"],
    line_items: lineItems(
      row["line_items"],
      ({ category_id, tax_rate_id }) => ({ category_id, tax_rate_id }),
      lookups,
    ),
  }),
}

/** Records whose events show some fields in another form than the rows. */
const exceptions: { readonly [R in EventResource]?: Kind } = {
  budget_members: budgetMembers,
  books,
  budget_periods: budgetPeriods,
  budgets,
  businesses,
  custom_field_budgets: customFieldBudgets,
  invites,
  receipts: plain("receipts", ReceiptRecord),
  topups,
  transactions,
  users,
}

/** Every kind of record that events are about. */
export const kinds = Object.fromEntries(
  eventResources.map((resource) => [resource, exceptions[resource] ?? plain(resource)]),
) as { readonly [R in EventResource]: Kind }
