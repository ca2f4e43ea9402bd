import {
  fold,
  type InviteChange,
  type InviteContext,
  type InviteKey,
  InviteStore,
  showInvite,
} from "@outlay/domain"
import { Effect, Layer } from "effect"
import { rolesOf } from "./businesses.ts"
import { leftByInvite } from "./memberships.ts"
import { pendingOfMembers } from "./pending-topups.ts"
import { findBusiness } from "./shared/business.ts"
import { change } from "./shared/change.ts"
import { db } from "./shared/database.ts"
import { pageOf } from "./shared/page.ts"
import { usersOf } from "./shared/people.ts"
import { engineServices } from "./shared/services.ts"
import { Sql } from "./shared/sql.ts"
import { prepared } from "./shared/statement.ts"
import { tables } from "./shared/tables.ts"
import { namesakes } from "./users.ts"

interface Owner {
  readonly client_id: number
}

const ofBusiness = ({ client_id }: Owner) =>
  db.selectFrom("invites").where("client_id", "=", client_id)

/** "Pending and accepted, not cancelled", by `created` ascending, ties by id. */
const list = {
  count: prepared((p: Owner) =>
    ofBusiness(p)
      .select((_) => _.fn.countAll<number>().as("count"))
      .where("is_cancelled", "=", 0),
  ),
  rows: prepared(
    (p: Owner & { readonly offset: number; readonly limit: number }) =>
      ofBusiness(p)
        .selectAll()
        .where("is_cancelled", "=", 0)
        .orderBy("created")
        .orderBy("id")
        .limit(p.limit)
        .offset(p.offset),
    tables.invites.decode,
  ),
}

const byId = prepared(
  (key: InviteKey) => ofBusiness(key).selectAll().where("id", "=", key.invite_id),
  tables.invites.decode,
)

const pending = prepared(
  (p: Owner & { readonly email_key: string }) =>
    ofBusiness(p)
      .selectAll()
      .where("used", "=", 0)
      .where("is_cancelled", "=", 0)
      .where("email_key", "=", p.email_key)
      .orderBy("created")
      .orderBy("id"),
  tables.invites.decode,
)

const messages = prepared(
  (key: InviteKey) =>
    db
      .selectFrom("messages")
      .selectAll()
      .where("client_id", "=", key.client_id)
      .where("invite_id", "=", key.invite_id)
      .orderBy("created")
      .orderBy("id"),
  tables.messages.decode,
)

const nothingHangs = {
  ...{ memberships: [], owners: [], budgets: [] },
  ...{ pending_topups: [], requesters: [], messages: [] },
}

/** What hangs on an invite, and the other owners of its budgets. */
const loadHanging = Effect.fnUntraced(function* (key: InviteKey) {
  const sql = yield* Sql
  const leftBudgets = yield* leftByInvite(key.client_id, key.invite_id)
  const pending_topups = yield* pendingOfMembers(key.client_id, leftBudgets.memberships)
  return {
    ...leftBudgets,
    pending_topups,
    messages: yield* sql.all(messages, key),
    requesters: yield* usersOf(
      key.client_id,
      pending_topups.map((_) => _.requested_by),
    ),
  }
})

const load = Effect.fnUntraced(function* ({ client_id, ...change }: InviteChange) {
  const sql = yield* Sql
  const { invite_id } = change
  const invite = invite_id === undefined ? null : yield* sql.get(byId, { client_id, invite_id })
  const address = change.invite_id === undefined ? change.email : invite?.email
  const email_key = address === undefined ? null : fold(address)
  const context: InviteContext = {
    business: yield* findBusiness(client_id),
    roles: yield* rolesOf(client_id),
    invite,
    namesakes: email_key === null ? [] : yield* sql.all(namesakes, { client_id, email_key }),
    pending: email_key === null ? [] : yield* sql.all(pending, { client_id, email_key }),
    ...(invite === null ? nothingHangs : yield* loadHanging({ client_id, invite_id: invite.id })),
  }
  return context
})

/** Invites in SQL. */
export const inviteStore = Layer.effect(
  InviteStore,
  Effect.gen(function* () {
    const context = yield* engineServices
    return {
      page: (client_id, request) =>
        Effect.gen(function* () {
          const { count, results } = yield* pageOf(list, { client_id }, request)
          const roles = results.length === 0 ? [] : yield* rolesOf(client_id)
          return { count, results: results.map((invite) => showInvite(invite, { roles })) }
        }).pipe(Effect.provide(context)),
      change: (key, decide) => Effect.provide(change(key.client_id, load(key), decide), context),
    }
  }),
)
