import { tables } from "./0001-tables.ts"
import { topups } from "./0001-topups.ts"
import { transactions } from "./0001-transactions.ts"
import { policies } from "./0002-policies.ts"
import { messages } from "./0003-messages.ts"
import { events } from "./0004-events.ts"
import { taxRates } from "./0005-tax-rates.ts"
import { webhooks } from "./0006-webhooks.ts"
import { exportTables } from "./0007-exports.ts"
import { spendSums, spendSumsFill } from "./0008-spend-sums.ts"
import { labelsIndex } from "./0009-labels-index.ts"
import type { Fill } from "./fill.ts"

/** A step of the schema. A released step is never changed: a later change is another step. */
export interface Migration {
  readonly id: number
  readonly name: string
  readonly sql: string
  /** Initial rows of a new table. */
  readonly fill?: Fill
}

/** Every step, in order; ids count from 1. */
export const migrations: ReadonlyArray<Migration> = [
  { id: 1, name: "0001-tables", sql: tables + topups + transactions },
  { id: 2, name: "0002-policies", sql: policies },
  { id: 3, name: "0003-messages", sql: messages },
  { id: 4, name: "0004-events", sql: events },
  { id: 5, name: "0005-tax-rates", sql: taxRates },
  { id: 6, name: "0006-webhooks", sql: webhooks },
  { id: 7, name: "0007-exports", sql: exportTables },
  { id: 8, name: "0008-spend-sums", sql: spendSums, fill: spendSumsFill },
  { id: 9, name: "0009-labels-index", sql: labelsIndex },
]
