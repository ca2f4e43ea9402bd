/** What the person who is signed in may do: the console offers nothing else. */
import type { Me, Transaction } from "../api/records.ts"

type Action = "read" | "create" | "update" | "delete"

/** By the role. */
export const may = (me: Me, resource: string, action: Action): boolean =>
  me.permissions.some((_) => _.resource === resource && _.action === action)

/** Some things are for Admins alone, whatever else a role permits. */
export const isAdmin = (me: Me): boolean => me.role.name === "Admin"

/** By the role, or as one who owns the budget. */
export const mayOnBudget = (me: Me, budget_id: string, resource: string, action: Action): boolean =>
  may(me, resource, action) || me.owns.some(({ id }) => id === budget_id)

/** By the role, as the spender, or as one who assists them. */
export const mayComplete = (me: Me, { user }: Pick<Transaction, "user">): boolean =>
  may(me, "transactions", "update") ||
  (user !== null &&
    me.user !== null &&
    (user.id === me.user.id || me.assists.some(({ id }) => id === user.id)))

/** Whether there can be a budget that they may ask money for. */
export const mayAsk = (me: Me): boolean =>
  may(me, "topups", "create") || me.belongs_to.length > 0 || me.owns.length > 0

/** Somebody who spends, and whom no budget has been given yet. */
export const lacksBudget = (me: Me): boolean =>
  me.user !== null && !mayAsk(me) && !may(me, "transactions", "read")

/** Who closes the books, and exports them. */
export const mayKeepBooks = (me: Me): boolean => may(me, "transactions", "update")

/** Whoever acts for a user sees at least what is their own. */
export const seesTransactions = (me: Me): boolean =>
  may(me, "transactions", "read") || me.user !== null

export const seesBudgets = (me: Me): boolean => may(me, "budgets", "read") || me.user !== null

export const seesTopups = (me: Me): boolean => may(me, "topups", "read") || me.user !== null
