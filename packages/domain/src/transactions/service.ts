import { type BigDecimal, Context, Effect, Layer, Result } from "effect"
import type { Decision } from "../core/decision.ts"
import { toMinor } from "../core/money.ts"
import { existingIn } from "../core/not-found.ts"
import { now } from "../core/now.ts"
import type { PageRequest } from "../core/page.ts"
import type {
  AuthoriseTransaction,
  MoveTransaction,
  RecordTransaction,
  TransactionKey,
  TransactionQuery,
  TransactionRecord,
  UpdateTransaction,
} from "../core/records/transactions.ts"
import { TooManyDecimals } from "../core/refusals.ts"
import { sightOf } from "../core/sight.ts"
import { Store } from "../core/store.ts"
import { UnitOfWork } from "../core/unit-of-work.ts"
import { commands } from "./commands.ts"
import { entryTextsOf, namedBy, type TransactionContext } from "./context.ts"
import { queryContext, transactionById, transactionContext } from "./looks.ts"
import { decideAuthorisation } from "./rules/authorisation.ts"
import { decideChoice } from "./rules/choice.ts"
import { decideExpense, type ExpenseCommand } from "./rules/expense.ts"
import { decideClear, decideRefund, decideReverse, type MoveCommand } from "./rules/life-cycle.ts"
import { decideRecord, type RecordCommand } from "./rules/record.ts"
import { imports } from "./service-import.ts"
import { ShownTransactions } from "./shown.ts"

/** Creation of transactions: those that happened elsewhere, and those that are decided here. */
const creation = Effect.gen(function* () {
  const store = yield* Store
  const { catchUp, commandsOf, uuids } = yield* commands
  const { atomically } = yield* UnitOfWork

  const record = Effect.fn("Transactions.record")(
    function* (client_id: number, row: RecordTransaction) {
      const [command] = yield* commandsOf([row], yield* now)
      yield* catchUp(client_id, [row.budget_id])
      const look = transactionContext(namedBy([row]))
      return yield* store.change(client_id, look, (context) =>
        decideRecord(context, command as RecordCommand),
      )
    },
    (work, client_id) => atomically(work, { client_id }),
  )

  const authorise = Effect.fn("Transactions.authorise")(
    function* (client_id: number, request: AuthoriseTransaction) {
      const { external_id, user_id, budget_id, category_id } = request
      const [id = "", line_item_id = ""] = yield* uuids(2)
      const command = { ...request, id, line_item_id, now: yield* now }
      yield* catchUp(client_id, [budget_id])
      const look = transactionContext({
        external_ids: [external_id],
        user_ids: [user_id],
        budget_ids: [budget_id],
        memberships: [{ budget_id, user_id }],
        category_ids: typeof category_id === "string" ? [category_id] : [],
      })
      return yield* store.change(client_id, look, (context) =>
        decideAuthorisation(context, command),
      )
    },
    (work, client_id) => atomically(work, { client_id }),
  )

  return {
    /**
     * Records a transaction as it happened elsewhere: "recorded even where it makes an amount
     * negative". "The same `external_id` again" returns "the first, nothing changed". Amounts are
     * in major units, `amount` "in the business's own currency"; instants are in UTC.
     *
     * Refused: `UnknownReference`, `TooManyDecimals`, `FxAmountRequired`, `FxAmountDiffers`,
     * `FxSignDiffers`, `GstExceedsAmount`, `DateInFuture`, `DateTooEarly`, `ClearedBeforeAuth`,
     * `ClearedDateNotAllowed`, `BooksLocked`, `AmountOutOfRange`.
     */
    record,
    /**
     * Decides whether a merchant gets the requested amount (≥ 0, in major units). If approved, the
     * amount is held. A declined authorisation is a result too, with a `decline_code` and an
     * `explanation`. "An authorisation repeated with its `external_id` answers the first decision."
     *
     * Refused: `ExternalIdTaken`, `UnknownReference`, `TooManyDecimals`, `FxAmountRequired`,
     * `FxAmountDiffers`, `FxSignDiffers`, `DateInFuture`, `DateTooEarly`, `BooksLocked`,
     * `AmountOutOfRange`.
     */
    authorise,
  }
})

