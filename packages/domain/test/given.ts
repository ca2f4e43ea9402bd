import { BigDecimal, Result } from "effect"
import { expect } from "vitest"
import type { Actor } from "../src/core/actor.ts"
import { type Decision, whole } from "../src/core/decision.ts"
import { money, zero } from "../src/core/money.ts"
import type { BudgetMember } from "../src/core/records/budget-members.ts"
import type { BudgetOwner } from "../src/core/records/budget-owners.ts"
import type { Budget } from "../src/core/records/budgets.ts"
import type { Business } from "../src/core/records/businesses.ts"
import type { Category } from "../src/core/records/categories.ts"
import type {
  CustomField,
  CustomFieldBudget,
  CustomFieldOption,
} from "../src/core/records/custom-fields.ts"
import type { Invite } from "../src/core/records/invites.ts"
import type { Policy } from "../src/core/records/policies.ts"
import type { Receipt } from "../src/core/records/receipts.ts"
import type { Role } from "../src/core/records/roles.ts"
import type { Topup } from "../src/core/records/topups.ts"
import type { Transaction } from "../src/core/records/transactions.ts"
import type { User } from "../src/core/records/users.ts"
import type { Webhook, WebhookDelivery } from "../src/core/records/webhooks.ts"

/** Default current time of tests: a Saturday. */
export const now = "2026-11-21T12:00:00.000Z"
const created = "2026-01-05T09:00:00.000Z"
const stamp = { client_id: 7, is_deleted: false, created, updated: created }

export const decimal = (text: string): BigDecimal.BigDecimal => BigDecimal.fromStringUnsafe(text)

export const aBusiness = (fields: Partial<Business> = {}): Business => ({
  client_id: 7,
  name: "Acme",
  currency: "AUD",
  features: { expense_assistant: true, itemised_tax: false, hold_to_wallet: false },
  integration: null,
  created,
  updated: created,
  ...fields,
})

export const aRole = (fields: Partial<Role> = {}): Role => ({
  client_id: 7,
  id: "role-member",
  name: "Team Member",
  is_deletable: false,
  permissions: [],
  created,
  ...fields,
})

export const aUser = (id: number, fields: Partial<User> = {}): User => ({
  ...stamp,
  id,
  first_name: `First${id}`,
  last_name: `Last${id}`,
  display_name: null,
  email: `user${id}@example.test`,
  role_id: "role-member",
  payment_types: ["cards"],
  out_of_office_mode: false,
  out_of_office_start_date: null,
  out_of_office_end_date: null,
  delegate_approver: null,
  expense_delegate: [],
  muted_notifications: [],
  ...fields,
})

export const anInvite = (id: number, fields: Partial<Invite> = {}): Invite => ({
  client_id: 7,
  id,
  email: `invitee${id}@example.test`,
  role_id: "role-member",
  payment_types: ["cards"],
  used: false,
  is_cancelled: false,
  created,
  updated: created,
  ...fields,
})

export const aBudget = (fields: Partial<Budget> = {}): Budget => ({
  ...stamp,
  id: "budget-1",
  name: "Travel",
  budget_type: "BUDGET",
  available_amount: money(10_000),
  spent_amount: zero,
  reset_amount: money(10_000),
  reset_period: "MONTHLY",
  current_period_start: "2026-11-01T00:00:00.000Z",
  current_period_end: "2026-11-30T23:59:59.999Z",
  ...{ period_number: 1, period_start: "2026-11-01T00:00:00.000Z" },
  ...{ granted_amount: money(10_000), topped_up_amount: zero, moved_amount: zero, rolled_from: 1 },
  has_member_limits: false,
  rollover_funds: false,
  limit_categories: false,
  categories: [],
  ...fields,
})

export const aMember = (id: number, fields: Partial<BudgetMember> = {}): BudgetMember => ({
  ...stamp,
  id,
  budget_id: "budget-1",
  user_id: id,
  invite_id: null,
  available_amount: zero,
  spent_amount: zero,
  reset_amount: zero,
  stint: 1,
  since: created,
  ...fields,
})

export const anOwner = (id: string, fields: Partial<BudgetOwner> = {}): BudgetOwner => ({
  ...stamp,
  id,
  budget_id: "budget-1",
  user_id: 1,
  invite_id: null,
  ...fields,
})

