import { Context, Effect, Layer } from "effect"
import type { PageRequest } from "../core/page.ts"
import { changeOf, Store } from "../core/store.ts"
import { accountingCodeContext, accountingCodes } from "./looks.ts"

const make = Effect.map(Store, (store) => ({
  /** Those that are not deleted, by `created` ascending, ties by id. */
  page: (client_id: number, page: PageRequest) => store.read(client_id, accountingCodes(page)),
  /** Decides on what `accountingCodeContext` looks at: see `Store`. */
  change: changeOf(store, accountingCodeContext),
}))

/** Keeps accounting codes. */
export class AccountingCodeStore extends Context.Service<
  AccountingCodeStore,
  Effect.Success<typeof make>
>()("@outlay/domain/AccountingCodeStore") {
  static readonly layer = Layer.effect(AccountingCodeStore, make)
}