/** A movement of an existing transaction. */
type Move<E> = (
  context: TransactionContext,
  command: MoveCommand,
) => Result.Result<Decision<TransactionRecord>, E>

/** A change of the expense part. */
type Change<E> = (
  context: TransactionContext,
  command: ExpenseCommand,
) => Result.Result<Decision<TransactionRecord>, E>

/** Changes of existing transactions. */
const changes = Effect.gen(function* () {
  const store = yield* Store
  const { catchUp, uuids } = yield* commands
  const { atomically } = yield* UnitOfWork

  const moving = <E>(decide: Move<E>) =>
    Effect.fnUntraced(function* (key: TransactionKey, movement: MoveTransaction) {
      const { client_id, transaction_id } = key
      const command = { ...movement, transaction_id, now: yield* now }
      const transaction = yield* store.read(client_id, transactionById(key))
      yield* catchUp(client_id, [transaction?.budget_id])
      const look = transactionContext({ transaction_ids: [transaction_id], moves: true })
      return yield* store.change(client_id, look, (context) => decide(context, command))
    }, atomically)

  const expense = <E>(decide: Change<E>) =>
    Effect.fnUntraced(function* (key: TransactionKey, patch: UpdateTransaction) {
      const { client_id, transaction_id } = key
      const { user_id, budget_id, line_items = [] } = patch
      const line_item_ids = yield* uuids(line_items.length)
      const command = { ...patch, transaction_id, line_item_ids, now: yield* now }
      const transaction = yield* store.read(client_id, transactionById(key))
      yield* catchUp(client_id, [transaction?.budget_id, budget_id])
      const look = transactionContext({
        transaction_ids: [transaction_id],
        moves: true,
        user_ids: typeof user_id === "number" ? [user_id] : [],
        budget_ids: typeof budget_id === "string" ? [budget_id] : [],
        category_ids: line_items.flatMap((item) => item.category_id ?? []),
        entry_texts: entryTextsOf([patch]),
      })
      return yield* store.change(client_id, look, (context) => decide(context, command))
    }, atomically)

  return {
    /**
     * Clears an authorisation. Amounts are positive, in major units, and "may differ from the
     * hold"; without an amount, the whole hold clears. The date is a UTC instant, now unless given.
     *
     * Refused: `NotFound`, `TransactionNotAuthed`, `DateInFuture`, `DateBeforeMovement`,
     * `BooksLocked`, `TooManyDecimals`, `FxAmountDiffers`, `AmountsRequired`, `AmountOutOfRange`.
     */
    clear: Effect.fn("Transactions.clear")(moving(decideClear)),
    /**
     * Reverses an authorisation and releases the whole hold. If an amount is given, it must equal
     * the hold.
     *
     * Refused: `NotFound`, `TransactionNotAuthed`, `DateInFuture`, `DateBeforeMovement`,
     * `BooksLocked`, `TooManyDecimals`, `FxAmountDiffers`, `AmountsRequired`, `ReversalIsWhole`,
     * `AmountOutOfRange`.
     */
    reverse: Effect.fn("Transactions.reverse")(moving(decideReverse)),
    /**
     * Refunds a cleared transaction. "Refunds may be partial and repeated up to the amount."
     * Amounts are positive, in major units; without an amount, the rest is refunded.
     *
     * Refused: `NotFound`, `TransactionNotCleared`, `DateInFuture`, `DateBeforeMovement`,
     * `BooksLocked`, `TooManyDecimals`, `FxAmountDiffers`, `AmountsRequired`,
     * `RefundExceedsAmount`, `AmountOutOfRange`.
     */
    refund: Effect.fn("Transactions.refund")(moving(decideRefund)),
    /**
     * Changes the expense part for the operator: "each replaces what was there". Amounts of line
     * items are in major units. A new budget or user moves the charge, within its period.
     *
     * Refused: `NotFound`, `UnknownReference`, `TooManyDecimals`, `GstExceedsAmount`,
     * `BooksLocked`, `AmountOutOfRange`.
     */
    update: Effect.fn("Transactions.update")(expense(decideExpense)),
    /**
     * Same as `update`, with the choices that people have: "a LIST value must be an enabled option
     * selectable on the budget, a field must exist and stand once, a category must be visible on
     * the budget".
     *
     * Refused: `NotFound`, `UnknownReference`, `CategoryNotAllowed`, `DuplicateCustomField`,
     * `UnknownOption`, `TooManyDecimals`, `GstExceedsAmount`, `BooksLocked`,
     * `AmountOutOfRange`.
     */
    updateExpense: Effect.fn("Transactions.updateExpense")(expense(decideChoice)),
  }
})

