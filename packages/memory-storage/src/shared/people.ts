import { type People, type Person, type SubUser, subUser, type User } from "@outlay/domain"
import { byCreated } from "./list.ts"
import type { Tables } from "./tables.ts"

/** Whom a command names, as ids of users and of invites. */
interface Named {
  readonly user_ids: ReadonlyArray<number>
  readonly invite_ids: ReadonlyArray<number>
}

/** The users of a business with these ids, deleted or not, each once. */
export const usersOf = (
  { users }: Tables,
  client_id: number,
  ids: ReadonlyArray<number | null>,
): ReadonlyArray<User> =>
  [...new Set(ids)].flatMap((id) => (id === null ? [] : (users.find(client_id, id) ?? [])))

/** The people of these rows and those that are named, with every role of the business. */
export const peopleOf = (
  tables: Tables,
  client_id: number,
  rows: ReadonlyArray<Person>,
  { user_ids, invite_ids }: Named = { user_ids: [], invite_ids: [] },
): People => {
  const invites = new Set([...rows.map((_) => _.invite_id), ...invite_ids])
  return {
    users: usersOf(tables, client_id, [...rows.map((_) => _.user_id), ...user_ids]),
    invites: [...invites].flatMap((id) =>
      id === null ? [] : (tables.invites.find(client_id, id) ?? []),
    ),
    roles: tables.roles.ofBusiness(client_id).toSorted(byCreated),
  }
}

/** "SubUser or null": "the whole object is null when there is no such user". */
export const subUserOf = (
  { users }: Tables,
  client_id: number,
  id: number | null,
): SubUser | null => {
  const user = id === null ? null : users.find(client_id, id)
  return user === null ? null : subUser(user)
}
