import {
  sameFolded,
  showUser,
  type Topup,
  type User,
  type UserChange,
  type UserContext,
  type UserKey,
  type UserRemoval,
  type UserRemovalContext,
  UserStore,
} from "@outlay/domain"
import { Effect, Layer } from "effect"
import { rolesOf } from "./businesses.ts"
import { isOf, pendingTopups } from "./pending-topups.ts"
import { businessOf } from "./shared/business.ts"
import { byCreated, matches, pageOf } from "./shared/list.ts"
import { Memory } from "./shared/memory.ts"
import { usersOf } from "./shared/people.ts"
import type { Tables } from "./shared/tables.ts"

export const userStore = Layer.effect(
  UserStore,
  Effect.map(Memory, ({ tables, change }) =>
    UserStore.of({
      get: ({ client_id, user_id }) =>
        Effect.sync(() => {
          const user = tables.users.find(client_id, user_id)
          return user === null ? null : showUser(user, ownerOf(tables, client_id))
        }),
      page: (client_id, { is_deleted }, page) =>
        Effect.sync(() => {
          const owner = ownerOf(tables, client_id)
          return pageOf(
            tables.users.ofBusiness(client_id).filter((_) => matches(is_deleted, _.is_deleted)),
            byCreated,
            page,
            (user) => showUser(user, owner),
          )
        }),
      change: (key, decide) => change(key.client_id, () => contextOf(tables, key), decide),
      remove: (key, decide) => change(key.client_id, () => removalContextOf(tables, key), decide),
    }),
  ),
)

/** Whose users they are, and the roles they can have. */
const ownerOf = (tables: Tables, client_id: number) => ({
  business: tables.businesses.find(client_id),
  roles: rolesOf(tables, client_id),
})

const activeUsers = ({ users }: Tables, client_id: number): ReadonlyArray<User> =>
  users
    .ofBusiness(client_id)
    .filter(({ is_deleted }) => !is_deleted)
    .toSorted(byCreated)

const delegatorsOf = (tables: Tables, { client_id, user_id }: UserKey): ReadonlyArray<User> =>
  activeUsers(tables, client_id).filter(
    (_) => _.delegate_approver === user_id || _.expense_delegate.includes(user_id),
  )

const contextOf = (
  tables: Tables,
  { client_id, user_id, email, user_ids }: UserChange,
): UserContext => {
  const user = user_id === null ? null : tables.users.find(client_id, user_id)
  return {
    ...ownerOf(tables, client_id),
    user,
    namesakes:
      email === null
        ? []
        : activeUsers(tables, client_id).filter((_) => sameFolded(_.email, email)),
    people: usersOf(tables, client_id, [...user_ids, user?.delegate_approver ?? null]),
    delegators: user_id === null ? [] : delegatorsOf(tables, { client_id, user_id }),
  }
}

const removalContextOf = (tables: Tables, { most, ...key }: UserRemoval): UserRemovalContext => {
  const { client_id, user_id } = key
  const all = tables.budget_members
    .ofBusiness(client_id)
    .filter((_) => _.user_id === user_id && !_.is_deleted)
    .toSorted(byCreated)
  const memberships = all.slice(0, most)
  const isRequested = (topup: Topup) => topup.requested_by === user_id
  const requested = pendingTopups(tables, client_id, isRequested).pending_topups
  const first = new Set(requested.slice(0, most))
  const active = tables.budget_owners.ofBusiness(client_id).filter((_) => !_.is_deleted)
  const owned = new Set(active.filter((_) => _.user_id === user_id).map((_) => _.budget_id))
  const touched = new Set([...owned, ...memberships.map((_) => _.budget_id)])
  return {
    business: businessOf(tables, client_id),
    roles: rolesOf(tables, client_id),
    user: tables.users.find(client_id, user_id),
    delegators: delegatorsOf(tables, key),
    memberships,
    owners: active.filter((_) => owned.has(_.budget_id)).toSorted(byCreated),
    budgets: tables.budgets
      .ofBusiness(client_id)
      .filter(({ id }) => touched.has(id))
      .toSorted(byCreated),
    ...pendingTopups(tables, client_id, (topup) => first.has(topup) || isOf(memberships)(topup)),
    tokens: tables.tokens
      .ofBusiness(client_id)
      .filter((_) => _.user_id === user_id && _.revoked_at === null)
      .toSorted(byCreated),
    more: all.length > most || requested.length > most,
  }
}
