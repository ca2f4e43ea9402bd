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

/** How many movements one export has at most: other writes wait while it is made. */
export const maxExportMovements = 10_000

/** What a store loads, under its lock, before an export is made. */
export interface ExportContext extends Moving, Names {
  /** What earlier exports have taken of these transactions. */
  readonly taken: ReadonlyArray<ExportedMovement>
  /** Whether there is more than could be loaded. */
  readonly isTooMuch: boolean
}

/** What the statement of the days says of a wallet. */
export type StatedBalance = Pick<ExportBalance, "currency" | "opening_balance" | "closing_balance">

export interface ExportCommand extends CreateExport {
  readonly client_id: number
  readonly id: string
  /** Of every wallet, ordered by currency. */
  readonly stated: ReadonlyArray<StatedBalance>
  readonly now: string
}

/**
 * Makes an export: "a batch with a stable id: the same batch gives the same bytes; `only_new` takes
 * what no batch has taken. Every batch balances to the cent with the statement of its days."
 *
 * Refused, in this order: an end before the start; more movements than `maxExportMovements`.
 *
 * @throws Error when it does not balance: the movements are not those of the ledger.
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

/** Marks a movement as one that an export took. */
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
