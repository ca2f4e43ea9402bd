import { Result } from "effect"
import { describe, expect, test } from "vitest"
import { decidedWhole } from "../../../test/decided.ts"
import {
  aBudget,
  aBusiness,
  aMember,
  anInvite,
  anOwner,
  aRole,
  aTopup,
  aUser,
  type Expected,
  judge,
  now,
  refusal,
} from "../../../test/given.ts"
import { money } from "../../core/money.ts"
import { outgoing } from "../../core/records/messages.ts"
import { subUser } from "../../core/records/users.ts"
import { type InviteContext, showInvite } from "../context.ts"
import { decideAcceptance } from "./acceptance.ts"
import { decideCancellation } from "./cancellation.ts"
import { decideInvite } from "./invitation.ts"

const given = (context: Partial<InviteContext> = {}): InviteContext => ({
  business: aBusiness(),
  roles: [
    aRole(),
    aRole({
      id: "role-manager",
      name: "Manager",
      permissions: [{ resource: "users", action: "update" }],
    }),
  ],
  invite: anInvite(91),
  namesakes: [],
  pending: [],
  memberships: [],
  owners: [],
  budgets: [],
  pending_topups: [],
  requesters: [],
  messages: [],
  ...context,
})

const key = { client_id: 7, invite_id: 91 }
const deletedFlag = { is_deleted: true }
const ofInvite = { user_id: null, invite_id: 91 }
const member = aMember(5, {
  ...ofInvite,
  available_amount: money(1_500),
  spent_amount: money(500),
  reset_amount: money(2_000),
})
const endedMember = aMember(6, { ...ofInvite, ...deletedFlag, budget_id: "budget-2" })
const owner = anOwner("owner-1", ofInvite)
const endedOwner = anOwner("owner-2", { ...ofInvite, ...deletedFlag, budget_id: "budget-2" })
const stranger = anOwner("owner-3", { user_id: 3 })
const budget = aBudget({ has_member_limits: true })
const other = aBudget({ id: "budget-2", name: "Cars" })

interface Row extends Expected {
  readonly name: string
  readonly given?: Partial<InviteContext>
}

describe("decideInvite", () => {
  const command = {
    client_id: 7,
    id: 92,
    message_id: "message-1",
    email: "Sam@Example.test",
    role_id: "role-member",
    payment_types: ["cards", "bills"],
    caller: { user_id: 1, permissions: [{ resource: "users", action: "read" }] },
    now,
  } as const
  const decide = (
    context: Partial<InviteContext> = {},
    fields: { readonly role_id?: string } = {},
  ) => decideInvite(given({ invite: null, ...context }), { ...command, ...fields })
  const user = aUser(4, { email: "sAM@example.TEST" })
  const earlier = anInvite(90, { email: "SAM@example.test" })

  const rows: ReadonlyArray<Row & { readonly role_id?: string }> = [
    {
      name: "saves the invite and its message",
      verdict: ["invites created", "messages created", "event invite.created"],
    },
    {
      name: "refuses an unknown business before an unknown role",
      given: { business: null },
      role_id: "role-9",
      verdict: "NotFound",
    },
    {
      name: "refuses an unknown role before an active user",
      given: { namesakes: [user] },
      role_id: "role-9",
      verdict: "UnknownReference",
      pointer: "/role_id",
    },
    {
      name: "refuses a role that exceeds the caller's before an active user",
      given: { namesakes: [user], pending: [earlier] },
      role_id: "role-manager",
      verdict: "RoleExceedsYours",
      pointer: "/role_id",
    },
    {
      name: "refuses the address of an active user before that of an invite",
      given: { namesakes: [user], pending: [earlier] },
      verdict: "UserExists",
      pointer: "/email",
    },
    {
      name: "refuses a second pending invite, ignoring case",
      given: { pending: [earlier] },
      verdict: "InviteExists",
      pointer: "/email",
    },
  ]
  test.each(rows)("$name", ({ role_id, ...row }) =>
    judge(decide(row.given, role_id === undefined ? {} : { role_id }), row),
  )

  test("saves a pending invite and returns it with its role", () => {
    const { result, writes, events } = Result.getOrThrow(decide())
    const { message_id: _, caller: __, now: created, ...named } = command
    expect(writes[0]?.after).toEqual({
      ...named,
      used: false,
      is_cancelled: false,
      created,
      updated: created,
    })
    expect(result).toEqual({ ...writes[0]?.after, role: "Team Member" })
    expect(events).toEqual([
      { type: "invite.created", resource: "invites", data: result, previous: null },
    ])
  })

  test("sends a message with business and role to the address as given, due now", () => {
    const { writes } = Result.getOrThrow(decide({ business: aBusiness({ name: "Ac\r\nBcc: x" }) }))
    expect(writes[1]?.after).toMatchObject({
      client_id: 7,
      id: "message-1",
      to: "Sam@Example.test",
      subject: "Ac Bcc: x invites you to manage expenses",
      text: expect.stringMatching(/Team Member[\s\S]*cards, bills/u),
      invite_id: 92,
      failures: 0,
      next_attempt: now,
      created: now,
    })
  })

  test("names the existing invite or user", () => {
    expect(refusal(decide({ pending: [earlier] }))).toMatchObject({ invite_id: 90 })
    expect(refusal(decide({ namesakes: [user] }))).toMatchObject({ user_id: 4 })
  })
})

