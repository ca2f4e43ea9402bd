import { Context, Effect, Layer, type Result } from "effect"
import type { Decision } from "../core/decision.ts"
import { Ids } from "../core/ids.ts"
import { now } from "../core/now.ts"
import type { PageRequest } from "../core/page.ts"
import type {
  AccountingCodeKey,
  UpsertAccountingCode,
  UpsertedAccountingCode,
} from "../core/records/accounting-codes.ts"
import { Store } from "../core/store.ts"
import { accountingCodeContext, accountingCodes } from "./looks.ts"
import {
  type AccountingCodeCommand,
  type AccountingCodeContext,
  type AccountingCodeRemoval,
  decideAccountingCode,
  decideAccountingCodeRemoval,
  decideAccountingCodeSync,
  decideAccountingCodeSyncRemoval,
} from "./rules.ts"

type Upsert<E> = (
  context: AccountingCodeContext,
  command: AccountingCodeCommand,
) => Result.Result<Decision<UpsertedAccountingCode>, E>

type Removal<E> = (
  context: AccountingCodeContext,
  command: AccountingCodeRemoval,
) => Result.Result<Decision<void>, E>

const make = Effect.gen(function* () {
  const store = yield* Store
  const ids = yield* Ids

  const list = (client_id: number, page: PageRequest) =>
    store.read(client_id, accountingCodes(page))

  const upserting = <E>(decide: Upsert<E>) =>
    Effect.fnUntraced(function* (client_id: number, accountingCode: UpsertAccountingCode) {
      const command = { ...accountingCode, id: yield* ids.uuid, now: yield* now }
      return yield* store.change(client_id, accountingCodeContext(accountingCode), (context) =>
        decide(context, command),
      )
    })

  const removing = <E>(decide: Removal<E>) =>
    Effect.fnUntraced(function* (key: AccountingCodeKey) {
      const command = { ...key, now: yield* now }
      return yield* store.change(key.client_id, accountingCodeContext(key), (context) =>
        decide(context, command),
      )
    })

  return {
    /** Returns the accounting codes of a business, oldest first. Deleted codes are not listed. */
    list,
    /**
     * Creates a code, renames the one that has this `code`, or restores it after a deletion:
     * "upsert by `code`: 201 when new, 200 when renamed or restored, same id". "The first creation
     * makes a manual integration when none exists." Refused: `IntegrationManagesCodes`.
     */
    upsert: Effect.fn("AccountingCodes.upsert")(upserting(decideAccountingCode)),
    /**
     * Deletes a code, and "clears category mappings". Refused: `NotFound`,
     * `IntegrationManagesCodes`.
     */
    remove: Effect.fn("AccountingCodes.remove")(removing(decideAccountingCodeRemoval)),
    /**
     * Changes that the sync of an accounting integration makes. They are allowed for every
     * business, connected or not.
     */
    sync: {
      /**
       * Does the same as `upsert`, for the sync: without refusals, and without a change to the
       * integration of the business.
       */
      upsert: Effect.fn("AccountingCodes.sync.upsert")(upserting(decideAccountingCodeSync)),
      /** Does the same as `remove`, for the sync. Refused: `NotFound`. */
      remove: Effect.fn("AccountingCodes.sync.remove")(removing(decideAccountingCodeSyncRemoval)),
    },
  }
})

/** Accounting codes: "manage accounting codes (GL codes)". */
export class AccountingCodes extends Context.Service<
  AccountingCodes,
  Effect.Success<typeof make>
>()("@outlay/domain/AccountingCodes") {
  static readonly layer = Layer.effect(AccountingCodes, make)
}
