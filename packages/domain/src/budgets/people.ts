import { Result } from "effect"
import type { Invite, InviteRecord } from "../invites/model.ts"
import type { Role } from "../roles/model.ts"
import { UnknownReference } from "../shared/refusals.ts"
import { type SubUser, subUser, type User } from "../users/model.ts"
import { RepeatedPerson } from "./errors.ts"
import type { PersonReference } from "./model.ts"

/**
 * The users and invites that a command names or that rows hold, and the roles that show what an
 * invite is for.
 */
export interface People {
  readonly users: ReadonlyArray<User>
  readonly invites: ReadonlyArray<Invite>
  readonly roles: ReadonlyArray<Role>
}

/** A person of a budget, as it is kept: exactly one of the two. */
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
 * An active user or a pending invite of the business, else what the reference is called to be
 * unknown.
 */
export const findPerson = (
  people: People,
  reference: PersonReference,
  pointer: string,
): Result.Result<Person, UnknownReference> => {
  const person = personOf(reference)
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
          id: person.invite_id ?? 0,
        }),
      )
}

/** Every person of a list; the first unknown one, or the first one named twice, is refused. */
export const findPeople = (
  people: People,
  references: ReadonlyArray<PersonReference>,
  pointer: string,
): Result.Result<ReadonlyArray<Person>, UnknownReference | RepeatedPerson> => {
  const found: Array<Person> = []
  for (const [index, reference] of references.entries()) {
    const person = findPerson(people, reference, `${pointer}/${index}`)
    if (Result.isFailure(person)) return Result.fail(person.failure)
    if (found.some((_) => samePerson(_, person.success))) {
      return Result.fail(new RepeatedPerson({ pointer: `${pointer}/${index}` }))
    }
    found.push(person.success)
  }
  return Result.succeed(found)
}

/** How the interface shows a person: `user` or `invite`, the other null. */
export const showPerson = (
  people: People,
  { user_id, invite_id }: Person,
): { readonly user: SubUser | null; readonly invite: InviteRecord | null } => {
  const user = people.users.find((_) => _.id === user_id)
  const invite = people.invites.find((_) => _.id === invite_id)
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
