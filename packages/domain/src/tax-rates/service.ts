import { Context, Effect, Layer } from "effect"
import { Ids } from "../core/ids.ts"
import { existingIn } from "../core/not-found.ts"
import { now as currentTime } from "../core/now.ts"
import type { Page, PageRequest } from "../core/page.ts"
import type { Business } from "../core/records/businesses.ts"
import type {
  CreateTaxRate,
  TaxRate,
  TaxRateKey,
  UpdateTaxRate,
} from "../core/records/tax-rates.ts"
import { Store } from "../core/store.ts"
import { taxRateById, taxRateContext, taxRatesByName } from "./looks.ts"
import { decideTaxRate, decideTaxRateRemoval, decideTaxRateUpdate } from "./rules.ts"

/** Fields of the business that its tax rates depend on. */
type Asking = Pick<Business, "client_id" | "features">

const none: Page<TaxRate> = { count: 0, results: [] }

const make = Effect.gen(function* () {
  const store = yield* Store
  const ids = yield* Ids

  const list = ({ client_id, features }: Asking, page: PageRequest) =>
    features.itemised_tax ? store.read(client_id, taxRatesByName(page)) : Effect.succeed(none)

  const get = ({ client_id, features }: Asking, tax_rate_id: string) => {
    const read = features.itemised_tax
      ? store.read(client_id, taxRateById(tax_rate_id))
      : Effect.succeed(null)
    return existingIn(read, "tax rate", tax_rate_id)
  }

  const create = Effect.fn("TaxRates.create")(function* (
    client_id: number,
    tax_rate: CreateTaxRate,
  ) {
    const command = { ...tax_rate, id: yield* ids.uuid, now: yield* currentTime }
    return yield* store.change(client_id, taxRateContext(null), (context) =>
      decideTaxRate(context, command),
    )
  })

  const update = Effect.fn("TaxRates.update")(function* (key: TaxRateKey, patch: UpdateTaxRate) {
    const now = yield* currentTime
    return yield* store.change(key.client_id, taxRateContext(key.tax_rate_id), (context) =>
      decideTaxRateUpdate(context, key, patch, now),
    )
  })

  const remove = Effect.fn("TaxRates.remove")(function* (key: TaxRateKey) {
    const now = yield* currentTime
    yield* store.change(key.client_id, taxRateContext(key.tax_rate_id), (context) =>
      decideTaxRateRemoval(context, key, now),
    )
  })

  return {
    /**
     * Returns the tax rates of a business by name; "empty where the business has no itemised tax".
     */
    list,
    /**
     * Returns a tax rate; `rate` is a fraction (0.1 is 10%). Refused: `NotFound`, also if the
     * business has no itemised tax.
     */
    get,
    /** Creates a tax rate, with or without itemised tax. */
    create,
    /** Changes the given fields only. Refused: `NotFound`. */
    update,
    /** Deletes a tax rate. Refused: `NotFound`. */
    remove,
  }
})

/**
 * Tax rates. The operator writes "what an accounting integration's sync would write"; reads are
 * "empty and 404 where the business has no itemised tax".
 */
export class TaxRates extends Context.Service<TaxRates, Effect.Success<typeof make>>()(
  "@outlay/domain/TaxRates",
) {
  static readonly layer = Layer.effect(TaxRates, make)
}
