import { fail } from "node:assert/strict"
import { money } from "@outlay/domain"
import type {
  AccountingCode,
  Budget,
  BudgetMember,
  BudgetOwner,
  Business,
  Category,
  CustomField,
  CustomFieldBudget,
  CustomFieldOption,
  Invite,
  LineItem,
  NewEntry,
  Policy,
  Role,
  TaxRate,
  Token,
  Topup,
  Transaction,
  User,
  Wallet,
  Webhook,
  WebhookDelivery,
} from "@outlay/domain/fields"
import { businessContext, created, type Write } from "@outlay/domain/ports"
import { epoch, timestamp, zero } from "@outlay/domain/rules"
import { Result } from "effect"
import { change } from "./access.ts"

/** Current instant of a suite unless it sets another: a Saturday. */
export const now = "2026-11-21T12:00:00.000Z"

/** Returns an instant for a row, later with every `n`. */
export const at = (n: number): string => timestamp(epoch("2026-01-05T09:00:00.000Z") + n * 1_000)

/**
 * Returns makers of rows of one business; two businesses share no id. Ids of a kind sort like their
 * numbers.
 */
export const tenant = (client_id: number) => {
  const uuid = (n: number): string =>
    `${String(client_id).padStart(8, "0")}-0000-7000-8000-${String(n).padStart(12, "0")}`
  const integer = (n: number): number => client_id * 1_000 + n
  const stamp = { client_id, created: at(0), updated: at(0) }
  const budget_id = uuid(1)
  return {
    client_id,
    uuid,
    integer,
    business: (fields: Partial<Business> = {}): Business => ({
      ...stamp,
      name: "Acme",
      currency: "AUD",
      features: { expense_assistant: true, itemised_tax: false, hold_to_wallet: false },
      integration: null,
      ...fields,
    }),
    wallet: (fields: Partial<Wallet> = {}): Wallet => ({
      ...stamp,
      currency: "AUD",
      balance: 0,
      ...fields,
    }),
    role: (n: number, fields: Partial<Role> = {}): Role => ({
      client_id,
      id: uuid(n),
      name: n === 1 ? "Admin" : `Role ${n}`,
      is_deletable: false,
      permissions: [{ resource: "budgets", action: "read" }],
      created: at(n),
      ...fields,
    }),
    token: (n: number, fields: Partial<Token> = {}): Token => ({
      ...stamp,
      id: uuid(n),
      kind: "API",
      name: `Token ${n}`,
      digest: uuid(n).replaceAll("-", "").repeat(2),
      role_id: uuid(1),
      user_id: null,
      expires_at: null,
      revoked_at: null,
      last_used_at: null,
      ...fields,
    }),
    user: (n: number, fields: Partial<User> = {}): User => ({
      ...stamp,
      id: integer(n),
      first_name: `First${n}`,
      last_name: `Last${n}`,
      display_name: null,
      email: `user${n}@example.test`,
      role_id: uuid(2),
      payment_types: ["cards", "bills"],
      out_of_office_mode: false,
      out_of_office_start_date: null,
      out_of_office_end_date: null,
      delegate_approver: null,
      expense_delegate: [],
      muted_notifications: [],
      is_deleted: false,
      ...fields,
    }),
    invite: (n: number, fields: Partial<Invite> = {}): Invite => ({
      ...stamp,
      id: integer(n),
      email: `invitee${n}@example.test`,
      role_id: uuid(2),
      payment_types: ["cards"],
      used: false,
      is_cancelled: false,
      ...fields,
    }),
    budget: (n: number, fields: Partial<Budget> = {}): Budget => ({
      ...stamp,
      id: uuid(n),
      name: `Budget ${n}`,
      budget_type: "BUDGET",
      available_amount: money(10_000),
      spent_amount: zero,
      reset_amount: money(10_000),
      reset_period: "MONTHLY",
      current_period_start: "2026-11-01T00:00:00.000Z",
      current_period_end: "2026-11-30T23:59:59.999Z",
      period_number: 1,
      period_start: "2026-11-01T00:00:00.000Z",
      granted_amount: money(10_000),
      topped_up_amount: zero,
      moved_amount: zero,
      rolled_from: 1,
      has_member_limits: false,
      rollover_funds: false,
      limit_categories: false,
      categories: [],
      is_deleted: false,
      ...fields,
    }),
    member: (n: number, fields: Partial<BudgetMember> = {}): BudgetMember => ({
      ...stamp,
      id: integer(n),
      budget_id,
      user_id: integer(1),
      invite_id: null,
      available_amount: zero,
      spent_amount: zero,
      reset_amount: zero,
      stint: 1,
      since: stamp.created,
      is_deleted: false,
      ...fields,
    }),
    owner: (n: number, fields: Partial<BudgetOwner> = {}): BudgetOwner => ({
      ...stamp,
      id: uuid(n),
      budget_id,
      user_id: integer(1),
      invite_id: null,
      is_deleted: false,
      ...fields,
    }),
    topup: (n: number, fields: Partial<Topup> = {}): Topup => ({
      ...stamp,
      id: uuid(n),
      budget_id,
      budget_member_id: null,
      amount: money(500),
      description: "More",
      status: "PENDING",
      requested_by: integer(1),
      requested_by_token: null,
      actioned_by: null,
      actioned_on: null,
      reason: null,
      ...fields,
    }),
    policy: (n: number, fields: Partial<Policy> = {}): Policy => ({
      ...stamp,
      id: uuid(n),
      name: `Policy ${n}`,
      budget_id: null,
      above_amount: null,
      ...fields,
    }),
    webhook: (n: number, fields: Partial<Webhook> = {}): Webhook => ({
      ...stamp,
      id: uuid(n),
      url: `https://receiver${n}.example.test/`,
      event_types: ["*"],
      description: null,
      enabled: true,
      disabled_reason: null,
      secrets: [{ secret: `whsec_${n}`, expires_at: null }],
      ...fields,
    }),
    /** A delivery of webhook 1, with `n` as its place in the queue. */
    delivery: (n: number, fields: Partial<WebhookDelivery> = {}): WebhookDelivery => ({
      ...stamp,
      id: uuid(n),
      webhook_id: uuid(1),
      event_id: uuid(n),
      event_type: "budget.created",
      event_sequence: n,
      sequence: n,
      status: "PENDING",
      attempts: 0,
      first_attempt: null,
      last_attempt: null,
      next_attempt: at(n),
      response_status: null,
      error: null,
      ...fields,
    }),
    category: (n: number, fields: Partial<Category> = {}): Category => ({
      ...stamp,
      id: uuid(n),
      name: `Category ${n}`,
      custom: true,
      enabled: true,
      accounting_code_id: null,
      is_deleted: false,
      locked: [],
      ...fields,
    }),
    accountingCode: (n: number, fields: Partial<AccountingCode> = {}): AccountingCode => ({
      ...stamp,
      id: uuid(n),
      code: `${200 + n}`,
      name: `Account ${n}`,
      is_deleted: false,
      locked: [],
      ...fields,
    }),
    transaction: (n: number, fields: Partial<Transaction> = {}): Transaction => ({
      ...stamp,
      id: uuid(n),
      external_id: `external ${n}`,
      transaction_type: "CARD_TRANSACTION",
      status: "CLEARED",
      expense_status: "COMPLETE",
      auth_date: at(n),
      cleared_date: at(n),
      merchant_name: "Qantas",
      currency: "AUD",
      amount: money(-1_250),
      fx_amount: money(-1_250),
      gst: money(114),
      user_id: null,
      budget_id: null,
      budget_member_id: null,
      member_stint: null,
      period_number: null,
      wallet_currency: "AUD",
      refunded_amount: zero,
      refunded_fx_amount: zero,
      movement_count: 1,
      balance_after: zero,
      decline_code: null,
      booked_on: null,
      explanation: null,
      attendees: [],
      receipt_urls: [],
      custom_fields: [],
      line_items: [],
      ...fields,
    }),
    lineItem: (n: number, fields: Partial<LineItem> = {}): LineItem => ({
      id: uuid(n),
      amount: money(1_250),
      gst_amount: zero,
      category_id: null,
      description: "",
      custom_fields: [],
      tax_rate_id: null,
      ...fields,
    }),
    taxRate: (n: number, fields: Partial<TaxRate> = {}): TaxRate => ({
      ...stamp,
      id: uuid(n),
      name: `Rate ${n}`,
      rate: 100_000,
      code: null,
      is_default_for: "NONE",
      is_enabled: true,
      source: "MANUAL",
      is_deleted: false,
      locked: [],
      ...fields,
    }),
    customField: (n: number, fields: Partial<CustomField> = {}): CustomField => ({
      ...stamp,
      id: uuid(n),
      name: `Field ${n}`,
      field_type: "LIST",
      budget_setting: "SOME",
      is_manager_only: false,
      created_by: "MANUAL",
      is_deleted: false,
      ...fields,
    }),
    option: (n: number, fields: Partial<CustomFieldOption> = {}): CustomFieldOption => ({
      ...stamp,
      id: uuid(n),
      custom_field_id: uuid(1),
      text: `Option ${n}`,
      enabled: true,
      ...fields,
    }),
    link: (fields: Partial<CustomFieldBudget> = {}): CustomFieldBudget => ({
      client_id,
      custom_field_id: uuid(1),
      budget_id,
      allow_options: null,
      ...fields,
    }),
  }
}

