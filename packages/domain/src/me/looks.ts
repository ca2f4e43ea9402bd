import { byCreated, delegating, present } from "../core/looks.ts"
import { allBy, known, type Look, look, one, pageOf, seen } from "../core/questions.ts"
import type { Books } from "../core/records/books.ts"
import type { Business } from "../core/records/businesses.ts"
import { type MeKey, type MeRecord, mostOfMine } from "../core/records/me.ts"
import { isAway, subUser, type User } from "../core/records/users.ts"
import { showUser } from "../users/rules/profile.ts"

const noBudgets: ReadonlyArray<{ readonly id: string; readonly name: string }> = []

const first = { offset: 0, limit: mostOfMine }

/**
 * Returns the caller with their permissions, and the budgets and people that they are related to on
 * this UTC day.
 */
export const meOf = (key: MeKey, today: string): Look<MeRecord> =>
  key.user_id === null
    ? look({ business: one("businesses"), books: one("books") }, ({ business, books }) =>
        seen({ ...ofToken(key, present(business), books), ...ofNobody }),
      )
    : ofUser(key, key.user_id, today)

const ofNobody = { user: null, owns: [], belongs_to: [], assists: [], approves_for: [] }

const ofToken = ({ role }: MeKey, { client_id, ...business }: Business, books: Books | null) => ({
  business: {
    client_id,
    name: business.name,
    currency: business.currency,
    features: business.features,
    integration: business.integration,
    locked_through: books?.locked_through ?? null,
  },
  role: { id: role.id, name: role.name },
  permissions: role.permissions,
})

const ofUser = (key: MeKey, user_id: number, today: string): Look<MeRecord> =>
  look(
    {
      business: one("businesses"),
      books: one("books"),
      user: one("users", { id: user_id }),
      ownerships: pageOf("budget_owners", { user_id, is_deleted: false }, byCreated, first),
      memberships: pageOf("budget_members", { user_id, is_deleted: false }, byCreated, first),
      delegators: delegating,
    },
    ({ user, delegators, ...found }) => {
      const business = present(found.business)
      const [ownerships, memberships] = [found.ownerships.results, found.memberships.results]
      const ids = [...new Set([...ownerships, ...memberships].map((_) => _.budget_id))]
      return look(
        {
          role: user === null ? known(null) : one("roles", { id: user.role_id }),
          budgets:
            ids.length === 0
              ? known(noBudgets)
              : allBy("budgets", ["id", "name"], { id: { in: ids } }),
        },
        ({ role, budgets }) => {
          const names = new Map(budgets.map(({ id, name }) => [id, name]))
          const budget = ({ budget_id: id }: { readonly budget_id: string }) => ({
            id,
            name: names.get(id) ?? "",
          })
          return seen({
            ...ofToken(key, business, found.books),
            user: user === null ? null : shownSelf(user, business, role),
            owns: ownerships.map(budget),
            belongs_to: memberships.map((row) => ({
              ...budget(row),
              budget_member_id: String(row.id),
            })),
            ...delegations(delegators, business, { user_id, today }),
          })
        },
      )
    },
  )

type Named = { readonly id: string; readonly name: string } | null

const shownSelf = (user: User, business: Business, role: Named) => ({
  ...showUser(user, { business, roles: role === null ? [] : [role] }),
  display_name: user.display_name,
})

const delegations = (
  delegators: ReadonlyArray<User>,
  { features }: Business,
  { user_id, today }: { readonly user_id: number; readonly today: string },
) => {
  const those = (is: (user: User) => boolean) =>
    delegators.filter(is).slice(0, mostOfMine).map(subUser)
  return {
    assists: those((_) => features.expense_assistant && _.expense_delegate.includes(user_id)),
    approves_for: those((_) => _.delegate_approver === user_id && isAway(_, today)),
  }
}
