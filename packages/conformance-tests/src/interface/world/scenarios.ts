import type {
  AccountingCodeSpec,
  BudgetSpec,
  BusinessSpec,
  CategorySpec,
  CustomFieldSpec,
  InviteSpec,
  PersonSpec,
  PolicySpec,
  TokenSpec,
  TopupSpec,
  TransactionSpec,
  UserSpec,
} from "./spec.ts"

/** A part of a scenario's business: `business("two-owners", user("ann"), …)`. */
export type Part = (spec: BusinessSpec) => BusinessSpec

/**
 * A small business for one check: no integration, no additional wallets, one user `admin`, and the
 * token `admin`, which may do everything and acts for no particular user. A part must come after
 * the parts that it refers to.
 */
export const business = (key: string, ...parts: ReadonlyArray<Part>): BusinessSpec =>
  parts.reduce<BusinessSpec>((spec, part) => part(spec), {
    key,
    name: `Scenario ${key}`,
    currency: "AUD",
    features: { expense_assistant: false, itemised_tax: false },
    integration: null,
    wallets: [],
    users: [person("admin", { role: "admin" })],
    invites: [],
    accounting_codes: [],
    categories: [],
    custom_fields: [],
    budgets: [],
    transactions: [],
    topups: [],
    policies: [],
    tokens: [{ key: "admin", role: "admin", state: "valid" }],
  })

const capitalised = (key: string) => key.slice(0, 1).toUpperCase() + key.slice(1)

const person = (key: string, changes: Partial<UserSpec>): UserSpec => ({
  key,
  first_name: capitalised(key),
  last_name: "Quill",
  email: `${key}@scenario.example`,
  role: "least",
  payment_types: ["cards"],
  ...changes,
})

/** Features of the business: expense assistants or itemised tax. */
export const features =
  (changes: Partial<BusinessSpec["features"]>): Part =>
  (spec) => ({ ...spec, features: { ...spec.features, ...changes } })

export const integration =
  (name: BusinessSpec["integration"]): Part =>
  (spec) => ({ ...spec, integration: name })

export const wallet =
  (currency: string): Part =>
  (spec) => ({ ...spec, wallets: [...spec.wallets, currency] })

/** An employee with the role `least` and a card, unless changed. */
export const user =
  (key: string, changes: Partial<UserSpec> = {}): Part =>
  (spec) => ({ ...spec, users: [...spec.users, person(key, changes)] })

/** A pending invite to `<key>@invited.example`. */
export const invite =
  (key: string, changes: Partial<InviteSpec> = {}): Part =>
  (spec) => ({
    ...spec,
    invites: [
      ...spec.invites,
      {
        key,
        email: `${key}@invited.example`,
        role: "least",
        payment_types: ["cards"],
        ...changes,
      },
    ],
  })

/** Makes the invite one that was accepted before the check begins. */
export const acceptedBy = (user: string): Pick<InviteSpec, "accepted"> => ({
  accepted: { user, first_name: capitalised(user), last_name: "Quill" },
})

export const accountingCode =
  (key: string, changes: Partial<AccountingCodeSpec> = {}): Part =>
  (spec) => ({
    ...spec,
    accounting_codes: [
      ...spec.accounting_codes,
      { key, code: `4-${key}`, name: capitalised(key), ...changes },
    ],
  })

/** A custom category. */
export const category =
  (key: string, changes: Partial<CategorySpec> = {}): Part =>
  (spec) => ({
    ...spec,
    categories: [...spec.categories, { key, name: `Category ${key}`, ...changes }],
  })

/** A field of every budget, created through the API: a list of these options, or free text. */
export const customField =
  (
    key: string,
    {
      options = [],
      ...changes
    }: Partial<Omit<CustomFieldSpec, "options">> & {
      readonly options?: ReadonlyArray<string>
    } = {},
  ): Part =>
  (spec) => ({
    ...spec,
    custom_fields: [
      ...spec.custom_fields,
      {
        key,
        name: `Field ${key}`,
        field_type: options.length === 0 ? "FREE_TEXT" : "LIST",
        budget_setting: "ALL_CURRENT_AND_NEW",
        created_by: "PUBLIC_API",
        options: options.map((text) => ({ key: keyIn(key, text), text })),
        ...changes,
      },
    ],
  })

