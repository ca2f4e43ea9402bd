import type { Business } from "./business.ts"
import type { Judge } from "./judge.ts"

/** Creates a budget owned by Ann, with Ann and Bo as members. */
const makeBudget = async (judge: Judge, business: Business, has_member_limits: boolean) => {
  const { client_id, ann, bo, annToken: token } = business
  const members = [ann, bo].map((id) => ({
    user: { id },
    ...(has_member_limits ? { reset_amount: 1_000 } : {}),
  }))
  const { id } = await judge.succeed("budgets.create", {
    token,
    path: { client_id },
    body: {
      name: has_member_limits ? "Cards" : "Travel",
      reset_amount: 2_000,
      reset_period: "MONTHLY",
      has_member_limits,
      rollover_funds: true,
      members,
      owners: [{ user: { id: ann } }],
    },
  })
  return id
}

/** Calls every operation on budgets, members, owners and topups. Returns a budget that remains. */
export const callBudgets = async (judge: Judge, business: Business): Promise<string> => {
  const { client_id, annToken: token } = business
  const budget_id = await makeBudget(judge, business, false)
  const limited = await makeBudget(judge, business, true)
  const path = { client_id, budget_id }
  await judge.succeed("budgets.list", { token, path, query: { has_member_limits: true } })
  await judge.succeed("budgets.get", { token, path })
  await judge.succeed("budgetPeriods.list", { token, path, query: { limit: 1 } })
  await judge.succeed("budgets.update", { token, path, body: { name: "Travel and training" } })
  await callMembers(judge, business, limited)
  await callOwners(judge, business, budget_id)
  await callTopups(judge, business, budget_id)
  const removed = { client_id, budget_id: await makeBudget(judge, business, false) }
  await judge.succeed("budgets.remove", { token, path: removed })
  await judge.succeed("budgets.get", { token, path: removed })
  return budget_id
}

const callMembers = async (judge: Judge, business: Business, budget_id: string): Promise<void> => {
  const { client_id, cy, annToken: token } = business
  const path = { client_id, budget_id }
  const body = { user: { id: cy }, reset_amount: 50.5 }
  const { id } = await judge.succeed("budgetMembers.create", { token, path, body })
  const each = { ...path, budget_member_id: id }
  await judge.succeed("budgetMembers.list", { token, path, query: { user_id: cy } })
  await judge.succeed("budgetMembers.get", { token, path: each })
  await judge.succeed("budgetMembers.update", { token, path: each, body: { reset_amount: 75 } })
  await judge.succeed("budgetMembers.listOfUser", { token, path: { client_id, user_id: cy } })
  await callMemberTopups(judge, business, each)
  await judge.succeed("budgetMembers.remove", { token, path: each })
}

const callOwners = async (judge: Judge, business: Business, budget_id: string): Promise<void> => {
  const { client_id, bo, annToken: token } = business
  const path = { client_id, budget_id }
  const body = { user: { id: bo } }
  const { id } = await judge.succeed("budgetOwners.create", { token, path, body })
  await judge.succeed("budgetOwners.list", { token, path, query: { is_deleted: false } })
  const each = { ...path, budget_owner_id: id }
  await judge.succeed("budgetOwners.remove", { token, path: each })
}

type Path = { readonly [name: string]: unknown }

/** Requests a topup by Ann that needs approval; Bo, an Admin, decides. */
const ask = async (judge: Judge, { annToken: token }: Business, operation: string, path: Path) => {
  const body = { amount: 12.34, description: "Travel", auto_approve: false }
  const { id } = await judge.succeed(operation, { token, path, body })
  return { ...path, topup_id: id }
}

const callTopups = async (judge: Judge, business: Business, budget_id: string): Promise<void> => {
  const { client_id, annToken, boToken } = business
  const path = { client_id, budget_id }
  const requested = () => ask(judge, business, "topups.create", path)
  await judge.succeed("topups.approve", { token: boToken, path: await requested() })
  const body = { reason: "Paid from another budget" }
  await judge.succeed("topups.decline", { token: boToken, path: await requested(), body })
  await judge.succeed("topups.cancel", { token: annToken, path: await requested() })
  await judge.succeed("topups.list", { token: annToken, path })
  await requested()
  const query = { status: "PENDING", limit: 5 }
  await judge.succeed("topups.listOfBusiness", { token: boToken, path: { client_id }, query })
}

const callMemberTopups = async (judge: Judge, business: Business, path: Path): Promise<void> => {
  const { annToken, boToken } = business
  const requested = () => ask(judge, business, "topups.createOfMember", path)
  await judge.succeed("topups.approveOfMember", { token: boToken, path: await requested() })
  await judge.succeed("topups.declineOfMember", { token: boToken, path: await requested() })
  await judge.succeed("topups.cancelOfMember", { token: annToken, path: await requested() })
  await judge.succeed("topups.listOfMember", { token: annToken, path })
}