export type Tenant = ReturnType<typeof tenant>

/** The business of most cases, and another one that must not be visible from it. */
export const acme = tenant(7)
export const other = tenant(8)

/**
 * Records that every budget needs: the business, its wallet, an Admin role, a plain role, and 4
 * users.
 */
export const ground = (of: Tenant): ReadonlyArray<Write> => [
  created("businesses", of.business()),
  created("wallets", of.wallet()),
  ...[1, 2].map((n) => created("roles", of.role(n))),
  ...[1, 2, 3].map((n) => created("users", of.user(n))),
  created("users", of.user(4, { role_id: of.uuid(1) })),
]

/** Writes rows and entries directly, without a rule and without an event. */
export const plant = (
  of: Tenant,
  writes: ReadonlyArray<Write>,
  entries: ReadonlyArray<NewEntry> = [],
) =>
  change(of, businessContext, ({ business }) => {
    const begins = writes.some(({ table, before }) => table === "businesses" && before === null)
    // Otherwise every case would fail, each with another message.
    if (begins && business !== null) fail(isNotEmpty(business.client_id))
    return Result.succeed({ result: undefined, writes, entries, events: [] })
  })

const isNotEmpty = (client_id: number) =>
  `The storage already has business ${client_id}, and a case needs an empty storage. Build the layer inside each test, with a new file or database.`