describe("decideCancellation", () => {
  const decide = (context: Partial<InviteContext> = {}) =>
    decideCancellation(given(context), key, now)
  const cancelled = "invites is_cancelled=true"
  const message = outgoing(
    { to: "invitee91@example.test", subject: "Hello", text: "Hello", invite_id: 91 },
    { client_id: 7, id: "message-1", now },
  )
  const sole = { owners: [owner], budgets: [budget] }

  const rows: ReadonlyArray<Row> = [
    {
      name: "cancels a pending invite",
      verdict: [cancelled, "event invite.cancelled"],
    },
    {
      name: "ends a membership, and lowers a budget with member limits",
      given: { memberships: [member, endedMember], budgets: [budget, other] },
      verdict: [
        cancelled,
        "budget_members is_deleted=true available_amount=0",
        "budgets available_amount=8500 reset_amount=8000",
        "1500 budget:budget-1:available → allocations",
        "1500 member:5:available → allocations",
        "event invite.cancelled",
        "event budget_member.deleted",
      ],
    },
    {
      name: "removes a message that was not sent yet, also if it will not be retried",
      given: { messages: [message, { ...message, id: "message-2", next_attempt: null }] },
      verdict: [cancelled, "messages removed", "messages removed", "event invite.cancelled"],
    },
    {
      name: "cancels the pending topups of its memberships",
      given: {
        memberships: [member],
        budgets: [budget],
        pending_topups: [aTopup({ budget_member_id: 5, requested_by: 3 })],
        requesters: [aUser(3)],
      },
      verdict: [
        cancelled,
        "budget_members is_deleted=true available_amount=0",
        "budgets available_amount=8500 reset_amount=8000",
        `topups status=CANCELLED actioned_on=${now}`,
        "1500 budget:budget-1:available → allocations",
        "1500 member:5:available → allocations",
        "event invite.cancelled",
        "event budget_member.deleted",
        "event topup.cancelled",
      ],
    },
    {
      name: "ends an ownership of a budget with another owner",
      given: { owners: [owner, stranger], budgets: [budget] },
      verdict: [
        cancelled,
        "budget_owners is_deleted=true",
        "event invite.cancelled",
        "event budget_owner.deleted",
      ],
    },
    {
      name: "does not change a budget whose ownership ended earlier",
      given: { owners: [endedOwner], budgets: [other] },
      verdict: [cancelled, "event invite.cancelled"],
    },
    {
      name: "refuses an unknown invite",
      given: { invite: null },
      verdict: "NotFound",
    },
    {
      name: "refuses a cancelled invite before an accepted one",
      given: { invite: anInvite(91, { is_cancelled: true, used: true }) },
      verdict: "NotFound",
    },
    {
      name: "refuses an accepted invite before the last owner",
      given: { ...sole, invite: anInvite(91, { used: true }) },
      verdict: "InviteAlreadyAccepted",
    },
    {
      name: "refuses the only active owner of a budget",
      given: { ...sole, owners: [owner, anOwner("owner-4", { user_id: 3, ...deletedFlag })] },
      verdict: "LastBudgetOwner",
    },
  ]
  test.each(rows)("$name", (row) => judge(decide(row.given), row))

  test("names the budgets that would have no owner", () => {
    expect(refusal(decide(sole))).toMatchObject({
      budgets: [{ id: "budget-1", name: "Travel" }],
    })
  })

  test("reports the memberships that ended as the API shows them: with the invite", () => {
    const { events } = decidedWhole(
      decide({ memberships: [member], owners: [owner, stranger], budgets: [budget] }),
    )
    const shown = { invite: showInvite(anInvite(91), given()), user: null, is_deleted: true }
    expect(events[1]).toMatchObject({ data: shown, previous: { is_deleted: false } })
    expect(events[2]).toMatchObject({ data: shown, previous: { is_deleted: false } })
  })
})