/** A user by key, or `{invite}`. */
export type Who = string | PersonSpec

const who = (whom: Who): PersonSpec => (typeof whom === "string" ? { user: whom } : whom)
const nameOf = (whom: PersonSpec) => ("user" in whom ? whom.user : whom.invite)

/** The key of a user's membership or ownership in a budget, or of an option of a field. */
export const keyIn = (budget: string, of: string) => `${budget}.${of}`

type BudgetChanges = Partial<Omit<BudgetSpec, "key" | "members" | "owners">> & {
  readonly owners?: ReadonlyArray<Who>
}

const plainBudget = (
  key: string,
  { owners = ["admin"], ...changes }: BudgetChanges,
): Omit<BudgetSpec, "members"> => ({
  key,
  name: `Budget ${key}`,
  budget_type: "BUDGET",
  reset_amount: "1000",
  // Nothing resets while a check runs.
  reset_period: "NEVER",
  has_member_limits: false,
  rollover_funds: false,
  categories: null,
  custom_fields: [],
  owners: owners.map(who).map((owner) => ({ key: keyIn(key, nameOf(owner)), ...owner })),
  ...changes,
})

/** A budget with pooled funds; `admin` owns it and is a member. */
export const pooledBudget =
  (key: string, changes: BudgetChanges & { readonly members?: ReadonlyArray<Who> } = {}): Part =>
  (spec) => {
    const { members = ["admin"], ...rest } = changes
    const made: BudgetSpec = {
      ...plainBudget(key, rest),
      members: members.map(who).map((whom) => ({ key: keyIn(key, nameOf(whom)), ...whom })),
    }
    return { ...spec, budgets: [...spec.budgets, made] }
  }

/** A budget with member limits: `limits` has the limit of each user, in major units. */
export const limitedBudget =
  (
    key: string,
    limits: { readonly [user: string]: number },
    changes: Omit<BudgetChanges, "reset_amount" | "has_member_limits"> = {},
  ): Part =>
  (spec) => {
    const shares = Object.entries(limits)
    const made: BudgetSpec = {
      ...plainBudget(key, changes),
      reset_amount: String(shares.reduce((sum, [, limit]) => sum + limit, 0)),
      has_member_limits: true,
      members: shares.map(([user, limit]) => ({
        key: keyIn(key, user),
        user,
        reset_amount: String(limit),
      })),
    }
    return { ...spec, budgets: [...spec.budgets, made] }
  }

/** A cleared card payment of 10.00 at noon of 2 March 2026, unless changed. */
export const transaction =
  (key: string, changes: Partial<TransactionSpec> = {}): Part =>
  (spec) => ({
    ...spec,
    transactions: [
      ...spec.transactions,
      {
        key,
        transaction_type: "CARD_TRANSACTION",
        status: "CLEARED",
        auth_date: "2026-03-02T12:00:00.000Z",
        ...(changes.status === "AUTHED" || changes.status === "DECLINED"
          ? {}
          : { cleared_date: "2026-03-03T12:00:00.000Z" }),
        merchant_name: `Merchant ${key}`,
        amount: "-10.00",
        gst: "0.00",
        attendees: [],
        receipt_urls: [],
        custom_fields: [],
        line_items: [],
        ...changes,
      },
    ],
  })

/** An approved topup. */
export const topup =
  (key: string, of: Pick<TopupSpec, "budget" | "member" | "amount">): Part =>
  (spec) => ({ ...spec, topups: [...spec.topups, { key, description: `Topup ${key}`, ...of }] })

/** A policy by which topups of every budget and amount need approval, unless changed. */
export const policy =
  (key: string, changes: Partial<PolicySpec> = {}): Part =>
  (spec) => ({
    ...spec,
    policies: [
      ...spec.policies,
      { key, name: `Policy ${key}`, budget: null, above_amount: null, ...changes },
    ],
  })

/** An additional credential under its own key. */
export const token =
  (key: string, changes: Partial<TokenSpec> = {}): Part =>
  (spec) => ({
    ...spec,
    tokens: [...spec.tokens, { key, role: "admin", state: "valid", ...changes }],
  })
