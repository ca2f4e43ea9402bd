import { passesAll, type Where } from "../../core/questions.ts"
import type { Topup } from "../../core/records/topups.ts"
import type { Verdict } from "../../core/sight.ts"
import { type BudgetTies, noTies, seesBudget } from "./budgets.ts"

type Seen = Pick<Topup, "status" | "requested_by">

/**
 * The topups of a budget that a user sees, as tests of which one has to pass: an owner sees every
 * one; a member "what they asked for"; a deputy "the pending topups that they may decide": those
 * that another asked for, since the owner could decide, too.
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

/** What a user is to each budget of a business; those that are missing are nothing to them. */
export type TiesByBudget = ReadonlyMap<string, BudgetTies>

const kindOf = ({ owner, membership, deputy }: BudgetTies): string =>
  `${owner} ${membership !== null} ${deputy}`

/**
 * The topups of all budgets that a user sees: of those to which they are the same, the tests are
 * the same.
 */
export const seenTopupsOf = (ties: TiesByBudget, user_id: number): ReadonlyArray<Where<Topup>> =>
  [...Map.groupBy(ties, ([, tie]) => kindOf(tie)).values()].flatMap((alike) => {
    const budget_id = { in: alike.map(([id]) => id) }
    const either = seenTopups(alike[0]?.[1] ?? noTies, user_id)
    return either === "all" ? [{ budget_id }] : either.map((where) => ({ budget_id, ...where }))
  })

/** Whether a user sees a topup of a budget. */
export const seesTopup = (ties: BudgetTies, user_id: number, topup: Seen): boolean => {
  const either = seenTopups(ties, user_id)
  return either === "all" || either.some((where) => passesAll(where, topup))
}

/** What is topped up: a budget, or one of its members. */
export interface TopupSubject {
  /** Null: the budget itself. */
  readonly budget_member_id: number | null
  /** Whether the role shows all such targets. */
  readonly reads: boolean
}

/**
 * Whether a user may list the topups of a budget or of a member, or ask for one, as themselves:
 * "ask for a topup of it or of their own limit". `ties` null: there is no such budget.
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
 * Whether a user may come to approve, decline or cancel a topup as themselves: who sees it by a tie
 * is then judged by the rule (`not_an_approver`). `reads`: the role shows all topups.
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
