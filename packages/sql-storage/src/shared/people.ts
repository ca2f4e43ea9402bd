import { type People, type SubUser, subUser, type User } from "@outlay/domain"
import { Effect } from "effect"
import { db } from "./database.ts"
import { ofIds } from "./rows-by-id.ts"
import { Sql } from "./sql.ts"
import { prepared } from "./statement.ts"
import { tables } from "./tables.ts"

const roles = prepared(
  (key: { client_id: number }) =>
    db.selectFrom("roles").selectAll().where("client_id", "=", key.client_id),
  tables.roles.decode,
)

const present = <A>(values: ReadonlyArray<A | null>): ReadonlyArray<A> => [
  ...new Set(values.filter((value) => value !== null)),
]

/** The users of these ids; null and what there is not are left out. */
export const usersOf = Effect.fnUntraced(function* (
  client_id: number,
  ids: ReadonlyArray<number | null>,
) {
  const idsInUse = present(ids)
  if (idsInUse.length === 0) return []
  const sql = yield* Sql
  return yield* sql.all(ofIds.users, { client_id, ids: idsInUse })
})

/** The users and invites of these ids, and the roles of the business. */
export const peopleOf = Effect.fnUntraced(function* (
  client_id: number,
  persons: {
    readonly user_ids: ReadonlyArray<number | null>
    readonly invite_ids: ReadonlyArray<number | null>
  },
) {
  const sql = yield* Sql
  const invite_ids = present(persons.invite_ids)
  const people: People = {
    users: yield* usersOf(client_id, persons.user_ids),
    invites:
      invite_ids.length === 0 ? [] : yield* sql.all(ofIds.invites, { client_id, ids: invite_ids }),
    roles: invite_ids.length === 0 ? [] : yield* sql.all(roles, { client_id }),
  }
  return people
})

/** The user of this id among those that were loaded, as other records mention one. */
export const mentioned = (loaded: ReadonlyArray<User>, id: number | null): SubUser | null => {
  const user = loaded.find((each) => each.id === id)
  return user === undefined ? null : subUser(user)
}
