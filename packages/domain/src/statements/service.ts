import { Context, Effect, Layer } from "effect"
import { dayOf, requireDate } from "../core/dates.ts"
import { format, maxBalance } from "../core/money.ts"
import { now as currentTime } from "../core/now.ts"
import type { PageRequest } from "../core/page.ts"
import { AmountOutOfRange } from "../core/refusals.ts"
import { UnknownCurrency } from "./errors.ts"
import type { StatementQuery } from "./model.ts"
import { isWithinBounds, statement } from "./rules.ts"
import { StatementStore } from "./store.ts"

const make = Effect.gen(function* () {
  const store = yield* StatementStore

  const get = Effect.fnUntraced(function* (
    client_id: number,
    query: StatementQuery,
    page: PageRequest,
  ) {
    requireDate("start_date", query.start_date)
    requireDate("end_date", query.end_date)
    const today = dayOf(yield* currentTime)
    const currency = query.currency ?? null
    const movements = yield* store.movements({ client_id, currency }, query)
    if (movements === null) {
      return yield* new UnknownCurrency({ parameter: "currency", currency: currency ?? "" })
    }
    if (!isWithinBounds(movements)) {
      const maximum = format(maxBalance, movements.wallet.currency)
      return yield* new AmountOutOfRange({
        balance: { name: "a balance of these days", maximum },
      })
    }
    return statement(movements, { ...query, today }, page)
  })

  return {
    /**
     * "One daily balance for every UTC day of the period on which the wallet existed …, today
     * included, future days not; each day's opening is the day before's closing." Both dates are
     * inclusive; balances are in minor units. The currency is that of the business unless given.
     * Refused: `UnknownCurrency`, `AmountOutOfRange`.
     */
    get,
  }
})

/** Statements: "daily balances for a period". */
export class Statements extends Context.Service<Statements, Effect.Success<typeof make>>()(
  "@outlay/domain/Statements",
) {
  static readonly layer = Layer.effect(Statements, make)
}
