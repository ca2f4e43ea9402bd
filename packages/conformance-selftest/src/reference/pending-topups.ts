import { topupShown } from "./budgets.ts"
import { listed } from "./lists.ts"
import type { Budget, Business, Member, Token, Topup, User } from "./model.ts"
import { Refused } from "./refusals.ts"
import { among, type Context, route } from "./routes.ts"

interface Row {
  readonly budget: Budget
  readonly member: Member | null
  readonly topup: Topup
}

const rowsOf = ({ budgets }: Business): ReadonlyArray<Row> =>
  budgets
    .flatMap((budget) => [
      ...budget.topups.map((topup) => ({ budget, member: null, topup })),
      ...budget.members.flatMap((member) =>
        member.topups.map((topup) => ({ budget, member, topup })),
      ),
    ])
    .toSorted((a, b) => b.topup.created - a.topup.created || a.topup.id - b.topup.id)

const owns = ({ owners }: Budget, user: User): boolean =>
  owners.some((one) => !one.is_deleted && "user" in one.person && one.person.user === user)

/** Returns all who could decide: Administrators, and the owners of the budget. */
const deciders = ({ users }: Business, budget: Budget): ReadonlyArray<User> =>
  users.filter(
    (user) => !user.is_deleted && (user.role.name === "Administrator" || owns(budget, user)),
  )

/** True if the user may decide: not the requester, unless no one else could. */
const decides = (
  business: Business,
  { budget, topup }: Row,
  { text, user, role }: Token,
): boolean => {
  if (topup.approved) return false
  const could = deciders(business, budget)
  const { by } = topup
  const request = user === null ? text === by?.text : user === by?.user
  const may = role.name === "Administrator" || (user !== null && could.includes(user))
  return may && !(request && could.some((one) => one !== by?.user))
}

const statuses = ["APPROVED", "PENDING", "DECLINED", "CANCELLED"] as const

const waiting = (context: Context) => {
  const { business, token, rules, query } = context
  const reads = rules.permits(token.role, "topups", "read")
  if (!reads && token.user === null) throw new Refused(403, "This token may not see topups.")
  const status = query.get("status")
  if (status !== null) among(status, statuses, "status")
  const statusOf = ({ approved }: Topup) => (approved ? "APPROVED" : "PENDING")
  const seen = rowsOf(business).filter(
    ({ budget, topup }) =>
      (status === null || statusOf(topup) === status) &&
      (reads || rules.seesTopup(token, topup, owns(budget, token.user as User))),
  )
  return listed(
    context,
    seen,
    (row) => ({
      ...topupShown(row.topup),
      budget: { id: row.budget.id, name: row.budget.name },
      member: row.member === null ? null : { id: String(row.member.id) },
      can_decide: decides(business, row, token),
    }),
    null,
  )
}

export const waitingRoutes = [route("GET", "/topups", null, waiting)]