describe("decideAcceptance", () => {
  const command = { id: 12, first_name: "Sam", last_name: "Ito", now }
  const decide = (context: Partial<InviteContext> = {}) =>
    decideAcceptance(given(context), key, command)
  const user = aUser(4, { email: "invitee91@EXAMPLE.test" })
  const accepted = ["users created", "invites used=true"]
  const became = ["event invite.accepted", "event user.created"]

  const rows: ReadonlyArray<Row> = [
    { name: "creates a user", verdict: [...accepted, ...became] },
    {
      name: "transfers all memberships and ownerships, including ended ones, without moving money",
      given: {
        memberships: [member, endedMember],
        owners: [owner, stranger, endedOwner],
        budgets: [budget, other],
      },
      verdict: [
        ...accepted,
        "budget_members user_id=12 invite_id=null",
        "budget_members user_id=12 invite_id=null",
        "budget_owners user_id=12 invite_id=null",
        "budget_owners user_id=12 invite_id=null",
        ...became,
        "event budget_member.updated",
        "event budget_member.updated",
        "event budget_owner.updated",
        "event budget_owner.updated",
      ],
    },
    {
      name: "refuses an unknown business before an unknown invite",
      given: { business: null, invite: null },
      verdict: "NotFound",
    },
    {
      name: "refuses a cancelled invite before an active user",
      given: { invite: anInvite(91, { is_cancelled: true }), namesakes: [user] },
      verdict: "NotFound",
    },
    {
      name: "refuses an accepted invite before an active user",
      given: { invite: anInvite(91, { used: true }), namesakes: [user] },
      verdict: "InviteAlreadyAccepted",
    },
    {
      name: "refuses if an active user has the address by then",
      given: { namesakes: [user] },
      verdict: "UserExists",
      pointer: "",
    },
  ]
  test.each(rows)("$name", (row) => judge(decide(row.given), row))

  test("returns a user with the address, the role and the payment types of the invite", () => {
    const { result } = Result.getOrThrow(decide())
    const { email, role_id, payment_types } = anInvite(91)
    expect(result).toMatchObject({
      ...{ client_id: 7, id: 12, first_name: "Sam", last_name: "Ito", name: "Sam Ito" },
      ...{ email, role_id, payment_types, role: "Team Member", is_deleted: false, created: now },
    })
  })

  test("reports a membership that keeps its id and shows the user instead of the invite", () => {
    const { result, events, writes } = Result.getOrThrow(
      decide({ memberships: [member], budgets: [budget] }),
    )
    expect(writes[2]?.after).toEqual({ ...member, user_id: 12, invite_id: null, updated: now })
    expect(events[2]).toMatchObject({
      data: {
        id: 5,
        user: subUser({ ...aUser(12), ...result }),
        invite: null,
      },
      previous: { user: null, invite: showInvite(anInvite(91), given()) },
    })
  })
})
