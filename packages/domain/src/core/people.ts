import { Result } from "effect"
import type { PersonReference } from "./records/budgets.ts"
import type { Invite, InviteRecord } from "./records/invites.ts"
import type { Role } from "./records/roles.ts"
import { type SubUser, subUser, type User } from "./records/users.ts"
import { UnknownReference } from "./refusals.ts"

/**
 * The users and invites that a command names or that rows refer to, and the roles of the invites.
 */
export interface People {
  readonly users: ReadonlyArray<User>
  readonly invites: ReadonlyArray<Invite>
  readonly roles: ReadonlyArray<Role>
}

/** Stored reference to a person of a budget. Exactly one of the two is set. */
export interface Person {
  readonly user_id: number | null
  readonly invite_id: number | null
}

export const personOf = ({ user, invite }: PersonReference): Person => ({
  user_id: user?.id ?? null,
  invite_id: invite?.id ?? null,
})

export const samePerson = (a: Person, b: Person): boolean =>
  a.user_id === b.user_id && a.invite_id === b.invite_id

/**
 * Returns an active user or a pending invite of the business. Fails with `UnknownReference` if
 * there is none.
 *
 * @throws RangeError if the reference names both or neither, which the API's schemas refuse.
 */
export const findPerson = (
  people: People,
  reference: PersonReference,
  pointer: string,
): Result.Result<Person, UnknownReference> => {
  const person = personOf(reference)
  if ((person.user_id === null) === (person.invite_id === null)) {
    throw new RangeError(`${pointer} must name either a user or an invite.`)
  }
  if (person.user_id !== null) {
    return people.users.some((_) => _.id === person.user_id && !_.is_deleted)
      ? Result.succeed(person)
      : Result.fail(
          new UnknownReference({ pointer: `${pointer}/user/id`, what: "user", id: person.user_id }),
        )
  }
  return people.invites.some((_) => _.id === person.invite_id && !_.used && !_.is_cancelled)
    ? Result.succeed(person)
    : Result.fail(
        new UnknownReference({
          pointer: `${pointer}/invite/id`,
          what: "invite",
          id: Number(person.invite_id),
        }),
      )
}

const indexes = new WeakMap<object, ReadonlyMap<number, unknown>>()

/**
 * Finds a row by id with an index that is built once per list, because a list can be as long as a
 * budget has members.
 */
const withId = <A extends { readonly id: number }>(
  rows: ReadonlyArray<A>,
  id: number | null,
): A | undefined => {
  if (id === null) return undefined
  let index = indexes.get(rows) as ReadonlyMap<number, A> | undefined
  if (index === undefined) {
    index = new Map(rows.map((row) => [row.id, row]))
    indexes.set(rows, index)
  }
  return index.get(id)
}

/** Returns a person as the interface shows it: `user` or `invite`, the other null. */
export const showPerson = (
  people: People,
  { user_id, invite_id }: Person,
): { readonly user: SubUser | null; readonly invite: InviteRecord | null } => {
  const user = withId(people.users, user_id)
  const invite = withId(people.invites, invite_id)
  return {
    user: user === undefined ? null : subUser(user),
    invite:
      user !== undefined || invite === undefined
        ? null
        : {
            ...invite,
            role: people.roles.find((_) => _.id === invite.role_id)?.name ?? "",
          },
  }
}
