import { rules } from "../reference/rules.ts"
import {
  answering,
  bodyOf,
  isGood,
  type Json,
  list,
  type Place,
  records,
  refusing,
  responseBody,
  sending,
} from "./edges.ts"
import type { Mutant } from "./mutant.ts"

type Row = readonly [
  name: string,
  breaks: string,
  names: ReadonlyArray<string>,
  change: (record: Json) => Json,
]

/** Mutants that show a wrong field of a record. */
const wrong = (places: ReadonlyArray<Place>, rows: ReadonlyArray<Row>): ReadonlyArray<Mutant> =>
  rows.map(([name, breaks, names, change]) => ({
    name,
    breaks,
    names,
    edge: records(places, (record) => ({ ...record, ...change(record) })),
  }))

const long = "1970-01-01T00:00:00.000Z"

const users = wrong(
  ["users", "user"],
  [
    [
      "user-first-name-lost",
      "first names are empty",
      ["users.first-name"],
      () => ({
        first_name: "",
      }),
    ],
    ["user-last-name-lost", "last names are empty", ["users.last-name"], () => ({ last_name: "" })],
    [
      "user-role-id-fixed",
      "every user has the same role id",
      ["users.role-id"],
      () => ({
        role_id: "00000000-0000-4000-8000-000000000000",
      }),
    ],
    ["user-role-fixed", "every user has the same role", ["users.role"], () => ({ role: "User" })],
    [
      "user-updated-first",
      "users were updated before they were created",
      ["users.updated"],
      () => ({
        updated: long,
      }),
    ],
    [
      "user-created-later",
      "users are created in the future",
      ["users.created"],
      () => ({
        created: "2999-01-01T00:00:00.000Z",
      }),
    ],
  ],
)

const transactions = wrong(
  ["transactions", "transaction"],
  [
    [
      "transaction-ids-as-numbers",
      "a transaction's id is a number",
      ["transactions.shape", "transactions.id", "formats.transaction-id"],
      () => ({ id: 7 }),
    ],
    [
      "never-cleared",
      "no transaction shows when it cleared",
      ["transactions.cleared-date"],
      () => ({ cleared_date: null }),
    ],
    [
      "merchants-in-capitals",
      "merchants are in capitals",
      ["transactions.merchant-name"],
      ({ merchant_name }) => ({ merchant_name: merchant_name.toUpperCase() }),
    ],
    [
      "all-cards",
      "every transaction is a card transaction",
      ["transactions.transaction-type"],
      () => ({ transaction_type: "CARD_TRANSACTION" }),
    ],
    [
      "expense-status-lost",
      "a transaction has no `expense_status`",
      ["transactions.shape", "transactions.expense-status"],
      () => ({ expense_status: undefined }),
    ],
    [
      "transaction-updated-first",
      "transactions were updated before they were created",
      ["transactions.updated"],
      () => ({ updated: long }),
    ],
    [
      "transaction-created-later",
      "transactions are created in the future",
      ["transactions.created"],
      () => ({ created: "2999-01-01T00:00:00.000Z" }),
    ],
  ],
)

const item =
  (change: (item: Json) => Json) =>
  ({ line_items }: Json) => ({
    line_items: line_items.map((one: Json) => ({ ...one, ...change(one) })),
  })

const lineItems = wrong(
  ["transactions", "transaction"],
  [
    [
      "line-item-amount-doubled",
      "a line item's amount is doubled",
      ["line-items.amount"],
      item(({ amount }) => ({ amount: amount * 2 })),
    ],
    [
      "line-item-amount-as-text",
      "a line item's amount is text",
      ["line-items.shape"],
      item(({ amount }) => ({ amount: String(amount) })),
    ],
    [
      "line-item-id-fixed",
      "every line item has the same id",
      ["line-items.id"],
      item(() => ({ id: "1" })),
    ],
    [
      "line-item-described-not",
      "a line item's description is empty",
      ["line-items.description"],
      item(() => ({ description: "" })),
    ],
    [
      "line-item-values-lost",
      "a line item's custom-field values are not shown",
      ["line-items.custom-fields"],
      item(() => ({ custom_fields: [] })),
    ],
  ],
)

const budgets = wrong(
  ["budgets", "budget"],
  [
    [
      "budget-ids-as-numbers",
      "a budget's id is a number",
      ["budgets.shape", "budgets.id", "formats.budget-id"],
      () => ({ id: 7 }),
    ],
    [
      "budget-names-cut",
      "a budget's name is cut after five letters",
      ["budgets.name"],
      ({ name }) => ({ name: name.slice(0, 5) }),
    ],
    [
      "budget-types-turned",
      "budgets and subscriptions are swapped",
      ["budgets.budget-type"],
      ({ budget_type }) => ({
        budget_type: budget_type === "BUDGET" ? "SUBSCRIPTION" : "BUDGET",
      }),
    ],
    [
      "reset-amount-is-available",
      "`reset_amount` is the available amount",
      ["budgets.reset-amount"],
      ({ available_amount }) => ({ reset_amount: available_amount }),
    ],
    [
      "limit-categories-turned",
      "`limit_categories` is inverted",
      ["budgets.limit-categories"],
      ({ limit_categories }) => ({
        limit_categories: !limit_categories,
      }),
    ],
    [
      "all-monthly",
      "every budget is shown as monthly",
      ["budget-periods.reset-period"],
      () => ({ reset_period: "MONTHLY" }),
    ],
    [
      "budget-updated-first",
      "budgets were updated before they were created",
      ["budgets.updated"],
      () => ({ updated: long }),
    ],
    [
      "budget-created-later",
      "budgets are created in the future",
      ["budgets.created"],
      () => ({
        created: "2999-01-01T00:00:00.000Z",
      }),
    ],
  ],
)

