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

/** Which user changes (`user_id` null: a new one), and whom and what the command names. */
export interface UserChange {
  readonly user_id: number | null
  /** The address of a new user: the active users who have it are the `namesakes`. */
  readonly email: string | null
  /** The delegate and the assistants that the command names. */
  readonly user_ids: ReadonlyArray<number>
}

/** Who is to be deleted, and the most memberships and topups of theirs that are loaded. */
export interface UserRemoval extends UserKey {
  readonly maxRows: number
}

const nobody: ReadonlyArray<User> = []

/** The active users who have an address, in whichever case. */
export const namesakes = (email: string) =>
  all("users", { email_key: fold(email), is_deleted: false }, byCreated)

const delegateTo = (user_id: number) => (user: User) =>
  user.delegate_approver === user_id || user.expense_delegate.includes(user_id)

/** Whose users they are, and the roles they can have. */
const owner = { business: one("businesses"), roles: rolesOfBusiness }

/** What is looked at before a user is created or changed. */
export const userContext = ({ user_id, email, user_ids }: UserChange): Look<UserContext> =>
  look(
    {
      ...owner,
      user: user_id === null ? known(null) : one("users", { id: user_id }),
      namesakes: email === null ? known(nobody) : namesakes(email),
      delegators: user_id === null ? known(nobody) : delegating,
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

/** What somebody is to budgets. */
export interface Places {
  readonly memberships: ReadonlyArray<BudgetMember>
  readonly owning: ReadonlyArray<BudgetOwner>
}

/**
 * Of the budgets that somebody leaves: the owners of those that they own, removed or not, and the
 * PENDING topups of their memberships.
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
      // Few budgets have any, so that those of other members are left out in the rows.
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

/** What is looked at before a user is deleted. */
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

/** Each once, by `created`, ties by id. */
const inOrder = (topups: ReadonlyArray<Topup>): ReadonlyArray<Topup> => {
  const byId = new Map(topups.map((topup) => [topup.id, topup]))
  const place = ({ created, id }: Topup): string => `${created} ${id}`
  return [...byId.values()].toSorted((a, b) => (place(a) < place(b) ? -1 : 1))
}

/** The user of this id, deleted or not; or null. */
export const userById = (id: number): Look<UserRecord | null> =>
  look({ business: one("businesses"), user: one("users", { id }) }, ({ business, user }) =>
    user === null
      ? seen(null)
      : look({ role: one("roles", { id: user.role_id }) }, ({ role }) =>
          seen(showUser(user, { business, roles: role === null ? [] : [role] })),
        ),
  )

/** By `created` ascending, ties by id. */
export const usersByCreated = (
  { is_deleted }: UserFilter,
  request: PageRequest,
): Look<Page<UserRecord>> => {
  // Said so, it is looked for in the order of the list, and not by the index of active addresses.
  const either = is_deleted === undefined ? [] : [{ is_deleted }]
  return look(
    { ...owner, found: pageOf("users", {}, byCreated, request, either) },
    ({ found: { count, results }, ...owner }) =>
      seen({ count, results: results.map((user) => showUser(user, owner)) }),
  )
}