export const aCategory = (id: string, fields: Partial<Category> = {}): Category => ({
  ...stamp,
  id,
  name: `Category ${id}`,
  custom: false,
  enabled: true,
  accounting_code_id: null,
  locked: [],
  ...fields,
})

export const aCustomField = (id: string, fields: Partial<CustomField> = {}): CustomField => ({
  client_id: 7,
  id,
  name: `Field ${id}`,
  field_type: "LIST",
  budget_setting: "SOME",
  is_manager_only: false,
  created_by: "PUBLIC_API",
  is_deleted: false,
  created,
  updated: created,
  ...fields,
})

export const anOption = (id: string, custom_field_id: string): CustomFieldOption => ({
  client_id: 7,
  id,
  custom_field_id,
  text: `Option ${id}`,
  enabled: true,
  created,
  updated: created,
})

export const aLink = (
  custom_field_id: string,
  allow_options: CustomFieldBudget["allow_options"] = null,
): CustomFieldBudget => ({ client_id: 7, custom_field_id, budget_id: "budget-1", allow_options })

export const aTopup = (fields: Partial<Topup> = {}): Topup => ({
  client_id: 7,
  id: "topup-1",
  budget_id: "budget-1",
  budget_member_id: null,
  amount: money(500),
  description: "More",
  status: "PENDING",
  requested_by: 2,
  requested_by_token: "token-2",
  ...{ actioned_by: null, actioned_on: null, reason: null },
  created,
  updated: created,
  ...fields,
})

export const aReceipt = (fields: Partial<Receipt> = {}): Receipt => ({
  ...{ client_id: 7, id: "receipt-1", transaction_id: "transaction-1", file_id: "file-1" },
  ...{ media_type: "image/png", size: 70, sha256: "5f70", name: "lunch.png", created },
  ...fields,
})

export const aPolicy = (fields: Partial<Policy> = {}): Policy => ({
  client_id: 7,
  id: "policy-1",
  name: "Every topup",
  budget_id: null,
  above_amount: null,
  created,
  updated: created,
  ...fields,
})

export const aWebhook = (fields: Partial<Webhook> = {}): Webhook => ({
  client_id: 7,
  id: "webhook-1",
  url: "https://books.example.test/outlay",
  event_types: ["*"],
  description: null,
  enabled: true,
  disabled_reason: null,
  secrets: [{ secret: "whsec_1", expires_at: null }],
  created,
  updated: created,
  ...fields,
})

export const aDelivery = (fields: Partial<WebhookDelivery> = {}): WebhookDelivery => ({
  client_id: 7,
  id: "delivery-1",
  webhook_id: "webhook-1",
  event_id: "event-1",
  event_type: "topup.created",
  event_sequence: 1,
  sequence: 1,
  status: "PENDING",
  attempts: 0,
  first_attempt: null,
  last_attempt: null,
  next_attempt: created,
  response_status: null,
  error: null,
  created,
  updated: created,
  ...fields,
})

/** A debit of 12.00 AUD by user 2, a member of budget-1, held and not yet cleared. */
export const aTransaction = (fields: Partial<Transaction> = {}): Transaction => ({
  client_id: 7,
  id: "transaction-1",
  external_id: "ext-1",
  transaction_type: "CARD_TRANSACTION",
  status: "AUTHED",
  expense_status: "INCOMPLETE_EXPENSE",
  auth_date: "2026-11-20T10:00:00.000Z",
  cleared_date: null,
  merchant_name: "Harbour Kitchen",
  currency: "AUD",
  amount: money(-1_200),
  fx_amount: money(-1_200),
  gst: zero,
  user_id: 2,
  budget_id: "budget-1",
  budget_member_id: 2,
  member_stint: 1,
  period_number: 1,
  wallet_currency: "AUD",
  refunded_amount: zero,
  refunded_fx_amount: zero,
  movement_count: 1,
  balance_after: money(-1_200),
  decline_code: null,
  booked_on: null,
  explanation: null,
  attendees: [],
  receipt_urls: [],
  custom_fields: [],
  line_items: [],
  created,
  updated: created,
  ...fields,
})

/** Actor of a token. If `user_id` is null, the token has no user. */
export const anActor = (user_id: number | null, is_admin = false): Actor => ({
  type: "token",
  token_id: `token-${user_id ?? "none"}`,
  user_id,
  role_id: is_admin ? "role-admin" : "role-member",
  is_admin,
})

