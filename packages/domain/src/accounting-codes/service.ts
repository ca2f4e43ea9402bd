import { Context, Effect, Layer } from "effect"
import { Ids } from "../shared/ids.ts"
import { now } from "../shared/now.ts"
import type { PageRequest } from "../shared/page.ts"
import type { AccountingCodeKey, AccountingCodeSource, UpsertAccountingCode } from "./model.ts"
import { decideAccountingCode, decideAccountingCodeRemoval } from "./rules.ts"
import { AccountingCodeStore } from "./store.ts"

const make = Effect.gen(function* () {
  const store = yield* AccountingCodeStore
  const ids = yield* Ids

  const list = (client_id: number, page: PageRequest) => store.page(client_id, page)

  const upsert = Effect.fn("AccountingCodes.upsert")(function* (
    client_id: number,
    source: AccountingCodeSource,
    accountingCode: UpsertAccountingCode,
  ) {
    const command = { ...accountingCode, source, id: yield* ids.uuid, now: yield* now }
    return yield* store.change({ client_id, code: command.code }, (context) =>
      decideAccountingCode(context, command),
    )
  })

  const remove = Effect.fn("AccountingCodes.remove")(function* (
    key: AccountingCodeKey,
    source: AccountingCodeSource,
  ) {
    const command = { ...key, source, now: yield* now }
    return yield* store.change(key, (context) => decideAccountingCodeRemoval(context, command))
  })

  return { list, upsert, remove }
})

/** "Manage accounting codes (GL codes)." */
export class AccountingCodes extends Context.Service<
  AccountingCodes,
  Effect.Success<typeof make>
>()("@outlay/domain/AccountingCodes") {
  static readonly layer = Layer.effect(AccountingCodes, make)
}
