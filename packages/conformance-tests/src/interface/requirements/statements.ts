import { requirementsOf } from "../requirement.ts"
import { fieldsOf } from "./fields.ts"
import { derived, stated } from "./row.ts"

const section = "Statement"
const reads =
  "read statements (daily balances for a period) and real-time account balances per currency;"
const daily =
  "DailyBalance: `date` (date), `opening_balance` (number), `closing_balance` (number), `id` (string), `created` (date-time), `updated` (date-time)."
const amounts = "| opening_balance, closing_balance | number | Balances of the statement. |"

/** Rows of the table that are about two fields. */
const renamed: { readonly [id: string]: string } = {
  "statements.next, previous": "statements.paging",
  "statements.start-date, end-date": "statements.period",
}

export const statements = requirementsOf("statements", [
  stated("statements.get", "Endpoints", {
    sentence:
      "| 16 | GET | /v1/businesses/{client_id}/statements | period selection and paging | none | Statement |",
    sent: "Operation 16, for a period of the past.",
    accepted: "200.",
  }),
  derived("statements.shape", section, {
    sentence: "| daily_balances | array of DailyBalance | |",
    sent: "Every response that shows a statement.",
    accepted: "Every field of the table, of its type.",
  }),
  stated("statements.daily-balances", section, {
    sentence: daily,
    sent: "Every response that shows a statement.",
    accepted: "Every field named, of its type, on every daily balance.",
  }),
  ...fieldsOf("statements", section, "A statement of a period of the past.", [
    [
      "| count | integer | Total daily balance records for the period. |",
      "The number of daily balances on all pages together, on each of them.",
    ],
    [
      "| next, previous | string | Paging fragments. |",
      "Walked by `next`, every daily balance is seen once.",
    ],
    [
      "| start_date, end_date | string date | Period bounds in UTC. |",
      "The bounds that were asked for; no day outside them.",
    ],
    [
      "| currency | string | Currency of the statement. |",
      "The business's own, or the one that was asked for.",
    ],
  ]).map((row) => ({ ...row, id: renamed[row.id] ?? row.id })),
  stated("statements.balances", section, {
    sentence: amounts,
    sent: "A statement of a period.",
    accepted: "Opening of its first day and closing of its last, whichever page is read.",
  }),
  stated("statements.days", "What the service does", {
    sentence: reads,
    sent: "A statement of a period in which money moved on every day.",
    accepted: "At most one balance per day, in order; one for every day on which money moved.",
  }),
  derived("statements.continuous", section, {
    sentence: daily,
    sent: "A statement of a period.",
    accepted: "Each day opens with the closing balance of the day before.",
  }),
  derived("statements.movements", section, {
    sentence: amounts,
    sent: "A statement of a business with known movements on known days.",
    accepted: "The closing balance is the opening balance plus the movements, to the cent.",
  }),
])

export const balances = requirementsOf("balances", [
  stated("balances.wallets", "Endpoints", {
    sentence: "real-time balance of each currency wallet of the business",
    sent: "The balances of a business with two wallets, of one with one.",
    accepted: "One balance for each wallet, and for nothing else.",
  }),
  derived("balances.sum", "Endpoints", {
    sentence: "real-time balance of each currency wallet of the business",
    sent: "The balance of a business with known cleared amounts.",
    accepted: "Their sum, to the cent.",
  }),
  derived("balances.statement", "What the service does", {
    sentence: reads,
    sent: "The balances, and a statement up to today in the currency of each.",
    accepted: "The statement closes with the balance.",
  }),
  derived("balances.real-time", "Endpoints", {
    sentence: "real-time balance of each currency wallet of the business",
    sent: "A deposit is recorded, and the balance read at once.",
    accepted: "It is higher by the deposit.",
  }),
])
