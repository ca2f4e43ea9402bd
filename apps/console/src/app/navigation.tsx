import {
  type Icon,
  IconCoins,
  IconHistory,
  IconHome2,
  IconReceipt2,
  IconRubberStamp,
  IconSettings,
  IconUsers,
  IconWallet,
} from "@tabler/icons-react"
import type { Me } from "../api/records.ts"
import { may, seesBudgets, seesTopups, seesTransactions } from "../core/rights.ts"
import { moneyTabsOf } from "../money/tabs.ts"
import type { Texts } from "../texts/english.ts"

export interface Destination {
  readonly to:
    | "/"
    | "/transactions"
    | "/approvals"
    | "/budgets"
    | "/people"
    | "/money"
    | "/settings"
    | "/audit"
  readonly name: keyof Texts["nav"]
  readonly icon: Icon
  /** Key pressed after `g`. */
  readonly key: string
  readonly isShown: (me: Me) => boolean
}

/**
 * Screens in the order of the navigation; each is shown only to people who may see something there.
 */
export const destinations: ReadonlyArray<Destination> = [
  { to: "/", name: "home", icon: IconHome2, key: "h", isShown: () => true },
  {
    to: "/transactions",
    name: "transactions",
    icon: IconReceipt2,
    key: "t",
    isShown: seesTransactions,
  },
  { to: "/approvals", name: "approvals", icon: IconRubberStamp, key: "a", isShown: seesTopups },
  { to: "/budgets", name: "budgets", icon: IconWallet, key: "b", isShown: seesBudgets },
  {
    to: "/people",
    name: "people",
    icon: IconUsers,
    key: "p",
    isShown: (me) => may(me, "users", "read"),
  },
  {
    to: "/money",
    name: "money",
    icon: IconCoins,
    key: "m",
    isShown: (me) => moneyTabsOf(me).length > 0,
  },
  {
    to: "/settings",
    name: "settings",
    icon: IconSettings,
    key: "s",
    isShown: (me) => me.user !== null || may(me, "categories", "read"),
  },
  {
    to: "/audit",
    name: "audit",
    icon: IconHistory,
    key: "u",
    isShown: (me) => may(me, "audit", "read"),
  },
]

export const destinationsOf = (me: Me): ReadonlyArray<Destination> =>
  destinations.filter(({ isShown }) => isShown(me))

/** True if the person may see the screen at an address, which may have been typed or received. */
export const isOpenTo = (me: Me, pathname: string): boolean => {
  const [, screen] = pathname.split("/")
  return destinations.find(({ to }) => to === `/${screen}`)?.isShown(me) ?? true
}
