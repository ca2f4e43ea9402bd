import {
  fold,
  showUser,
  type User,
  type UserChange,
  type UserContext,
  type UserFilter,
  type UserKey,
  type UserRecord,
  type UserRemoval,
  type UserRemovalContext,
  UserStore,
} from "@outlay/domain"
import { Effect, Layer } from "effect"
import { rolesOf } from "./businesses.ts"
import { leftByUser } from "./memberships.ts"
import { pendingOfUser } from "./pending-topups.ts"
import { businessOf, findBusiness } from "./shared/business.ts"
import { change } from "./shared/change.ts"
import { db } from "./shared/database.ts"
import { pageOf } from "./shared/page.ts"
import { usersOf } from "./shared/people.ts"
import { engineServices } from "./shared/services.ts"
import { Sql } from "./shared/sql.ts"
import { prepared, variants } from "./shared/statement.ts"
import { tables } from "./shared/tables.ts"

interface Owner {
  readonly client_id: number
}

/** A user with what its record shows of role and business. */
const shown = db
  .selectFrom("users as u")
  .innerJoin("businesses as b", "b.client_id", "u.client_id")
  .innerJoin("roles as r", (join) =>
    join.onRef("r.client_id", "=", "u.client_id").onRef("r.id", "=", "u.role_id"),
  )
  .selectAll("u")
  .select(["b.features", "r.name as role_name"])

const recordOf = ({
  features,
  role_name,
  ...row
}: {
  readonly features: string
  readonly role_name: string
}): UserRecord => {
  const user = tables.users.decode(row)
  return showUser(user, {
    business: { features: JSON.parse(features) },
    roles: [{ id: user.role_id, name: role_name }],
  })
}

const byId = prepared(
  (p: UserKey) => shown.where("u.client_id", "=", p.client_id).where("u.id", "=", p.user_id),
  recordOf,
)

interface Listed extends Owner {
  readonly is_deleted?: boolean | undefined
}

/** "By `created` ascending, ties by id." */
const list = variants(({ filtered }: { readonly filtered: boolean }) => ({
  count: prepared((p: Listed) =>
    db
      .selectFrom("users")
      .select((_) => _.fn.countAll<number>().as("count"))
      .where("client_id", "=", p.client_id)
      .$if(filtered, (_) => _.where("is_deleted", "=", p.is_deleted as never)),
  ),
  rows: prepared(
    (p: Listed & { readonly offset: number; readonly limit: number }) =>
      shown
        .where("u.client_id", "=", p.client_id)
        .$if(filtered, (_) => _.where("u.is_deleted", "=", p.is_deleted as never))
        .orderBy("u.created")
        .orderBy("u.id")
        .limit(p.limit)
        .offset(p.offset),
    recordOf,
  ),
}))

const page = (
  client_id: number,
  { is_deleted }: UserFilter,
  request: Parameters<typeof pageOf>[2],
) => pageOf(list({ filtered: is_deleted !== undefined }), { client_id, is_deleted }, request)

const active = ({ client_id }: Owner) =>
  db
    .selectFrom("users")
    .selectAll()
    .where("client_id", "=", client_id)
    .where("is_deleted", "=", 0)
    .orderBy("created")
    .orderBy("id")

/** The active users who have a folded address. */
export const namesakes = prepared(
  (p: Owner & { readonly email_key: string }) => active(p).where("email_key", "=", p.email_key),
  tables.users.decode,
)

/** Those who delegate anything to anybody: few, so that the rest is seen in the rows. */
const delegating = prepared(
  (p: Owner) =>
    active(p).where((eb) =>
      eb.or([eb("delegate_approver", "is not", null), eb("expense_delegate", "<>", "[]")]),
    ),
  tables.users.decode,
)

const delegatorsOf = Effect.fnUntraced(function* (key: UserKey) {
  const sql = yield* Sql
  const users: ReadonlyArray<User> = yield* sql.all(delegating, key)
  return users.filter(
    (_) => _.delegate_approver === key.user_id || _.expense_delegate.includes(key.user_id),
  )
})

const load = Effect.fnUntraced(function* ({ client_id, user_id, email, user_ids }: UserChange) {
  const sql = yield* Sql
  const [user = null] = yield* usersOf(client_id, [user_id])
  const context: UserContext = {
    business: yield* findBusiness(client_id),
    roles: yield* rolesOf(client_id),
    user,
    namesakes:
      email === null ? [] : yield* sql.all(namesakes, { client_id, email_key: fold(email) }),
    people: yield* usersOf(client_id, [...user_ids, user?.delegate_approver ?? null]),
    delegators: user_id === null ? [] : yield* delegatorsOf({ client_id, user_id }),
  }
  return context
})

const tokensOf = prepared(
  (p: UserKey) =>
    db
      .selectFrom("tokens")
      .selectAll()
      .where("client_id", "=", p.client_id)
      .where("user_id", "=", p.user_id)
      .where("revoked_at", "is", null)
      .orderBy("created")
      .orderBy("id"),
  tables.tokens.decode,
)

const loadRemoval = Effect.fnUntraced(function* ({ most, ...key }: UserRemoval) {
  const sql = yield* Sql
  const { client_id, user_id } = key
  const left = yield* leftByUser(client_id, user_id, most)
  const { pending_topups, more } = yield* pendingOfUser(key, left.memberships, most)
  const context: UserRemovalContext = {
    business: yield* businessOf(client_id),
    roles: yield* rolesOf(client_id),
    user: (yield* usersOf(client_id, [user_id]))[0] ?? null,
    delegators: yield* delegatorsOf(key),
    ...left,
    pending_topups,
    requesters: yield* usersOf(
      client_id,
      pending_topups.map((_) => _.requested_by),
    ),
    tokens: yield* sql.all(tokensOf, key),
    more: left.more || more,
  }
  return context
})

/** Users in SQL. */
export const userStore = Layer.effect(
  UserStore,
  Effect.gen(function* () {
    const sql = yield* Sql
    const context = yield* engineServices
    return {
      get: (key) => sql.get(byId, key),
      page: (client_id, filter, request) =>
        Effect.provide(page(client_id, filter, request), context),
      change: (key, decide) => Effect.provide(change(key.client_id, load(key), decide), context),
      remove: (key, decide) =>
        Effect.provide(change(key.client_id, loadRemoval(key), decide), context),
    }
  }),
)
