import { type Icon, IconReceipt2 } from "@tabler/icons-react"
import type { Me } from "../api/records.ts"
import { seesTransactions } from "../core/rights.ts"
import type { Texts } from "../texts/english.ts"

export interface Destination {
  readonly to: "/transactions"
  readonly name: keyof Texts["nav"]
  readonly icon: Icon
  /** Pressed after `g`. */
  readonly key: string
  readonly isShown: (me: Me) => boolean
}

/** The screens, in their order; each is shown to those who may see something there. */
export const destinations: ReadonlyArray<Destination> = [
  {
    to: "/transactions",
    name: "transactions",
    icon: IconReceipt2,
    key: "t",
    isShown: seesTransactions,
  },
]

export const destinationsOf = (me: Me): ReadonlyArray<Destination> =>
  destinations.filter(({ isShown }) => isShown(me))
