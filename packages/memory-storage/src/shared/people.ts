import type { User } from "@outlay/domain"
import type { Tables } from "./tables.ts"

/** The users of a business with these ids, deleted or not, each once. */
export const usersOf = (
  { users }: Tables,
  client_id: number,
  ids: ReadonlyArray<number | null>,
): ReadonlyArray<User> =>
  [...new Set(ids)].flatMap((id) => (id === null ? [] : (users.find(client_id, id) ?? [])))