/**
 * Returns the verdict of a rule: the name of its refusal, or one line for each change of the
 * decision.
 */
export const verdict = (
  result: Result.Result<Decision<unknown>, { readonly _tag: string }>,
): string | ReadonlyArray<string> => {
  if (Result.isFailure(result)) return result.failure._tag
  const { writes, entries, events } = result.success
  return [
    ...writes
      .filter(({ table }) => table !== "movements" && table !== "budget_periods")
      .map(({ table, before, after }) => `${table} ${difference(before, after)}`),
    ...entries.map((_) => `${_.amount} ${_.credit_account} → ${_.debit_account}`),
    ...events.map((_) => `event ${_.type}`),
  ]
}

/** Fields that a verdict omits, because other tables and longer tests check them. */
const quiet = new Set(
  `created updated client_id stint since period_number period_start rolled_from granted_amount
  topped_up_amount moved_amount movement_count`.split(/\s+/u),
)

const difference = (before: object | null, after: object | null): string => {
  if (after === null) return "removed"
  if (before === null) return "created"
  return Object.entries(after)
    .filter(
      ([name, value]) =>
        !quiet.has(name) &&
        JSON.stringify(value) !== JSON.stringify(before[name as keyof typeof before]),
    )
    .map(([name, value]) => `${name}=${typeof value === "object" ? JSON.stringify(value) : value}`)
    .join(" ")
}

/** Returns the refusal of a rule that must refuse, and checks that its message is a sentence. */
export const refusal = <E extends { readonly _tag: string; readonly message: string }>(
  result: Result.Result<Decision<unknown>, E>,
): E => {
  if (Result.isSuccess(result)) throw new Error("this rule accepted what it must refuse")
  expect(result.failure.message).toMatch(/^[A-Z"].{10,}\.$/su)
  return result.failure
}

/** Expectations of a row of a table; `pointer` is the position of the error in the request. */
export interface Expected {
  readonly verdict: string | ReadonlyArray<string>
  readonly pointer?: string
}

/**
 * Checks a row: the verdict, the message and pointer of a refusal, and that the writes of a
 * decision match its ledger entries.
 */
export const judge = (
  decided: Result.Result<Decision<unknown>, { readonly _tag: string; readonly message: string }>,
  { verdict: expected, pointer }: Expected,
): void => {
  const result = Result.map(decided, whole)
  expect(verdict(result)).toEqual(expected)
  if (Result.isSuccess(result)) {
    expect(posted(result.success.entries)).toEqual(rowsMoved(result.success.writes))
  } else if (pointer === undefined) {
    refusal(result)
  } else {
    expect(refusal(result)).toMatchObject({ pointer })
  }
}

type Totals = Readonly<Record<string, number>>

/**
 * Returns the changes that entries make to the running totals of budgets and members, by account.
 */
export const posted = (entries: Decision<unknown>["entries"]): Totals =>
  totals(
    entries.flatMap(({ debit_account, credit_account, amount }) => [
      [debit_account, amount],
      [credit_account, -amount],
    ]),
  )

/**
 * Returns the changes of the running totals in the rows of budgets and members, by account. Spent
 * amounts start at 0 in each period.
 */
export const rowsMoved = (writes: Decision<unknown>["writes"]): Totals =>
  totals(
    writes.flatMap((write) => {
      if (write.table !== "budgets" && write.table !== "budget_members") return []
      const owner = write.table === "budgets" ? "budget" : "member"
      const account = `${owner}:${(write.after ?? write.before)?.id}`
      const by = (field: "available_amount" | "spent_amount"): number =>
        (write.after?.[field] ?? 0) - (write.before?.[field] ?? 0)
      const isReset = writes.some(
        ({ table, before, after }) =>
          table === "budgets" &&
          (write.table === "budgets" || write.after?.budget_id === after?.id) &&
          before !== null &&
          before.period_number !== after?.period_number,
      )
      return [
        [`${account}:available`, by("available_amount")],
        [`${account}:spent`, isReset ? 0 : by("spent_amount")],
      ] as const
    }),
  )

const totals = (amounts: ReadonlyArray<readonly [string, number]>): Totals => {
  const sums = new Map<string, number>()
  for (const [account, amount] of amounts) sums.set(account, (sums.get(account) ?? 0) + amount)
  return Object.fromEntries(
    [...sums].filter(([account, sum]) => sum !== 0 && account !== "allocations"),
  )
}
