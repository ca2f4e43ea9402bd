import { Context, Effect, Layer } from "effect"
import type { PermissionResource } from "../core/actor.ts"
import { type Caller, permits } from "../core/caller.ts"
import { type Sight, sightOfUser, type Verdict } from "../core/sight.ts"
import type { StorageUnavailable } from "../core/unit-of-work.ts"
import type { BudgetFacts, BudgetSubject, OwnRight, Subject } from "./model.ts"
import { judgeMember, judgeMembers } from "./rules/budget-members.ts"
import { judgeOwners } from "./rules/budget-owners.ts"
import { judgeBudget } from "./rules/budgets.ts"
import { judgeTopup, judgeTopups } from "./rules/topups.ts"
import { judgeTransaction } from "./rules/transactions.ts"
import { RightsStore } from "./store.ts"

type BudgetRight = Exclude<
  OwnRight,
  "budgets.list" | `transactions.${string}` | `${string}_of_user` | `${string}_of_business`
>

/** Returns whether a user may use a right at a budget, given their ties to it. */
const judgeAtBudget = (
  right: BudgetRight,
  facts: BudgetFacts | null,
  caller: Caller,
  { sight, budget_member_id }: BudgetSubject,
): Verdict => {
  const ties = facts?.ties ?? null
  const reads = (resource: PermissionResource) => permits(caller, { resource, action: "read" })
  switch (right) {
    case "budgets.read":
      return judgeBudget("read", ties, reads("budgets"))
    case "budgets.change":
      return judgeBudget("change", ties, reads("budgets"))
    case "budgets.periods":
      return judgeBudget("periods", ties, reads("budgets"))
    case "budget_members.list":
      return judgeMembers("list", ties, reads("budgets"))
    case "budget_members.create":
      return judgeMembers("create", ties, reads("budgets"))
    case "budget_members.read":
    case "budget_members.change": {
      const member = { budget_member_id: budget_member_id ?? 0, reads: reads("budget_members") }
      return judgeMember(right === "budget_members.read" ? "read" : "change", ties, member)
    }
    case "budget_owners.list":
      return judgeOwners("list", ties, reads("budgets"))
    case "budget_owners.create":
      return judgeOwners("create", ties, reads("budgets"))
    case "budget_owners.remove":
      return judgeOwners("remove", ties, reads("budget_owners"))
    case "topups.list":
    case "topups.create": {
      const kind = budget_member_id === null ? "budgets" : "budget_members"
      const target = { budget_member_id, reads: reads(kind) }
      return judgeTopups(right === "topups.list" ? "list" : "create", ties, target)
    }
    case "topups.act":
      return judgeTopup(ties, sight.user_id, facts?.topup ?? null, reads("topups"))
  }
}

const make = Effect.gen(function* () {
  const store = yield* RightsStore

  const atTransaction = Effect.fnUntraced(function* (
    right: "read" | "change",
    caller: Caller,
    { client_id, transaction_id }: Subject,
    sight: Sight,
  ) {
    const key = { client_id, transaction_id: transaction_id ?? "" }
    const ties = yield* store.ofTransaction(key, sight)
    const reads = permits(caller, { resource: "transactions", action: "read" })
    return judgeTransaction(right, ties, reads)
  })

  const atBudget = Effect.fnUntraced(function* (
    right: BudgetRight,
    caller: Caller,
    named: Subject,
    sight: Sight,
  ) {
    const subject: BudgetSubject = {
      client_id: named.client_id,
      budget_id: named.budget_id ?? "",
      budget_member_id: named.budget_member_id ?? null,
      topup_id: named.topup_id ?? null,
      sight,
    }
    return judgeAtBudget(right, yield* store.ofBudget(subject), caller, subject)
  })

  const judge = Effect.fnUntraced(function* (
    right: OwnRight,
    caller: Caller,
    subject: Subject,
  ): Effect.fn.Return<Verdict, StorageUnavailable> {
    if (caller.user_id === null) return "forbidden"
    const sight = yield* sightOfUser(caller.user_id)
    switch (right) {
      case "budgets.list":
      case "budget_members.list_of_user":
      case "topups.list_of_business":
      case "transactions.list":
        return "allowed"
      case "transactions.read":
        return yield* atTransaction("read", caller, subject, sight)
      case "transactions.change":
        return yield* atTransaction("change", caller, subject, sight)
      default:
        return yield* atBudget(right, caller, subject, sight)
    }
  })

  return {
    /**
     * Returns whether a user may do an operation that their role does not permit, "because of who
     * the user is". "A single record that they may not see is 404" (`hidden`); "one that they may
     * see and not change is 403" (`forbidden`). Lists are always allowed, and contain what the user
     * may see. A caller without a user is forbidden.
     */
    judge,
  }
})

/**
 * Rights of users in addition to their role: "a token that acts for a user may, because of who the
 * user is".
 */
export class Rights extends Context.Service<Rights, Effect.Success<typeof make>>()(
  "@outlay/domain/Rights",
) {
  static readonly layer = Layer.effect(Rights, make)
}
