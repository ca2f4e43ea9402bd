import { Layer } from "effect"
import { TaxRateStore } from "./tax-rates/store.ts"
import { TopupStore } from "./topups/store.ts"

/** The ports that need nothing of a storage but its `Store`. */
export const storeLayers = Layer.mergeAll(TaxRateStore.layer, TopupStore.layer)
