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
 * The fields of a record that both its events and its row have. An undefined value is unknown and
 * equals every other.
 */
export type Fields = Json

/** Comparison of the events of one kind of record with its row. */
export interface Kind {
  readonly fromEvent: (data: Json, lookups: Lookups) => Fields
  readonly fromRow: (row: Json, lookups: Lookups) => Fields
  /** Fields that never change and that only the first event contains. */
  readonly constantFields?: ReadonlyArray<string>
  /**
   * Fields that changes of other records also change, so that two consecutive events may differ in
   * them.
   */
  readonly volatileFields?: ReadonlySet<string>
  /** True if events contain every change of this record. Defaults to true. */
  readonly isAudited?: (id: string, lookups: Lookups) => boolean
  /** True if the row needs an event. Defaults to true. */
  readonly needsEvent?: (row: Json) => boolean
  /**
   * True if an event of another record creates this one, so that its own first event is a change.
   */
  readonly isCreatedByOther?: boolean
}

/** Marks a missing field. It equals no value. */
export const missing = Symbol("missing")

type Struct = Schema.Struct<{ readonly [field: string]: Schema.Top }>

const namesOf = (record: Struct): ReadonlyArray<string> =>
  Object.entries(record.fields).flatMap(([name, field]) => (isAudited(field) ? [name] : []))

/** Returns the fields that two schemas of a record share. */
const sharedNames = (record: Struct, shown: Struct): ReadonlyArray<string> =>
  namesOf(record).filter((name) => name in shown.fields)

const pick =
  (names: ReadonlyArray<string>) =>
  (from: Json): Fields => {
    const fields: { [name: string]: unknown } = {}
    for (const name of names) fields[name] = name in from ? from[name] : missing
    return fields
  }

/**
 * Picks the audited fields of a record without those in `except` or, if `shown` is given, only
 * those that its events show.
 */
const auditedFields = (
  resource: EventResource,
  { except = [], shown }: { readonly except?: ReadonlyArray<string>; readonly shown?: Struct } = {},
) => {
  const { record } = records[resource]
  const names = shown === undefined ? namesOf(record) : sharedNames(record, shown)
  return pick(names.filter((name) => !except.includes(name)))
}

/** Creates the kind of a record whose events contain its audited fields unchanged. */
const plain = (resource: EventResource, shown?: Struct): Kind => {
  const fields = auditedFields(resource, shown === undefined ? {} : { shown })
  return { fromEvent: fields, fromRow: fields }
}

const idOf = (shown: unknown): unknown => (isJson(shown) ? shown["id"] : shown)

const isJson = (value: unknown): value is Json => typeof value === "object" && value !== null

const list = (value: unknown): ReadonlyArray<Json> =>
  Array.isArray(value) ? value.filter(isJson) : []

/** Sorts roles, because events show them in any order. */
const sortedRoles = (roles: unknown): ReadonlyArray<string> =>
  list(roles)
    .map(({ id, name }) => JSON.stringify([id, name]))
    .toSorted()

const business = auditedFields("businesses")
const businesses: Kind = {
  fromEvent: (data) => ({ ...business(data), roles: sortedRoles(data["roles"]) }),
  fromRow: (row, { roles }) => ({ ...business(row), roles: sortedRoles(roles) }),
}

/** Returns the key by which some storages look rows up. It follows from the email address. */
const emailKeyOf = ({ email }: Json): unknown => (typeof email === "string" ? fold(email) : missing)

const invite = auditedFields("invites")
const invites: Kind = {
  fromEvent: (data) => ({ ...invite(data), email_key: emailKeyOf(data) }),
  fromRow: (row) => ({ ...invite(row), email_key: row["email_key"] }),
}

/**
 * The field is "null when the business lacks the expense assistant feature", so null means unknown.
 */
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
 * The reset amount is unknown with member limits, until the budget is deleted, because it follows
 * from the members. Events show the categories that were enabled at the time, if the budget is
 * limited to categories.
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
 * A member shows the `reset_amount` of the budget if it has no member limits. So only the row of an
 * active member of a budget with limits must equal the last event.
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

/**
 * An event of the budget reports the end of a period. Events of the period itself only restate it.
 */
const budgetPeriods: Kind = {
  ...plain("budget_periods", BudgetPeriodRecord),
  needsEvent: ({ restated }) => restated === true,
  isCreatedByOther: true,
}

/** Books are open initially. The first change creates the row and the first event. */
const books: Kind = { ...plain("books"), isCreatedByOther: true }

/**
 * An event shows only the key of a link. A new setting of a custom field changes its links without
 * events, and so does the removal of a field for links to deleted budgets.
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

/** Events show people as users. */
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

/**
 * Returns the constant fields, or none without an `external_id`. An event omits the other two if
 * they are null.
 */
const constants = ({ external_id, decline_code = null, explanation = null }: Json): Fields =>
  external_id === undefined ? {} : { external_id, decline_code, explanation }

/**
 * The fields of a transaction that the interface shows, and those of its first event. No event
 * contains the membership, the currency of the wallet and the refunds; the ledger checks those.
 */
const transaction = auditedFields("transactions", {
  except: ["custom_fields", "line_items"],
  shown: TransactionRecord,
})
const lineItem = pick(
  sharedNames(LineItem, LineItemRecord).filter((name) => name !== "custom_fields"),
)

/**
 * Returns the texts of values. The names of their fields may have been different at the time of an
 * event.
 */
const texts = (values: unknown): ReadonlyArray<unknown> =>
  list(values).map(({ entry_text }) => entry_text)

const merchantKeyOf = ({ merchant_name }: Json): unknown =>
  typeof merchant_name === "string" ? fold(merchant_name) : missing

/**
 * True if the labels of a row match its own lists. Events cannot be compared, because they do not
 * show the fields of values. Undefined if the storage has no labels.
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
    // A removed tax rate is no longer shown. Without itemised tax, none is shown.
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
