import { Iterable, Result } from "effect"
import { created, type Decided, type Part, type Steps, sliced } from "../core/decision.ts"
import { money } from "../core/money.ts"
import type {
  CreateExport,
  Export,
  ExportBalance,
  ExportedMovement,
  ExportFormat,
} from "../core/records/exports.ts"
import { eventOf } from "../core/row-change.ts"
import { ExportEndsBeforeStart, ExportTooLarge } from "./errors.ts"
import { fileOf } from "./file.ts"
import { describing, type Names } from "./lines.ts"
import { type Moving, type WalletMovement, walletMovements } from "./movements.ts"

/** Maximum number of movements in one export. Other writes wait while it is created. */
export const maxExportMovements = 10_000

/** Rows that a store loads, under its lock, before it creates an export. */
export interface ExportContext extends Moving, Names {
  /** Movements of these transactions that earlier exports contain. */
  readonly taken: ReadonlyArray<ExportedMovement>
  /** True if there are more movements than can be loaded. */
  readonly isTooMuch: boolean
}

/** Balances of a wallet in the statement of the days. */
export type StatedBalance = Pick<ExportBalance, "currency" | "opening_balance" | "closing_balance">

export interface ExportCommand extends CreateExport {
  readonly client_id: number
  readonly id: string
  /** Balances of every wallet, ordered by currency. */
  readonly stated: ReadonlyArray<StatedBalance>
  readonly now: string
}

/**
 * Creates an export: "a batch with a stable id: the same batch gives the same bytes; `only_new`
 * takes what no batch has taken. Every batch balances to the cent with the statement of its days."
 *
 * Refuses, in this order: an end before the start; more movements than `maxExportMovements`.
 *
 * @throws Error if it does not balance, because the movements differ from the ledger.
 */
export function* decideExport(
  context: ExportContext,
  command: ExportCommand,
): Steps<Decided<Export, ExportEndsBeforeStart | ExportTooLarge>> {
  const { client_id, id, format, start_date, end_date, only_new = false, now } = command
  if (end_date < start_date) return Result.fail(new ExportEndsBeforeStart({ start_date }))
  const tooLarge = Result.fail(new ExportTooLarge({ maximum: maxExportMovements }))
  if (context.isTooMuch) return tooLarge
  const all = yield* walletMovements(context, start_date, end_date)
  yield
  const exportedKeys = new Set(context.taken.map(keyOf))
  const unexported = all.filter((each) => !exportedKeys.has(keyOf(movementKey(each))))
  const movements = only_new ? unexported : all
  if (movements.length > maxExportMovements) return tooLarge
  yield
  const entries = Iterable.map(movements, describing(context))
  const file = yield* fileOf(format, entries, context.business.currency)
  const newExport: Export = {
    ...{ client_id, id, format, start_date, end_date, only_new, count: movements.length },
    name: `outlay-${start_date}-${end_date}-${format}.${extensionOf(format)}`,
    size: file.size,
    balances: command.stated.map((stated) => balanceOf(stated, all, movements)),
    parts: file.parts.length,
    ...{ created: now, updated: now },
  }
  return Result.succeed({
    result: newExport,
    writes: [
      created("exports", newExport),
      ...file.parts.map((content, n) =>
        created("export_parts", { client_id, export_id: id, number: n + 1, content }),
      ),
    ],
    entries: [],
    events: [eventOf("export.created", newExport, null)],
    slices: sliced(Iterable.map(unexported, (each) => taking(each, newExport))),
  })
}

/** Marks a movement as exported. */
const taking = (movement: WalletMovement, { client_id, id: export_id }: Export): Part => ({
  writes: [created("exported_movements", { client_id, ...movementKey(movement), export_id })],
  entries: [],
  events: [],
})

const movementKey = ({ transaction, number }: WalletMovement) => ({
  transaction_id: transaction.id,
  number,
})

const keyOf = ({ transaction_id, number }: Pick<ExportedMovement, "transaction_id" | "number">) =>
  `${transaction_id}-${number}`

const balanceOf = (
  stated: StatedBalance,
  all: ReadonlyArray<WalletMovement>,
  movements: ReadonlyArray<WalletMovement>,
): ExportBalance => {
  const { currency, opening_balance, closing_balance } = stated
  const sumOf = (these: ReadonlyArray<WalletMovement>) =>
    these.reduce(
      (sum, { transaction, wallet_amount }) =>
        transaction.wallet_currency === currency ? sum + wallet_amount : sum,
      0,
    )
  const whole = sumOf(all)
  if (opening_balance + whole !== closing_balance) {
    throw new Error(`The movements of the ${currency} wallet differ from its statement`)
  }
  const amount = sumOf(movements)
  return {
    currency,
    opening_balance,
    earlier_amount: money(whole - amount),
    amount: money(amount),
    closing_balance,
  }
}

const extensionOf = (format: ExportFormat): string => {
  switch (format) {
    case "xlsx":
    case "beancount":
    case "ledger":
      return format
    case "quickbooks-iif":
      return "iif"
    default:
      return "csv"
  }
}
