import { amountOf, isMoney, shown } from "./amounts.ts"
import { datesShown as dates, instantShown } from "./calendar.ts"
import * as ids from "./ids.ts"
import { toppedUp } from "./ledger.ts"
import { byDeleted, listed } from "./lists.ts"
import type { Budget, Funds, Member, Owner, Person, Topup } from "./model.ts"
import { personShown, userAt } from "./people.ts"
import { against, found, unfit, unreadable } from "./refusals.ts"
import { type Context, fieldsOf, isObject, route, textOf } from "./routes.ts"

const fundsShown = ({ available, spent, reset }: Funds) => ({
  available_amount: shown(available),
  spent_amount: shown(spent),
  reset_amount: shown(reset),
})

const named = ({ id, name, budget_type }: Budget) => ({ id, name, budget_type })

const budgetShown = ({ rules, business }: Context, budget: Budget) => ({
  ...named(budget),
  ...fundsShown(budget.funds),
  reset_period: budget.reset_period,
  current_period_start: instantShown(budget.period.start),
  current_period_end: instantShown(budget.period.end),
  has_member_limits: budget.has_member_limits,
  rollover_funds: budget.rollover_funds,
  limit_categories: budget.categories !== null,
  categories: rules.visibleCategories(budget, business).map(({ id, name, enabled }) => ({
    id,
    name,
    enabled,
  })),
  custom_fields: business.fields
    .filter((field) => rules.links(field, budget))
    .map(({ id, name, field_type }) => ({ id, name, field_type })),
  is_deleted: budget.is_deleted,
  ...dates(budget),
})

const memberFields = ({ rules }: Context, budget: Budget, member: Member) => ({
  ...fundsShown(rules.memberFunds(budget, member)),
  is_deleted: member.is_deleted,
  ...dates(member),
})

const memberShown = (context: Context, budget: Budget, member: Member) => ({
  id: String(member.id),
  ...personShown(member.person),
  ...memberFields(context, budget, member),
})

const budgetAt = ({ business, at }: Context): Budget =>
  found(
    business.budgets.find(({ id }) => id === at["budget_id"]),
    "budget",
  )

const memberAt = (context: Context): { readonly budget: Budget; readonly member: Member } => {
  const budget = budgetAt(context)
  const request = context.at["budget_member_id"]
  const member = context.rules
    .membersOf(budget, context.business)
    .find(({ id }) => String(id) === request)
  return { budget, member: found(member, "budget member") }
}

const ofUser = (context: Context) => {
  const user = userAt(context)
  const rows = context.business.budgets.flatMap((budget) =>
    budget.members
      .filter(({ person }) => "user" in person && person.user === user)
      .map((member) => ({ budget, member, is_deleted: member.is_deleted })),
  )
  return listed(context, byDeleted(context, rows), ({ budget, member }) => ({
    id: String(member.id),
    budget: named(budget),
    ...memberFields(context, budget, member),
  }))
}

export const topupShown = (topup: Topup) => ({
  id: topup.id,
  amount: shown(topup.amount),
  description: topup.description,
  approved: topup.approved,
  ...dates(topup),
})

const topupAsked = ({ rules, business, token, body, now }: Context, budget: Budget): Topup => {
  const fields = fieldsOf(body)
  const request = fields["amount"]
  if (typeof request !== "number") throw unreadable("amount must be a number.")
  const amount = amountOf(String(request))
  if (amount === undefined || amount === 0) throw unfit("amount must be an amount, and not 0.")
  if (!isMoney(amount, business.currency)) throw unfit("There is no money so small.")
  const approved = !rules.needsApproval(business.policies, budget, amount)
  const description = fields["description"] === undefined ? "" : textOf(fields, "description", 500)
  const dated = { created: now, updated: now }
  return { id: ids.number(), amount, description, approved, by: token, ...dated }
}

const topUp = async (context: Context, budget: Budget, member?: Member) => {
  const topup = topupAsked(context, budget)
  if (budget.is_deleted || member?.is_deleted === true) throw against("It was deleted.")
  if (!context.rules.kindFits(budget, member !== undefined)) {
    throw against(
      member === undefined
        ? "The funds of this budget are its members'."
        : "The funds of this budget are its own.",
    )
  }
  await toppedUp(context.rules, budget, member, topup)
  return topupShown(topup)
}

const isActive = ({ is_deleted }: { readonly is_deleted: boolean }) => !is_deleted

const ownerShown = (owner: Owner) => ({
  id: owner.id,
  ...personShown(owner.person),
  is_deleted: owner.is_deleted,
  ...dates(owner),
})

const idOf = (value: unknown): string => (isObject(value) ? String(value["id"]) : "")

/** Returns the user or invite of this business that a body names. */
const personNamed = ({ business, body }: Context): Person => {
  const { user, invite } = fieldsOf(body)
  if ((user === undefined) === (invite === undefined)) {
    throw unreadable("Name a user or an invite.")
  }
  const known = business.users.find((one) => isActive(one) && String(one.id) === idOf(user))
  if (known !== undefined) return { user: known }
  const waiting = business.invites.find((one) => !one.used && String(one.id) === idOf(invite))
  if (waiting !== undefined) return { invite: waiting }
  throw unfit("There is no such user or invite.")
}

const addOwner = (context: Context) => {
  const budget = budgetAt(context)
  if (budget.is_deleted) throw against("The budget was deleted.")
  return ownerShown(context.rules.addOwner(budget, personNamed(context), context.now))
}

const removeOwner = async (context: Context) => {
  const budget = budgetAt(context)
  const request = context.at["budget_owner_id"]
  const owner = budget.owners.find((one) => isActive(one) && one.id === request)
  await context.rules.removeOwner(budget, found(owner, "budget owner"), context.now)
  return { removed: request }
}

const member = "/budgets/{budget_id}/members/{budget_member_id}"

export const budgetRoutes = [
  route("GET", "/users/{user_id}/budget-members", "budgets", ofUser),
  route("GET", "/budgets", "budgets", (context) =>
    listed(context, byDeleted(context, context.business.budgets).toReversed(), (budget) =>
      budgetShown(context, budget),
    ),
  ),
  route("GET", "/budgets/{budget_id}", "budgets", (context) =>
    budgetShown(context, budgetAt(context)),
  ),
  route("GET", "/budgets/{budget_id}/members", "budgets", (context) => {
    const budget = budgetAt(context)
    return listed(context, byDeleted(context, budget.members), (one) =>
      memberShown(context, budget, one),
    )
  }),
  route("GET", member, "budgets", (context) => {
    const { budget, member } = memberAt(context)
    return memberShown(context, budget, member)
  }),
  route("GET", "/budgets/{budget_id}/topups", "topups", (context) =>
    listed(context, budgetAt(context).topups, topupShown),
  ),
  route("POST", "/budgets/{budget_id}/topups", "topups", (context) =>
    topUp(context, budgetAt(context)),
  ),
  route("GET", `${member}/topups`, "topups", (context) =>
    listed(context, memberAt(context).member.topups, topupShown),
  ),
  route("POST", `${member}/topups`, "topups", (context) => {
    const { budget, member } = memberAt(context)
    return topUp(context, budget, member)
  }),
  route("GET", "/budgets/{budget_id}/owners", "budgets", (context) =>
    listed(context, budgetAt(context).owners.filter(isActive), ownerShown),
  ),
  route("POST", "/budgets/{budget_id}/owners", "budgets", addOwner),
  route("DELETE", "/budgets/{budget_id}/owners/{budget_owner_id}", "budgets", removeOwner),
]
