import type { People, Person } from "./people.ts"
import { all, having, known, one, type Question } from "./questions.ts"
import type { Role } from "./records/roles.ts"
import type { Topup } from "./records/topups.ts"
import type { User } from "./records/users.ts"

/** Lookups that several resources share. */

export const byCreated = [["created", "ascending"]] as const
export const newestFirst = [["created", "descending"]] as const
export const byName = [["name", "ascending"]] as const

/** The roles of the business, in list order. */
export const rolesOfBusiness = all("roles", {}, byCreated)

/** Predefined role Admin, which every business has. */
export const adminRole = one("roles", { name: "Admin", is_deletable: false })

/** Current users with this role; none if the role is null. */
export const holdersOf = (role: Role | null): Question<ReadonlyArray<User>> =>
  role === null
    ? known<ReadonlyArray<User>>([])
    : all("users", { role_id: role.id, is_deleted: false })

/** The users with these ids, in any order. Ignores null and ids that do not exist. */
export const users = (
  ids: ReadonlyArray<number | null | undefined>,
): Question<ReadonlyArray<User>> => having("users", "id", ids)

/** Users who delegate anything to anyone. They are few, so callers filter further by their rows. */
export const delegating = all("users", { is_deleted: false }, byCreated, [
  { delegate_approver: { not: null } },
  { expense_delegate: { empty: false } },
])

/** People that a command names. */
interface Named {
  readonly user_ids: ReadonlyArray<number>
  readonly invite_ids: ReadonlyArray<number>
}

/**
 * Loads the people of these rows, those in `Named`, and the requesters of these topups. Also loads
 * the roles if there is an invite, because an invite shows its role.
 */
export const people = (
  rows: ReadonlyArray<Person>,
  { user_ids, invite_ids }: Named = { user_ids: [], invite_ids: [] },
  topups: ReadonlyArray<Topup> = [],
): { readonly [K in keyof People]: Question<People[K]> } => {
  const invites = having("invites", "id", [...invite_ids, ...rows.map((_) => _.invite_id)])
  return {
    users: users([
      ...user_ids,
      ...rows.map((_) => _.user_id),
      ...topups.map((_) => _.requested_by),
    ]),
    invites,
    roles: invites.ask === "known" ? known<ReadonlyArray<Role>>([]) : all("roles"),
  }
}

/** The PENDING topups of a budget and of its members, by `created`. */
export const pendingTopups = (budget_id: string): Question<ReadonlyArray<Topup>> =>
  all("topups", { budget_id, status: { always: "PENDING" } }, byCreated)

/** Returns the business. It always exists, because the caller has a token of it. */
export const present = <A>(business: A | null): A => {
  if (business === null) throw new Error("The business is not there")
  return business
}