/** Converts amounts of a query from major to minor units of a currency. */
const minorIn =
  (currency: string) => (amount: BigDecimal.BigDecimal | undefined, parameter: string) =>
    amount === undefined
      ? Result.succeed(undefined)
      : Result.mapError(
          toMinor(amount, currency, ""),
          ({ decimals }) => new TooManyDecimals({ parameter, currency, decimals }),
        )

/** Parses "`name:text`, split at the first colon". */
const fieldOf = (custom_field: string | undefined) => {
  if (custom_field === undefined) return null
  const [name = "", ...text] = custom_field.split(":")
  return { name, text: text.join(":") }
}

const make = Effect.gen(function* () {
  const { read } = yield* Store
  const shown = yield* ShownTransactions
  const { importRows } = yield* imports

  const list = Effect.fnUntraced(function* (
    client_id: number,
    { min_amount, max_amount, custom_field, ...filter }: TransactionQuery,
    page: PageRequest,
  ) {
    const sight = yield* sightOf({ resource: "transactions", action: "read" })
    if ([min_amount, max_amount, custom_field].every((part) => part === undefined)) {
      return yield* shown.page(client_id, filter, page, sight)
    }
    const field = fieldOf(custom_field)
    const { currency, ids } = yield* read(client_id, queryContext(field?.name ?? null))
    const minor = minorIn(currency)
    const rest = {
      min_amount: yield* Effect.fromResult(minor(min_amount, "min_amount")),
      max_amount: yield* Effect.fromResult(minor(max_amount, "max_amount")),
      custom_field: field === null ? undefined : { ...field, ids },
    }
    return yield* shown.page(client_id, { ...filter, ...rest }, page, sight)
  })

  const get = (key: TransactionKey) => existingIn(shown.get(key), "transaction", key.transaction_id)

  const movements = (key: TransactionKey, page: PageRequest) =>
    existingIn(shown.movements(key, page), "transaction", key.transaction_id)

  return {
    /**
     * Lists transactions "by `auth_date` descending", unless the filter has a `sort`; "no status
     * filter: all but DECLINED". Date bounds are whole UTC days, inclusive. A caller without the
     * permission gets only the transactions that they may see. `min_amount` and `max_amount` are
     * unsigned, in major units of the business's own currency. Refused: `TooManyDecimals`.
     */
    list,
    /**
     * Returns one transaction. Amounts are in minor units, `amount` "positive for credits, negative
     * for debits"; instants are in UTC. Refused: `NotFound`.
     */
    get,
    /**
     * Returns the movements of a transaction, in order. "`amount` is signed, what this step
     * moved", in minor units; "`balance_after` is the wallet's". Refused: `NotFound`.
     */
    movements,
    /**
     * Records any number of lines, in constant memory, in units of work of limited length. A
     * refused line does not affect the others: the report lists it with its code. Importing the
     * same lines again changes nothing. `onUnit` receives the report so far, after each unit, and
     * the errors of its refused lines, of which the report lists the first 1,000. Lines of locked
     * days are refused, or booked on `book_late_on`. Fails if the stream fails.
     */
    importRows,
    ...(yield* creation),
    ...(yield* changes),
  }
})

/**
 * Transactions: "card transactions, charges, deposits, bills, reimbursements, transfers, credits".
 */
export class Transactions extends Context.Service<Transactions, Effect.Success<typeof make>>()(
  "@outlay/domain/Transactions",
) {
  static readonly layer = Layer.effect(Transactions, make)
}