const members: ReadonlyArray<Mutant> = [
  ...wrong(
    ["byUser"],
    [
      [
        "membership-amounts-as-text",
        "a membership's amounts are text",
        ["budget-members.by-user.fields"],
        ({ available_amount }) => ({ available_amount: String(available_amount) }),
      ],
      [
        "memberships-never-deleted",
        "an ended membership is not shown as ended",
        ["budget-members.deleted"],
        () => ({ is_deleted: false }),
      ],
    ],
  ),
  {
    name: "member-get-another",
    breaks: "a single member has another id than in the list",
    names: ["budget-members.get", "budget-members.id"],
    edge: answering("GET", ["member"], async (request, next) => {
      const response = await next(request)
      return isGood(response)
        ? { ...response, body: JSON.stringify({ ...bodyOf(response), id: "1" }) }
        : response
    }),
  },
]

const invites: ReadonlyArray<Mutant> = [
  ...wrong(
    ["invites"],
    [
      [
        "invite-addresses-hidden",
        "an invite's address is not that of its recipient",
        ["invites.email"],
        () => ({ email: "hidden@example.com" }),
      ],
      [
        "invite-role-in-capitals",
        "an invite's role is not the name of a role",
        ["invites.role"],
        ({ role }) => ({ role: role.toUpperCase() }),
      ],
      [
        "invite-updated-lost",
        "an invite does not show when it changed",
        ["invites.fields"],
        () => ({ updated: undefined }),
      ],
    ],
  ),
  {
    name: "invites-unlisted",
    breaks: "a pending invite is not listed",
    names: ["invites.stays", "invites.list", "invites.create"],
    edge: list(["invites"], (body) => ({ ...body, count: 0, results: [] })),
  },
  {
    name: "invite-without-address",
    breaks: "an invite requires no address",
    names: ["invites.request.email"],
    edge: sending("POST", ["invites"], (body) => ({
      ...body,
      email: /^\S+@\S+$/u.test(body.email) ? body.email : "nobody@example.com",
    })),
  },
  {
    name: "invite-for-anything",
    breaks: "an invite accepts unknown payment types",
    names: ["invites.request.payment-types"],
    edge: sending("POST", ["invites"], (body) => ({
      ...body,
      payment_types: (Array.isArray(body.payment_types) ? body.payment_types : ["cards"]).map(
        (one: Json) => (["bills", "reimbursements"].includes(one) ? one : "cards"),
      ),
    })),
  },
]

const operations: ReadonlyArray<Mutant> = [
  {
    name: "transactions-under-v1",
    breaks: "transactions are under /v1",
    names: ["versioning.v2", "transactions.list"],
    edge: (next) => async (request) =>
      request.url.startsWith("/v2/") ? refusing(404) : next(request),
  },
  {
    name: "answers-as-html",
    breaks: "JSON is labelled as HTML",
    names: ["formats.json"],
    edge: (next) => async (request) => {
      const response = await next(request)
      return { ...response, headers: { ...response.headers, "content-type": "text/html" } }
    },
  },
  {
    name: "lists-are-arrays",
    breaks: "the list of users has no envelope",
    names: ["users.list", "lists.envelope"],
    edge: responseBody("GET", ["users"], (body) => body.results),
  },
  {
    name: "statements-fail",
    breaks: "a statement returns 500",
    names: ["statements.get"],
    edge: answering("GET", ["statements"], async () => refusing(500)),
  },
  {
    name: "statement-amounts-as-text",
    breaks: "a statement's balances are text",
    names: ["statements.shape"],
    edge: responseBody("GET", ["statements"], (body) => ({
      ...body,
      closing_balance: String(body.closing_balance),
    })),
  },
  {
    name: "days-without-id",
    breaks: "a daily balance has no id",
    names: ["statements.daily-balances"],
    edge: responseBody("GET", ["statements"], (body) => ({
      ...body,
      daily_balances: body.daily_balances.map(({ id: _, ...day }: Json) => day),
    })),
  },
  {
    name: "deposits-hidden",
    breaks: "transactions without a user are not listed",
    names: ["transactions.every", "transactions.transaction-type"],
    rules: () => ({
      visible: (transactions) => transactions.filter(({ user }) => user !== null),
    }),
  },
  {
    name: "topups-spread",
    breaks: "a topup of one budget raises another as well",
    names: ["topups.only-target"],
    rules: () => {
      const seen = new Set<Parameters<typeof rules.visibleCategories>[1]>()
      return {
        visibleCategories: (budget, business) => {
          seen.add(business)
          return rules.visibleCategories(budget, business)
        },
        topUp: (funds, amount) => {
          const business = [...seen].find(({ budgets }) =>
            budgets.some((budget) => budget.funds === funds),
          )
          for (const budget of business?.budgets ?? []) budget.funds.available += amount
          if (business === undefined) funds.available += amount
        },
      }
    },
  },
]

export const fields = [
  ...users,
  ...transactions,
  ...lineItems,
  ...budgets,
  ...members,
  ...invites,
  ...operations,
]
