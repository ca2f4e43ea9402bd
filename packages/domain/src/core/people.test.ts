import { Result } from "effect"
import { expect, test } from "vitest"
import { anInvite, aUser } from "../../test/given.ts"
import { findPerson } from "./people.ts"

const people = { users: [aUser(2)], invites: [anInvite(91)], roles: [] }

test.each([
  [{ user: { id: 2 } }, { user_id: 2, invite_id: null }],
  [{ invite: { id: 91 } }, { user_id: null, invite_id: 91 }],
])("%j is a person", (reference, person) =>
  expect(findPerson(people, reference, "/owners/0")).toEqual(Result.succeed(person)),
)

test.each([{}, { user: { id: 2 }, invite: { id: 91 } }])(
  "%j is a defect with a message, since the API refuses it earlier",
  (reference) =>
    expect(() => findPerson(people, reference, "/owners/0")).toThrow(
      "/owners/0 must name either a user or an invite.",
    ),
)
