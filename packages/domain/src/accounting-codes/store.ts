import { Context, Effect, Layer } from "effect"
import type { Decide } from "../core/decision.ts"
import type { Page, PageRequest } from "../core/page.ts"
import type { AccountingCode } from "../core/records/accounting-codes.ts"
import { Store } from "../core/store.ts"
import type { StorageUnavailable } from "../core/unit-of-work.ts"
import { type AccountingCodeChange, accountingCodeContext, accountingCodes } from "./looks.ts"
import type { AccountingCodeContext } from "./rules.ts"

/** Keeps accounting codes. */
export class AccountingCodeStore extends Context.Service<
  AccountingCodeStore,
  {
    /** Those that are not deleted, by `created` ascending, ties by id. */
    readonly page: (
      client_id: number,
      page: PageRequest,
    ) => Effect.Effect<Page<AccountingCode>, StorageUnavailable>
    /** Decides on what `accountingCodeContext` looks at: see `Store`. */
    readonly change: <A, E>(
      change: AccountingCodeChange,
      decide: Decide<AccountingCodeContext, A, E>,
    ) => Effect.Effect<A, E | StorageUnavailable>
  }
>()("@outlay/domain/AccountingCodeStore") {
  static readonly layer = Layer.effect(
    AccountingCodeStore,
    Effect.map(Store, (store) => ({
      page: (client_id, request) => store.read(client_id, accountingCodes(request)),
      change: (key, decide) => store.change(key.client_id, accountingCodeContext(key), decide),
    })),
  )
}
