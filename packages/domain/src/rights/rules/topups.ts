import { passesAll, type Where } from "../../core/questions.ts"
import type { Topup } from "../../core/records/topups.ts"
import type { Verdict } from "../../core/sight.ts"
import { type BudgetTies, noTies, seesBudget } from "./budgets.ts"

type Seen = Pick<Topup, "status" | "requested_by">

/**
 * Returns filters for the topups of a budget that a user sees, of which one has to match. An owner
 * sees all; a member "what they asked for"; a deputy "the pending topups that they may decide",
 * which are those of other requesters, because the owner could decide, too.
 */
export const seenTopups = (
  { owner, membership, deputy }: BudgetTies,
  user_id: number,
): "all" | ReadonlyArray<Where<Topup>> =>
  owner
    ? "all"
    : [
        ...(membership === null ? [] : [{ requested_by: user_id }]),
        ...(deputy ? [{ status: "PENDING" as const, requested_by: { not: user_id } }] : []),
      ]

/** Ties of a user to the budgets of a business; budgets without ties are missing. */
export type TiesByBudget = ReadonlyMap<string, BudgetTies>

const kindOf = ({ owner, membership, deputy }: BudgetTies): string =>
  `${owner} ${membership !== null} ${deputy}`

/**
 * Returns filters for the topups of all budgets that a user sees. Budgets with the same kind of
 * ties share their filters.
 */
export const seenTopupsOf = (ties: TiesByBudget, user_id: number): ReadonlyArray<Where<Topup>> =>
  [...Map.groupBy(ties, ([, tie]) => kindOf(tie)).values()].flatMap((group) => {
    const budget_id = { in: group.map(([id]) => id) }
    const either = seenTopups(group[0]?.[1] ?? noTies, user_id)
    return either === "all" ? [{ budget_id }] : either.map((where) => ({ budget_id, ...where }))
  })

/** Returns true if a user sees this topup of a budget. */
export const seesTopup = (ties: BudgetTies, user_id: number, topup: Seen): boolean => {
  const either = seenTopups(ties, user_id)
  return either === "all" || either.some((where) => passesAll(where, topup))
}

/** Target of topups: a budget, or one of its members. */
export interface TopupSubject {
  /** Null for the budget itself. */
  readonly budget_member_id: number | null
  /** True if the role shows all such targets. */
  readonly reads: boolean
}

/**
 * Returns whether a user may list or request topups of a budget or member through their ties: "ask
 * for a topup of it or of their own limit". `ties` is null if the budget does not exist.
 */
export const judgeTopups = (
  right: "list" | "create",
  ties: BudgetTies | null,
  { budget_member_id, reads }: TopupSubject,
): Verdict => {
  if (ties === null) return reads && right === "create" ? "forbidden" : "hidden"
  if (ties.owner) return "allowed"
  const isTheirs =
    budget_member_id === null ? seesBudget(ties) : ties.membership === budget_member_id
  if (isTheirs) return "allowed"
  if (right === "list") return ties.deputy || reads ? "allowed" : "hidden"
  return reads ? "forbidden" : "hidden"
}

/**
 * Returns whether a user may attempt to approve, decline or cancel a topup through their ties. A
 * user who sees the topup is then checked by the rule of topups (`not_an_approver`). `reads` is
 * true if the role shows all topups.
 */
export const judgeTopup = (
  ties: BudgetTies | null,
  user_id: number,
  topup: Seen | null,
  reads: boolean,
): Verdict => {
  if (ties !== null && topup !== null) {
    if (seesTopup(ties, user_id, topup) || (ties.deputy && reads)) return "allowed"
  }
  return reads && ties?.owner !== true ? "forbidden" : "hidden"
}
