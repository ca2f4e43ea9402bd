import { Categories } from "@outlay/domain"
import { Effect } from "effect"
import { everything } from "./pages.ts"

/** Returns the ids of a business's categories by `fold(name)`. */
export const categoriesOf = (client_id: number, fold: (name: string) => string) =>
  Effect.map(
    everything((page) => Categories.use((_) => _.list(client_id, {}, page))),
    (found) => new Map(found.map(({ id, name }) => [fold(name), id] as const)),
  )
