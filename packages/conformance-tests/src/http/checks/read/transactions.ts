import type { BusinessSpec, TransactionSpec } from "../../../interface/world/spec.ts"
import type { Business, Json, Trial } from "../../check.ts"
import { checksOf } from "../../check.ts"
import {
  type Comparison,
  compared,
  madeAndChanged,
  type Pair,
  paired,
  sameBag,
  sameInstant,
  sameMagnitude,
} from "../comparison.ts"
import { expectListed } from "../difference.ts"
import { knownRecords, listFault } from "../paging.ts"
import { requires } from "../steps.ts"
import { expectedOf } from "./matches.ts"

export const transactionPairs = async (
  trial: Trial,
): Promise<ReadonlyArray<Pair<TransactionSpec>>> => {
  requires(trial, "transactions")
  const records = await knownRecords(trial, "transactions.list")
  return paired(trial.business.spec.transactions, trial.business.ids.transactions, records)
}

/** The currency of a transaction, which defaults to the business's: `MYR`. */
const currencyOf = (made: TransactionSpec, spec: BusinessSpec): string =>
  made.currency ?? spec.currency

const isNone = (shown: Json): boolean => shown === null || shown === undefined

/** Returns id, name and type of the budget, as a transaction shows them; null if it has none. */
const budgetOf = ({ budget }: TransactionSpec, { spec, ids }: Business) => {
  const made = spec.budgets.find(({ key }) => key === budget)
  if (made === undefined) return null
  return { id: ids.budgets[made.key], name: made.name, budget_type: made.budget_type }
}

const sameBudget = (shown: Json, expected: unknown): boolean => {
  if (expected === null) return isNone(shown)
  return Object.entries(expected as object).every(([name, value]) => shown?.[name] === value)
}

/** Returns values that may identify the user: "Fields of SubUser: not shown". */
const userOf = ({ user }: TransactionSpec, { spec, ids }: Business) => {
  if (user === undefined) return null
  const made = spec.users.find(({ key }) => key === user)
  const accepted = spec.invites.find((invite) => invite.accepted?.user === user)?.accepted
  const names = [made?.first_name ?? accepted?.first_name, made?.email, made?.display_name]
  return [ids.users[user], ...names].filter((name) => name !== undefined)
}

const namesUser = (shown: Json, expected: unknown): boolean => {
  if (!Array.isArray(expected)) return isNone(shown)
  if (typeof shown !== "object" || isNone(shown)) return false
  if (shown.id !== undefined) return String(shown.id) === expected[0]
  return Object.values(shown).some((value) => expected.includes(String(value)))
}

const isUrl = (text: Json): boolean => typeof text === "string" && URL.canParse(text)

const fields: ReadonlyArray<Comparison<TransactionSpec>> = [
  {
    field: "id",
    title: "Every transaction shows its id as text",
    expected: ({ key }, { ids }) => ids.transactions[key],
  },
  {
    field: "cleared_date",
    title: "Shows when it cleared, and null where it did not",
    when: ({ status }) => status === "AUTHED" || status === "CLEARED",
    expected: ({ cleared_date }) => cleared_date ?? null,
    same: (shown, expected) => (expected === null ? shown === null : sameInstant(shown, expected)),
  },
  {
    field: "auth_date",
    title: "Shows the instant at which it was authorised",
    expected: ({ auth_date }) => auth_date,
    same: sameInstant,
  },
  {
    field: "merchant_name",
    title: "Shows the merchant's name letter by letter",
    expected: ({ merchant_name }) => merchant_name,
  },
  {
    field: "attendees",
    title: "Shows the names of the attendees",
    expected: ({ attendees }) => attendees,
    same: sameBag,
  },
  {
    field: "budget",
    title: "Shows id, name and type of the budget it was charged to",
    expected: budgetOf,
    same: sameBudget,
  },
  {
    field: "currency",
    title: "Shows its own currency, foreign or not",
    expected: (made, { spec }) => currencyOf(made, spec),
  },
  {
    field: "custom_fields",
    title: "Shows every custom field's name and entry",
    expected: ({ custom_fields }) => custom_fields,
    same: (shown, expected) =>
      Array.isArray(shown) &&
      sameBag(
        shown.map((value) => ({ field_name: value?.field_name, entry_text: value?.entry_text })),
        expected,
      ),
  },
  {
    field: "fx_amount",
    title: "Shows the foreign amount of a foreign transaction",
    when: ({ fx_amount }) => fx_amount !== undefined,
    expected: ({ fx_amount }) => Number(fx_amount),
    same: sameMagnitude,
  },
  {
    field: "amount",
    title: "Shows the amount as a number, to the cent, negative for debits",
    expected: ({ amount }) => Number(amount),
  },
  {
    field: "gst",
    title: "Shows the GST amount as a number, to the cent",
    expected: ({ gst }) => Number(gst),
    same: sameMagnitude,
  },
  {
    field: "expense_status",
    title: "Shows one of the two expense states",
    expected: () => ["COMPLETE", "INCOMPLETE_EXPENSE"],
    same: (shown, expected) => (expected as ReadonlyArray<string>).includes(shown),
  },
  {
    field: "status",
    title: "Shows CLEARED where it cleared, AUTHED where it is authorised only",
    when: ({ status }) => status === "AUTHED" || status === "CLEARED",
    expected: ({ status }) => status,
  },
  {
    field: "transaction_type",
    title: "Shows the type with which it was recorded",
    expected: ({ transaction_type }) => transaction_type,
  },
  {
    field: "user",
    title: "Names the user who made it",
    expected: userOf,
    same: namesUser,
  },
  {
    field: "line_items",
    title: "Shows as many line items as were recorded",
    expected: ({ line_items }) => line_items.length,
    same: (shown, expected) => Array.isArray(shown) && shown.length === expected,
  },
  {
    field: "receipt_urls",
    title: "Shows a URL for each receipt",
    expected: ({ receipt_urls }) => receipt_urls.length,
    same: (shown, expected) =>
      Array.isArray(shown) && shown.length === expected && shown.every(isUrl),
  },
  ...madeAndChanged,
]

