/** Permissions of the signed-in person; the console offers nothing else. */
import type { Me, Transaction } from "../api/records.ts"

type Action = "read" | "create" | "update" | "delete"

/** True if the role permits it. */
export const may = (me: Me, resource: string, action: Action): boolean =>
  me.permissions.some((_) => _.resource === resource && _.action === action)

/** True for Admins. Some actions are reserved for them, regardless of role permissions. */
export const isAdmin = (me: Me): boolean => me.role.name === "Admin"

/** True if the role permits it, or the person owns the budget. */
export const mayOnBudget = (me: Me, budget_id: string, resource: string, action: Action): boolean =>
  may(me, resource, action) || me.owns.some(({ id }) => id === budget_id)

/** True if the role permits it, or the person is the spender or their assistant. */
export const mayComplete = (me: Me, { user }: Pick<Transaction, "user">): boolean =>
  may(me, "transactions", "update") ||
  (user !== null &&
    me.user !== null &&
    (user.id === me.user.id || me.assists.some(({ id }) => id === user.id)))

/** True if the person may request funds from at least one budget. */
export const mayAsk = (me: Me): boolean =>
  may(me, "topups", "create") || me.belongs_to.length > 0 || me.owns.length > 0

/** True if the person may spend, but is not a member of any budget yet. */
export const lacksBudget = (me: Me): boolean =>
  me.user !== null && !mayAsk(me) && !may(me, "transactions", "read")

/** True if the person may close and export the books. */
export const mayKeepBooks = (me: Me): boolean => may(me, "transactions", "update")

/**
 * True if the person may see transactions: everyone who acts for a user sees at least their own.
 */
export const seesTransactions = (me: Me): boolean =>
  may(me, "transactions", "read") || me.user !== null

export const seesBudgets = (me: Me): boolean => may(me, "budgets", "read") || me.user !== null

export const seesTopups = (me: Me): boolean => may(me, "topups", "read") || me.user !== null
