import { datesShown as dates } from "./calendar.ts"
import * as ids from "./ids.ts"
import { byDeleted, listed } from "./lists.ts"
import type { Budget, Business, Fields, Invite, Person, Role, User } from "./model.ts"
import { against, found, unfit, unreadable } from "./refusals.ts"
import { among, type Context, fieldsOf, route, textOf } from "./routes.ts"

const paymentTypes = ["bills", "cards", "reimbursements"] as const

export const userShown = ({ rules, business }: Context, user: User) => ({
  id: user.id,
  first_name: user.first_name,
  last_name: user.last_name,
  name: user.display_name ?? `${user.first_name} ${user.last_name}`,
  email: user.email,
  role: user.role.name,
  role_id: user.role.id,
  is_deleted: user.is_deleted,
  ...dates(user),
  expense_delegate: rules.assistants(business, user),
})

/** Returns a person as other records show them. */
export const personShown = (person: Person) =>
  "user" in person
    ? { user: { id: person.user.id, name: `${person.user.first_name} ${person.user.last_name}` } }
    : { invite: { id: person.invite.id, email: person.invite.email } }

export const userAt = ({ business, at }: Context): User =>
  found(
    business.users.find(({ id }) => String(id) === at["user_id"]),
    "user",
  )

const roleShown = ({ id, name, permissions }: Role) => ({
  id,
  name,
  is_deletable: name === "Bystander",
  permissions,
})

const inviteShown = (invite: Invite) => ({
  id: invite.id,
  email: invite.email,
  role: invite.role.name,
  role_id: invite.role.id,
  payment_types: invite.payment_types,
  used: invite.used,
  ...dates(invite),
})

const roleNamed = ({ rules, business }: Context, id: unknown): Role => {
  const role = rules.roleOf(business, id)
  if (role === undefined) throw unfit("role_id is no role of this business.")
  return role
}

const paymentTypesNamed = (value: unknown, fewest: number): ReadonlyArray<string> => {
  if (!Array.isArray(value)) throw unreadable("payment_types must be an array.")
  const named = value.map((one) => among(one, paymentTypes, "A payment type"))
  if (named.length < fewest) throw unfit("payment_types must name one at least.")
  return [...new Set(named)]
}

const assistantsNamed = (business: Business, user: User, value: unknown) => {
  if (!business.expense_assistant) throw against("This business has no expense assistants.")
  if (!Array.isArray(value)) throw unreadable("expense_delegate must be an array of user ids.")
  const fits = (id: unknown) =>
    id !== user.id && business.users.some((one) => one.id === id && !one.is_deleted)
  if (!value.every(fits)) throw unfit("expense_delegate must name other users of this business.")
  return value.filter((id): id is number => typeof id === "number")
}

const changesOf = (context: Context, user: User, fields: Fields) => ({
  ...("role_id" in fields ? { role: roleNamed(context, fields["role_id"]) } : {}),
  ...("payment_types" in fields
    ? { payment_types: paymentTypesNamed(fields["payment_types"], 0) }
    : {}),
  ...("expense_delegate" in fields
    ? { assistants: assistantsNamed(context.business, user, fields["expense_delegate"]) }
    : {}),
})

const update = (context: Context) => {
  const user = userAt(context)
  if (user.is_deleted) throw against("This user was deleted.")
  const changes = changesOf(context, user, fieldsOf(context.body))
  Object.assign(user, context.rules.changed(user, changes), { updated: context.now })
  return userShown(context, user)
}

/** Ends the memberships and ownerships of a deleted person or budget. */
export const ended = (
  budgets: ReadonlyArray<Budget>,
  goes: (person: Person) => boolean,
  now: number,
): void => {
  for (const budget of budgets) {
    for (const record of [...budget.members, ...budget.owners]) {
      if (record.is_deleted || !goes(record.person)) continue
      record.is_deleted = true
      record.updated = now
    }
  }
}

export const userDeleted = (business: Business, user: User, now: number): void => {
  user.is_deleted = true
  user.updated = now
  ended(business.budgets, (person) => "user" in person && person.user === user, now)
  for (const other of business.users) {
    other.assistants = other.assistants.filter((id) => id !== user.id)
  }
}

const remove = (context: Context) => {
  const user = userAt(context)
  const { business, rules, now, state } = context
  if (user.is_deleted) throw against("This user was deleted.")
  const orphaned = rules.orphaned(business, user)
  if (orphaned.length > 0) {
    throw against(`Nobody else owns ${orphaned.map(({ name }) => name).join(", ")}.`)
  }
  userDeleted(business, user, now)
  for (const token of state.tokens.values()) if (token.user === user) token.revoked = true
  return userShown(context, user)
}

const email = /^[^\s@]{1,64}@[^\s@]+\.[^\s@.]+$/u

const invite = (context: Context) => {
  const { business, rules, now } = context
  const fields = fieldsOf(context.body)
  const address = textOf(fields, "email", 254)
  if (!email.test(address)) throw unreadable("email must be an address.")
  const role = roleNamed(context, fields["role_id"])
  const payment_types = paymentTypesNamed(fields["payment_types"], rules.fewestPaymentTypes())
  const same = (other: string) => other.toLowerCase() === address.toLowerCase()
  if (business.users.some((user) => !user.is_deleted && same(user.email))) {
    throw against("Someone with this address is a user already.")
  }
  if (business.invites.some((one) => !one.used && same(one.email))) {
    throw against("Someone with this address is invited already.")
  }
  const dated = { created: now, updated: now }
  const made = { id: ids.number(), email: address, role, payment_types, used: false, ...dated }
  business.invites.push(made)
  return inviteShown(made)
}

const cancel = ({ business, at, now }: Context) => {
  const invite = found(
    business.invites.find(({ id, used }) => !used && String(id) === at["invite_id"]),
    "invite",
  )
  const waits = (person: Person) => "invite" in person && person.invite === invite
  const owned = business.budgets.filter(({ owners, is_deleted }) => {
    const active = owners.filter((owner) => !owner.is_deleted)
    return !is_deleted && active.length === 1 && active.some(({ person }) => waits(person))
  })
  if (owned.length > 0) throw against("A budget keeps its last owner.")
  ended(business.budgets, waits, now)
  business.invites.splice(business.invites.indexOf(invite), 1)
  return { cancelled: invite.id }
}

export const peopleRoutes = [
  route("GET", "/users", "people", (context) =>
    listed(context, byDeleted(context, context.business.users).toReversed(), (user) =>
      userShown(context, user),
    ),
  ),
  route("GET", "/users/{user_id}", "people", (context) => userShown(context, userAt(context))),
  route("PATCH", "/users/{user_id}", "people", update),
  route("DELETE", "/users/{user_id}", "people", remove),
  route("GET", "/roles", "people", (context) => listed(context, context.business.roles, roleShown)),
  route("GET", "/invites", "invites", (context) =>
    listed(context, context.rules.invited(context.business), inviteShown, null),
  ),
  route("POST", "/invites", "invites", invite),
  route("DELETE", "/invites/{invite_id}", "invites", cancel),
]