const compareById = async (trial: Trial): Promise<void> => {
  const pairs = await transactionPairs(trial)
  if (pairs.length === 0) trial.blocked("no transaction that is known is listed")
  const every = Math.max(1, Math.floor(pairs.length / 40))
  const first = Math.floor(trial.random() * every)
  for (const { record } of pairs.filter((_, index) => index % every === first)) {
    const response = await trial.business.call("transactions.get", {
      path: { transaction_id: record.id },
    })
    expectListed(trial, `transaction ${record.id}`, record, response)
  }
}

export const transactions = checksOf("read", [
  {
    id: "transactions.every",
    requirement: "transactions.every",
    title: "Every transaction that was recorded is listed, once, and no other",
    scenario: "alpha",
    run: async (trial: Trial) => {
      requires(trial, "transactions")
      const records = await knownRecords(trial, "transactions.list")
      const listed = records.map(({ id }) => String(id))
      const fault = listFault(expectedOf(trial.business, {}), listed)
      trial.expect(fault === null, "every transaction of the business, once, and no other", fault)
      const declined = trial.business.spec.transactions.filter(
        ({ status }) => status === "DECLINED",
      )
      const shown = declined.some(({ key }) =>
        listed.includes(String(trial.business.ids.transactions[key])),
      )
      trial.note(
        "declined transactions where no status is asked for",
        shown ? "listed" : "left out",
      )
    },
  },
  ...compared("transactions", transactionPairs, fields),
  {
    id: "transactions.id.unique",
    requirement: "transactions.id",
    title: "No two transactions show the same id",
    scenario: "alpha",
    run: async (trial: Trial) => {
      const ids = (await knownRecords(trial, "transactions.list")).map(({ id }) => id)
      trial.expect(new Set(ids).size === ids.length, "ids that are all different", ids.length)
    },
  },
  {
    id: "transactions.get",
    requirement: "transactions.get",
    title: "A transaction read by its id is the record of the list",
    scenario: "alpha",
    run: compareById,
  },
  ...(["AUTHED", "CLEARED", "REFUNDED", "DECLINED"] as const).map((status) => ({
    id: `transactions.states.${status.toLowerCase()}`,
    requirement: "transactions.states",
    title: `What is asked for as ${status} shows CLEARED or AUTHED`,
    scenario: "alpha" as const,
    run: async (trial: Trial) => {
      requires(trial, `transactions.${status.toLowerCase()}`)
      const records = await knownRecords(trial, "transactions.list", {
        query: [["status", status]],
      })
      if (records.length === 0) trial.blocked(`no transaction is ${status}`)
      for (const record of records) {
        trial.expect(
          ["CLEARED", "AUTHED"].includes(record.status),
          `transaction ${record.id} shows CLEARED or AUTHED`,
          record.status,
        )
      }
    },
  })),
  {
    id: "transactions.expense-states",
    requirement: "transactions.expense-states",
    title: "Each transaction is either complete or incomplete",
    scenario: "alpha",
    run: async (trial: Trial) => {
      const listedWithStatus = (value: string) =>
        knownRecords(trial, "transactions.list", { query: [["expense_status", value]] })
      const all = (await knownRecords(trial, "transactions.list")).map(({ id }) => String(id))
      const complete = (await listedWithStatus("COMPLETE")).map(({ id }) => String(id))
      const rest = (await listedWithStatus("INCOMPLETE_EXPENSE")).map(({ id }) => String(id))
      const fault = listFault({ must: new Set(all), may: new Set() }, [...complete, ...rest])
      trial.expect(fault === null, "the two values together give the whole list, once", fault)
    },
  },
])
