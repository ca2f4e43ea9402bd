import type { People, Person } from "./people.ts"
import { all, known, type Question } from "./questions.ts"
import type { Invite } from "./records/invites.ts"
import type { Role } from "./records/roles.ts"
import type { Topup } from "./records/topups.ts"
import type { User } from "./records/users.ts"

/** What the looks of several resources share. */

export const byCreated = [["created", "ascending"]] as const
export const newestFirst = [["created", "descending"]] as const
export const byName = [["name", "ascending"]] as const

/** The roles of the business, in the order in which they are listed. */
export const rolesOfBusiness = all("roles", {}, byCreated)

const nobody: ReadonlyArray<User> = []
const noInvites: ReadonlyArray<Invite> = []
const noRoles: ReadonlyArray<Role> = []

type Ids = ReadonlyArray<number | null | undefined>

const eachOnce = (ids: Ids): ReadonlyArray<number> => [
  ...new Set(ids.filter((id) => typeof id === "number")),
]

/** The users of these ids, in any order; null and what there is not are left out. */
export const users = (ids: Ids): Question<ReadonlyArray<User>> => {
  const uniqueIds = eachOnce(ids)
  return uniqueIds.length === 0 ? known(nobody) : all("users", { id: { in: uniqueIds } })
}

/** Those who delegate anything to anybody: few, so that the rest is seen in the rows. */
export const delegating = all("users", { is_deleted: false }, byCreated, [
  { delegate_approver: { not: null } },
  { expense_delegate: { empty: false } },
])

/** Whom a command names. */
interface Named {
  readonly user_ids: ReadonlyArray<number>
  readonly invite_ids: ReadonlyArray<number>
}

/**
 * The people of these rows, those that are named, and those who asked for these topups; with the
 * roles where there is an invite, which shows what it is for.
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

/** The business that is looked at: whoever asks has a token of it, so it is there. */
export const present = <A>(business: A | null): A => {
  if (business === null) throw new Error("The business is not there")
  return business
}
