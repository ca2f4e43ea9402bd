import { fold } from "../core/fold.ts"
import { byCreated, delegating, present, rolesOfBusiness, users } from "../core/looks.ts"
import type { Page, PageRequest } from "../core/page.ts"
import { all, andThen, known, type Look, look, one, pageOf, seen } from "../core/questions.ts"
import type { BudgetMember } from "../core/records/budget-members.ts"
import type { BudgetOwner } from "../core/records/budget-owners.ts"
import type { Topup } from "../core/records/topups.ts"
import type { User, UserFilter, UserKey, UserRecord } from "../core/records/users.ts"
import type { UserContext, UserRemovalContext } from "./context.ts"
import { showUser } from "./rules/profile.ts"

/** User who changes (`user_id` null: a new one), and the address and users in the command. */
export interface UserChange {
  readonly user_id: number | null
  /** Address of a new user; the active users who have it are the `namesakes`. */
  readonly email: string | null
  /** Delegate and assistants in the command. */
  readonly user_ids: ReadonlyArray<number>
}

/** User to be deleted, and the maximum number of their memberships and topups that are loaded. */
export interface UserRemoval extends UserKey {
  readonly maxRows: number
}

const noUsers: ReadonlyArray<User> = []

/** Active users with this address, ignoring case. */
export const namesakes = (email: string) =>
  all("users", { email_key: fold(email), is_deleted: false }, byCreated)

const delegateTo = (user_id: number) => (user: User) =>
  user.delegate_approver === user_id || user.expense_delegate.includes(user_id)

/** Business of the user, and its roles. */
const owner = { business: one("businesses"), roles: rolesOfBusiness }

/** Loads the context of a decision about a new or an existing user. */
export const userContext = ({ user_id, email, user_ids }: UserChange): Look<UserContext> =>
  look(
    {
      ...owner,
      user: user_id === null ? known(null) : one("users", { id: user_id }),
      namesakes: email === null ? known(noUsers) : namesakes(email),
      delegators: user_id === null ? known(noUsers) : delegating,
    },
    ({ delegators, ...found }) =>
      look({ people: users([...user_ids, found.user?.delegate_approver]) }, ({ people }) =>
        seen({
          ...found,
          people,
          delegators: user_id === null ? [] : delegators.filter(delegateTo(user_id)),
        }),
      ),
  )

const eachOnce = <A>(values: ReadonlyArray<A>): ReadonlyArray<A> => [...new Set(values)]

const budgetsOf = (rows: ReadonlyArray<{ readonly budget_id: string }>) =>
  eachOnce(rows.map(({ budget_id }) => budget_id))

/** Memberships and ownerships of a user or an invite. */
export interface Places {
  readonly memberships: ReadonlyArray<BudgetMember>
  readonly owning: ReadonlyArray<BudgetOwner>
}

/**
 * Loads the budgets that a user or an invite leaves, the owners of those that they own, and the
 * PENDING topups of their memberships. `is_deleted` filters the owners; by default it loads removed
 * ones, too.
 */
export const leftBudgets = ({ memberships, owning }: Places, is_deleted?: boolean) => {
  const [of, owned] = [budgetsOf(memberships), budgetsOf(owning)]
  const touched = eachOnce([...of, ...owned])
  return look(
    {
      owners:
        owned.length === 0
          ? known([])
          : all("budget_owners", { budget_id: { in: owned }, is_deleted }, byCreated),
      budgets:
        touched.length === 0 ? known([]) : all("budgets", { id: { in: touched } }, byCreated),
      // Few budgets have pending topups, so those of other members are filtered out below.
      topups:
        of.length === 0
          ? known([])
          : all("topups", { budget_id: { in: of }, status: { always: "PENDING" } }, byCreated),
    },
    ({ topups, ...found }) => {
      const ids = new Set<number | null>(memberships.map(({ id }) => id))
      const pending_topups = topups.filter((topup) => ids.has(topup.budget_member_id))
      return seen({ ...found, pending_topups })
    },
  )
}

/** Loads the context of the deletion of a user. */
export const userRemovalContext = ({ user_id, maxRows }: UserRemoval): Look<UserRemovalContext> => {
  const first = { offset: 0, limit: maxRows }
  const related = look(
    {
      ...owner,
      user: one("users", { id: user_id }),
      delegators: delegating,
      members: pageOf("budget_members", { user_id, is_deleted: false }, byCreated, first),
      owning: all("budget_owners", { user_id, is_deleted: false }),
      requested: pageOf(
        "topups",
        { requested_by: user_id, status: { always: "PENDING" } },
        byCreated,
        first,
      ),
      tokens: all("tokens", { user_id, revoked_at: null }, byCreated),
    },
    seen,
  )
  return andThen(related, ({ members, owning, requested, ...found }) => {
    const memberships = members.results
    return andThen(leftBudgets({ memberships, owning }, false), ({ pending_topups, ...left }) => {
      const pending = inOrder([...requested.results, ...pending_topups])
      return look({ requesters: users(pending.map((_) => _.requested_by)) }, ({ requesters }) =>
        seen({
          ...found,
          ...left,
          business: present(found.business),
          delegators: found.delegators.filter(delegateTo(user_id)),
          memberships,
          pending_topups: pending,
          requesters,
          more: [members, requested].some(({ count, results }) => count > results.length),
        }),
      )
    })
  })
}

/** Returns the topups without duplicates, by `created`, ties by id. */
const inOrder = (topups: ReadonlyArray<Topup>): ReadonlyArray<Topup> => {
  const byId = new Map(topups.map((topup) => [topup.id, topup]))
  const place = ({ created, id }: Topup): string => `${created} ${id}`
  return [...byId.values()].toSorted((a, b) => (place(a) < place(b) ? -1 : 1))
}

/** Returns the user with this id, deleted or not, or null. */
export const userById = (id: number): Look<UserRecord | null> =>
  look({ business: one("businesses"), user: one("users", { id }) }, ({ business, user }) =>
    user === null
      ? seen(null)
      : look({ role: one("roles", { id: user.role_id }) }, ({ role }) =>
          seen(showUser(user, { business, roles: role === null ? [] : [role] })),
        ),
  )

/** Returns users by `created` ascending, ties by id. */
export const usersByCreated = (
  { is_deleted }: UserFilter,
  request: PageRequest,
): Look<Page<UserRecord>> => {
  // The filter is given as an alternative, so that the query uses the index of the list instead of
  // that of active addresses.
  const either = is_deleted === undefined ? [] : [{ is_deleted }]
  return look(
    { ...owner, found: pageOf("users", {}, byCreated, request, either) },
    ({ found: { count, results }, ...owner }) =>
      seen({ count, results: results.map((user) => showUser(user, owner)) }),
  )
}
