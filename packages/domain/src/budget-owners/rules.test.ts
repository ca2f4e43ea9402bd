import { Result } from "effect"
import { describe, expect, test } from "vitest"
import {
  aBudget,
  anInvite,
  anOwner,
  aRole,
  aUser,
  type Expected,
  judge,
  now,
  refusal,
} from "../../test/given.ts"
import type { PersonReference } from "../core/records/budgets.ts"
import { subUser } from "../core/records/users.ts"
import { decideOwner, decideOwnerRemoval, type OwnerContext } from "./rules.ts"

const deletedFlag = { is_deleted: true }

const given = (context: Partial<OwnerContext> = {}): OwnerContext => ({
  budget: aBudget(),
  owners: [anOwner("owner-1"), anOwner("owner-2", { ...deletedFlag, user_id: 2 })],
  users: [aUser(1), aUser(2), aUser(3), aUser(4, deletedFlag)],
  invites: [anInvite(91), anInvite(92, { used: true }), anInvite(93, { is_cancelled: true })],
  roles: [aRole()],
  ...context,
})

const ofInvite = (id: string, invite_id: number, fields = {}) =>
  anOwner(id, { user_id: null, invite_id, ...fields })

interface Row<Command> extends Expected {
  readonly name: string
  readonly given?: Partial<OwnerContext>
  readonly command: Command
}

describe("decideOwner", () => {
  const decide = (context: Partial<OwnerContext> | undefined, person: PersonReference) =>
    decideOwner(given(context), { budget_id: "budget-1", id: "new", now, ...person })
  const user = (id: number) => ({ user: { id } })
  const invite = (id: number) => ({ invite: { id } })
  const added = ["budget_owners created", "event budget_owner.created"]
  const reinstated = ["budget_owners is_deleted=false", "event budget_owner.reinstated"]

  const rows: ReadonlyArray<Row<PersonReference>> = [
    { name: "adds a user", command: user(3), verdict: added },
    { name: "adds an invite", command: invite(91), verdict: added },
    { name: "reinstates a user removed earlier", command: user(2), verdict: reinstated },
    {
      name: "reinstates an invite removed earlier",
      given: { owners: [anOwner("owner-1"), ofInvite("owner-3", 91, deletedFlag)] },
      command: invite(91),
      verdict: reinstated,
    },
    {
      name: "refuses an unknown budget",
      given: { budget: null },
      command: user(99),
      verdict: "NotFound",
    },
    {
      name: "refuses a deleted budget before an unknown person",
      given: { budget: aBudget(deletedFlag) },
      command: user(99),
      verdict: "NotFound",
    },
    {
      name: "refuses an unknown user",
      command: user(99),
      verdict: "UnknownReference",
      pointer: "/user/id",
    },
    {
      name: "refuses a deleted user, even an owner",
      given: { owners: [anOwner("owner-1", { user_id: 4 })] },
      command: user(4),
      verdict: "UnknownReference",
      pointer: "/user/id",
    },
    {
      name: "refuses an accepted invite, even of an owner",
      given: { owners: [ofInvite("owner-3", 92)] },
      command: invite(92),
      verdict: "UnknownReference",
      pointer: "/invite/id",
    },
    {
      name: "refuses a cancelled invite",
      command: invite(93),
      verdict: "UnknownReference",
      pointer: "/invite/id",
    },
    {
      name: "refuses a user who is an owner",
      command: user(1),
      verdict: "AlreadyOwner",
      pointer: "",
    },
    {
      name: "refuses an invite that is an owner",
      given: { owners: [ofInvite("owner-3", 91)] },
      command: invite(91),
      verdict: "AlreadyOwner",
      pointer: "",
    },
  ]
  test.each(rows)("$name", (row) => judge(decide(row.given, row.command), row))

  test("writes a new owner with its person", () => {
    const { result, writes, events } = Result.getOrThrow(decide({}, invite(91)))
    expect(writes[0]?.after).toEqual({
      client_id: 7,
      id: "new",
      budget_id: "budget-1",
      user_id: null,
      invite_id: 91,
      is_deleted: false,
      created: now,
      updated: now,
    })
    expect(result).toMatchObject({
      id: "new",
      user: null,
      invite: { id: 91, role: "Team Member" },
    })
    expect(events[0]).toMatchObject({ resource: "budget_owners", data: result, previous: null })
  })

  test("returns the original record when it reinstates an owner", () => {
    const { result, events } = Result.getOrThrow(decide({}, user(2)))
    const { created, updated } = anOwner("owner-2")
    expect(result).toMatchObject({ id: "owner-2", created, updated: now, user: subUser(aUser(2)) })
    expect(events[0]?.previous).toEqual({ is_deleted: true, updated })
  })

  test("the refusal names the record of an existing owner", () => {
    expect(refusal(decide({}, user(1)))).toMatchObject({ budget_owner_id: "owner-1" })
  })
})

describe("decideOwnerRemoval", () => {
  const key = (budget_owner_id: string) => ({
    client_id: 7,
    budget_id: "budget-1",
    budget_owner_id,
  })
  const both = { owners: [anOwner("owner-1"), ofInvite("owner-3", 91)] }
  const removed = ["budget_owners is_deleted=true", "event budget_owner.deleted"]

  const rows: ReadonlyArray<Row<string>> = [
    { name: "removes one of two owners", given: both, command: "owner-1", verdict: removed },
    { name: "removes an invite", given: both, command: "owner-3", verdict: removed },
    {
      name: "refuses an unknown budget",
      given: { budget: null },
      command: "owner-1",
      verdict: "NotFound",
    },
    {
      name: "refuses a deleted budget before the last owner",
      given: { budget: aBudget(deletedFlag) },
      command: "owner-1",
      verdict: "NotFound",
    },
    {
      name: "refuses an unknown owner before the last one",
      command: "owner-9",
      verdict: "NotFound",
    },
    {
      name: "refuses a removed owner before the last one",
      command: "owner-2",
      verdict: "NotFound",
    },
    { name: "refuses the last active owner", command: "owner-1", verdict: "LastBudgetOwner" },
  ]
  test.each(rows)("$name", (row) =>
    judge(decideOwnerRemoval(given(row.given), key(row.command), now), row),
  )

  test("the refusal names the budget that would have no owner", () => {
    expect(refusal(decideOwnerRemoval(given(), key("owner-1"), now))).toMatchObject({
      budgets: [{ id: "budget-1", name: "Travel" }],
    })
  })

  test("the event shows the owner as the interface does", () => {
    const { writes, events } = Result.getOrThrow(
      decideOwnerRemoval(given(both), key("owner-1"), now),
    )
    expect(writes[0]?.after).toEqual({ ...anOwner("owner-1"), is_deleted: true, updated: now })
    expect(events[0]).toMatchObject({
      resource: "budget_owners",
      data: { id: "owner-1", is_deleted: true, user: subUser(aUser(1)) },
      previous: { is_deleted: false, updated: anOwner("owner-1").updated },
    })
  })
})
