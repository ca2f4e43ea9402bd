import type { Budget, Fields, Person, User } from "./model.ts"
import { userShown } from "./people.ts"
import { Refused, unreadable } from "./refusals.ts"
import { type Context, fieldsOf, route, textOf } from "./routes.ts"

const isOf =
  (user: User) =>
  ({ person, is_deleted }: { readonly person: Person; readonly is_deleted: boolean }) =>
    !is_deleted && "user" in person && person.user === user

/** Returns budgets of which the user is an owner or a member. */
const budgetsOf = ({ business, token: { user } }: Context, among: "owners" | "members") =>
  user === null
    ? []
    : business.budgets
        .filter((budget: Budget) => budget[among].some(isOf(user)))
        .map(({ id, name }) => ({ id, name }))

const me = (context: Context) => {
  const { business, token, rules } = context
  const { user, role } = token
  const shown = ({ id, first_name, last_name }: User) => ({ id, first_name, last_name })
  return {
    business: { client_id: business.id, name: business.name, currency: business.currency },
    user: user === null ? null : userShown(context, rules.selfOf(business, user)),
    role: role.name,
    permissions: role.permissions,
    owner_of: budgetsOf(context, "owners"),
    member_of: budgetsOf(context, "members"),
    assistant_of: business.users
      .filter(({ assistants }) => user !== null && assistants.includes(user.id))
      .map(shown),
    approver_for: business.users
      .filter(({ absence, delegate }) => user !== null && absence.mode && delegate === user.id)
      .map(shown),
  }
}

const dayOf = (fields: Fields, name: string, before: string | null): string | null => {
  const value = fields[name] === undefined ? before : fields[name]
  if (value === null) return null
  const isDay = typeof value === "string" && /^\d{4}-\d\d-\d\d$/u.test(value)
  if (!isDay || Number.isNaN(Date.parse(value))) throw unreadable(`${name} must be a day.`)
  return value
}

const absenceOf = (fields: Fields, { absence }: User): User["absence"] => {
  const mode = fields["out_of_office_mode"] ?? absence.mode
  if (typeof mode !== "boolean") throw unreadable("out_of_office_mode must be true or false.")
  return {
    mode,
    start: dayOf(fields, "out_of_office_start_date", absence.start),
    end: dayOf(fields, "out_of_office_end_date", absence.end),
  }
}

const delegateOf = ({ business }: Context, fields: Fields, user: User): number | null => {
  const id = fields["delegate_approver"]
  if (id === undefined) return user.delegate
  if (id === null) return null
  const known = business.users.find((one) => one.id === id && !one.is_deleted && one !== user)
  if (known === undefined) throw unreadable("delegate_approver must be another user.")
  return known.id
}

const taken = [
  "display_name",
  "out_of_office_mode",
  "out_of_office_start_date",
  "out_of_office_end_date",
  "delegate_approver",
]

const changeMe = (context: Context) => {
  const { user } = context.token
  if (user === null) throw new Refused(403, "This token is nobody's.")
  const fields = fieldsOf(context.body)
  if (!Object.keys(fields).every((name) => taken.includes(name))) {
    throw unreadable(`Only ${taken.join(", ")} change here.`)
  }
  const { display_name = user.display_name } = fields
  const absence = absenceOf(fields, user)
  context.rules.absenceStands(absence)
  const changes = {
    display_name: display_name === null ? null : textOf({ display_name }, "display_name"),
    absence,
    delegate: delegateOf(context, fields, user),
  }
  Object.assign(user, context.rules.changed(user, changes), { updated: context.now })
  return me(context)
}

export const meRoutes = [route("GET", "/me", null, me), route("PATCH", "/me", null, changeMe)]
