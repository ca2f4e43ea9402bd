import type { Me } from "../api/records.ts"
import { may, mayKeepBooks } from "../core/rights.ts"

const tabs = ["balances", "exports", "books"] as const
export type Tab = (typeof tabs)[number]

const isShown: Readonly<Record<Tab, (me: Me) => boolean>> = {
  balances: (me) => may(me, "balances", "read"),
  exports: mayKeepBooks,
  books: mayKeepBooks,
}

/** Returns the tabs of Money that the person may see, in order. */
export const moneyTabsOf = (me: Me): ReadonlyArray<Tab> => tabs.filter((tab) => isShown[tab](me))
