import type { People, Person } from "./people.ts"
import { all, known, type Question } from "./questions.ts"
import type { Invite } from "./records/invites.ts"
import type { Role } from "./records/roles.ts"
import type { Topup } from "./records/topups.ts"
import type { User } from "./records/users.ts"

/** Lookups that several resources share. */

export const byCreated = [["created", "ascending"]] as const
export const newestFirst = [["created", "descending"]] as const
export const byName = [["name", "ascending"]] as const

/** The roles of the business, in list order. */
export const rolesOfBusiness = all("roles", {}, byCreated)

const nobody: ReadonlyArray<User> = []
const noInvites: ReadonlyArray<Invite> = []
const noRoles: ReadonlyArray<Role> = []

type Ids = ReadonlyArray<number | null | undefined>

const eachOnce = (ids: Ids): ReadonlyArray<number> => [
  ...new Set(ids.filter((id) => typeof id === "number")),
]

/** The users with these ids, in any order. Ignores null and ids that do not exist. */
export const users = (ids: Ids): Question<ReadonlyArray<User>> => {
  const uniqueIds = eachOnce(ids)
  return uniqueIds.length === 0 ? known(nobody) : all("users", { id: { in: uniqueIds } })
}

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
  const invites = eachOnce([...invite_ids, ...rows.map((_) => _.invite_id)])
  return {
    users: users([
      ...user_ids,
      ...rows.map((_) => _.user_id),
      ...topups.map((_) => _.requested_by),
    ]),
    invites: invites.length === 0 ? known(noInvites) : all("invites", { id: { in: invites } }),
    roles: invites.length === 0 ? known(noRoles) : all("roles"),
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
