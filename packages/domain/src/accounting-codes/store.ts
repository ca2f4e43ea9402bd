import { Context, type Effect } from "effect"
import type { Decide } from "../core/decision.ts"
import type { Page, PageRequest } from "../core/page.ts"
import type { AccountingCode, AccountingCodeKey } from "../core/records/accounting-codes.ts"
import type { StorageUnavailable } from "../core/unit-of-work.ts"
import type { AccountingCodeContext } from "./rules.ts"

/** Which code changes: the one with this `code`, or the one with this id. */
export type AccountingCodeChange =
  | AccountingCodeKey
  | { readonly client_id: number; readonly code: string }

/** Keeps accounting codes. */
export class AccountingCodeStore extends Context.Service<
  AccountingCodeStore,
  {
    /** Those that are not deleted, by `created` ascending, ties by id. */
    readonly page: (
      client_id: number,
      page: PageRequest,
    ) => Effect.Effect<Page<AccountingCode>, StorageUnavailable>
    /**
     * Loads the context under the write lock, asks `decide`, and commits its decision as one atomic
     * step with its events; a refusal changes nothing. `decide` may be asked again after a
     * conflict.
     */
    readonly change: <A, E>(
      change: AccountingCodeChange,
      decide: Decide<AccountingCodeContext, A, E>,
    ) => Effect.Effect<A, E | StorageUnavailable>
  }
>()("@outlay/domain/AccountingCodeStore") {}
