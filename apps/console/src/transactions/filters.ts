/** Filters of the list of transactions in the address. */
import type { TransactionQuery } from "../api/queries.ts"
import type { Texts } from "../texts/english.ts"

/** Filters as texts of the address; an absent filter does not filter. */
export interface Filters {
  readonly search?: string
  readonly status?: Status
  readonly expense?: "complete" | "incomplete"
  readonly receipt?: "yes" | "no"
  /** Transaction type, or `spending` for all types that reports count. */
  readonly type?: string
  readonly person?: string
  readonly budget?: string
  /** Category id, or `none` for line items without one. */
  readonly category?: string
  /** Name of a custom field, a colon, and its exact value. */
  readonly field?: string
  readonly from?: string
  readonly to?: string
  /** Lower bound of the absolute amount, in major units. */
  readonly least?: string
  readonly most?: string
  readonly sort?: Sort
  readonly page?: string
}

/** Props of each part of the filters. */
export interface FilterGiven {
  readonly filters: Filters
  readonly change: (change: Partial<Filters>) => void
  /** True if the name of a field stands above it, and not inside it. */
  readonly isLabelled?: boolean
}

/** Props that name a field. */
export const nameOf = (label: string, isLabelled: boolean) =>
  isLabelled ? { label } : { "aria-label": label, placeholder: label }

/** Width of a field with a chosen value. */
export const roomFor = (chosen: string | undefined) =>
  ({ "--filter-text-ch": chosen?.length ?? 0 }) as object

export const statuses = ["pending", "cleared", "refunded", "declined"] as const
export type Status = (typeof statuses)[number]

/** Sort orders of the list; the default is newest first. */
export const sorts = [
  "-auth_date",
  "auth_date",
  "-amount",
  "amount",
  "merchant_name",
  "-merchant_name",
] as const
export type Sort = (typeof sorts)[number]

export const types = [
  "CARD_TRANSACTION",
  "BILL",
  "REIMBURSEMENT",
  "CHARGE",
  "CREDIT",
  "DEPOSIT_DIRECT_CREDIT",
  "DEPOSIT_DIRECT_DEBIT",
  "EXTERNAL_TRANSFER",
  "MANUAL_TRANSFER",
] as const

/** Choices of the filters whose values are fixed. */
export const choicesOf = (transactions: Texts["transactions"]) => ({
  expense: [
    { value: "incomplete", label: transactions.incomplete },
    { value: "complete", label: transactions.complete },
  ],
  receipt: [
    { value: "no", label: transactions.noReceipt },
    { value: "yes", label: transactions.hasReceipt },
  ],
  status: statuses.map((value) => ({ value, label: transactions[value] })),
  type: [
    { value: "spending", label: transactions.allSpending },
    ...types.map((value) => ({ value, label: transactions.types[value] ?? value })),
  ],
})

/** Types that count as spending. */
const spent = ["CARD_TRANSACTION", "BILL", "REIMBURSEMENT", "CHARGE"] as const

export const pageSize = 50

const oneOf =
  (...allowed: ReadonlyArray<string>) =>
  (text: string) =>
    allowed.includes(text)

const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/u.test(text) && !Number.isNaN(Date.parse(text))
const isUuid = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u.test(text)
const isAmount = (text: string): boolean => /^\d{1,10}(\.\d{1,3})?$/u.test(text)
const isNumber = (text: string): boolean => /^[1-9]\d{0,9}$/u.test(text)

/**
 * Tests valid values of each filter. Invalid values in a hand-edited address are ignored, not
 * refused.
 */
const allowed: Readonly<Record<keyof Filters, (text: string) => boolean>> = {
  search: (text) => text.trim() !== "" && text.length <= 128,
  status: oneOf(...statuses),
  expense: oneOf("complete", "incomplete"),
  receipt: oneOf("yes", "no"),
  type: oneOf("spending", ...types),
  person: isNumber,
  budget: isUuid,
  category: (text) => text === "none" || isUuid(text),
  field: (text) => /^[^:]+:.+$/u.test(text) && text.length <= 1100,
  from: isDay,
  to: isDay,
  least: isAmount,
  most: isAmount,
  sort: oneOf(...sorts),
  page: isNumber,
}

/** Returns the valid filters of an address. */
export const filtersIn = (search: Readonly<Record<string, unknown>>): Filters =>
  Object.fromEntries(
    Object.entries(allowed).flatMap(([name, isAllowed]) => {
      const value = search[name]
      return typeof value === "string" && isAllowed(value) ? [[name, value]] : []
    }),
  )

/** Changes filters and returns to the first page. */
export const withFilter = (filters: Filters, change: Partial<Filters>): Filters =>
  filtersIn({ ...filters, page: undefined, ...change })

/**
 * Returns the bounds that are in the wrong order, so that nothing can match; null if all are valid.
 */
export const turnedBounds = ({ from, to, least, most }: Filters): "days" | "amounts" | null =>
  from !== undefined && to !== undefined && from > to
    ? "days"
    : least !== undefined && most !== undefined && Number(least) > Number(most)
      ? "amounts"
      : null

/** Number of active filters; page and sort order do not count. */
export const filterCount = ({ page: _, sort: __, ...filters }: Filters): number =>
  Object.keys(filters).length

/** Clears the filters and keeps the sort order. */
export const withoutFilters = ({ sort }: Filters): Filters => (sort === undefined ? {} : { sort })

const statusOf = {
  pending: "AUTHED",
  cleared: "CLEARED",
  refunded: "REFUNDED",
  declined: "DECLINED",
} as const

type Type = (typeof types)[number]

const typesOf = (type: string): Type[] => (type === "spending" ? [...spent] : [type as Type])

/** Query of the API. */
export const queryOf = (filters: Filters): TransactionQuery => {
  const { search, status, expense, receipt, type, person, budget } = filters
  const { category, field, from, to, least, most, sort, page } = filters
  return {
    limit: pageSize,
    offset: (Number(page ?? 1) - 1) * pageSize,
    ...(search === undefined ? {} : { search: search.trim() }),
    ...(status === undefined ? {} : { status: [statusOf[status]] }),
    ...(expense === undefined
      ? {}
      : { expense_status: expense === "complete" ? "COMPLETE" : "INCOMPLETE_EXPENSE" }),
    ...(receipt === undefined ? {} : { has_receipt: receipt === "yes" }),
    ...(type === undefined ? {} : { transaction_type: typesOf(type) }),
    ...(person === undefined ? {} : { user_id: Number(person) }),
    ...(budget === undefined ? {} : { budget_id: budget }),
    ...(category === undefined
      ? {}
      : category === "none"
        ? { has_category: false }
        : { category_id: category }),
    ...(field === undefined ? {} : { custom_field: field }),
    ...(sort === undefined ? {} : { sort }),
    ...(from === undefined ? {} : { min_auth_date: from }),
    ...(to === undefined ? {} : { max_auth_date: to }),
    ...(least === undefined ? {} : { min_amount: Number(least) }),
    ...(most === undefined ? {} : { max_amount: Number(most) }),
  }
}
