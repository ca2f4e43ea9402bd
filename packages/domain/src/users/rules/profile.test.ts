import { Result } from "effect"
import { describe, expect, test } from "vitest"
import { aBusiness, aRole, aUser, now, refusal, verdict } from "../../../test/given.ts"
import type { Decision } from "../../core/decision.ts"
import type { UpdateUser } from "../../core/records/users.ts"
import type { UserContext } from "../context.ts"
import { decideUser, decideUserUpdate, showUser, type UserCommand } from "./profile.ts"

const given = (context: Partial<UserContext> = {}): UserContext => ({
  business: aBusiness(),
  roles: [
    aRole(),
    aRole({ id: "role-manager", name: "Manager" }),
    aRole({
      id: "role-admin",
      name: "Admin",
      permissions: [{ resource: "audit", action: "read" }],
    }),
  ],
  user: null,
  namesakes: [],
  people: [],
  delegators: [],
  ...context,
})

/** Returns the decision's changes, or the refusal with its field. */
const judged = (
  result: Result.Result<Decision<unknown>, { readonly _tag: string; readonly message: string }>,
) => {
  if (Result.isSuccess(result)) return verdict(result)
  const refused = refusal(result)
  return "pointer" in refused ? `${refused._tag} ${refused.pointer}` : refused._tag
}

describe("decideUser", () => {
  const command = (fields: Partial<UserCommand> = {}): UserCommand => ({
    first_name: "Ada",
    last_name: "Byron",
    email: "ada@example.test",
    role_id: "role-member",
    payment_types: ["cards"],
    client_id: 7,
    id: 5,
    now,
    ...fields,
  })
  const namesakes = [aUser(2, { email: "Ada@Example.test" })]

  test.each<
    readonly [string, Partial<UserContext>, Partial<UserCommand>, string | ReadonlyArray<string>]
  >([
    ["creates", {}, {}, ["users created", "event user.created"]],
    [
      "refuses an unknown business before an unknown role",
      { business: null, namesakes },
      { role_id: "?" },
      "NotFound",
    ],
    [
      "refuses an unknown role before a taken address",
      { namesakes },
      { role_id: "?" },
      "UnknownReference /role_id",
    ],
    ["refuses a taken address, ignoring case", { namesakes }, {}, "UserExists /email"],
    [
      "refuses a taken address, with ß for ss",
      { namesakes: [aUser(2, { email: "Straße@example.test" })] },
      { email: "STRASSE@example.test" },
      "UserExists /email",
    ],
  ])("%s", (_, context, fields, expected) => {
    expect(judged(decideUser(given(context), command(fields)))).toEqual(expected)
  })

  test("returns the user with its role, and with its display name if it has one", () => {
    const profileOf = (fields: Partial<UserCommand>, context: Partial<UserContext> = {}) =>
      Result.getOrThrow(decideUser(given(context), command(fields))).result
    expect(profileOf({})).toMatchObject({
      name: "Ada Byron",
      role: "Team Member",
      is_deleted: false,
    })
    expect(profileOf({ display_name: "Countess" })).toMatchObject({ name: "Countess" })
    expect(profileOf({}).expense_delegate).toEqual([])
    const business = aBusiness({
      features: { expense_assistant: false, itemised_tax: false, hold_to_wallet: false },
    })
    expect(profileOf({}, { business }).expense_delegate).toBeNull()
  })
})

const away = (start: string, end: string) => ({
  out_of_office_mode: true,
  out_of_office_start_date: start,
  out_of_office_end_date: end,
})
const december = away("2026-12-01", "2026-12-31")
const plain = aBusiness({
  features: { expense_assistant: false, itemised_tax: true, hold_to_wallet: false },
})
const user = aUser(1)
const others = [2, 3, 4, 5].map((id) => aUser(id))
const assisting = [aUser(9, { expense_delegate: [1] })]

interface Row {
  readonly name: string
  readonly given?: Partial<UserContext>
  readonly patch: UpdateUser
  readonly verdict: string | ReadonlyArray<string>
}

const accepted = (change: string) => [`users ${change}`, "event user.updated"]

const whatChanges: ReadonlyArray<Row> = [
  {
    name: "the role",
    patch: { role_id: "role-manager" },
    verdict: accepted("role_id=role-manager"),
  },
  {
    name: "the payment types",
    patch: { payment_types: ["bills"] },
    verdict: accepted('payment_types=["bills"]'),
  },
  { name: "nothing without fields", patch: {}, verdict: [] },
  {
    name: "the absence to one day",
    patch: away("2026-12-01", "2026-12-01"),
    verdict: accepted(
      "out_of_office_mode=true out_of_office_start_date=2026-12-01 out_of_office_end_date=2026-12-01",
    ),
  },
  {
    name: "the mode alone, if the dates are stored",
    given: { user: aUser(1, { ...december, out_of_office_mode: false }) },
    patch: { out_of_office_mode: true },
    verdict: accepted("out_of_office_mode=true"),
  },
  {
    name: "fields that null clears",
    given: { user: aUser(1, { ...december, delegate_approver: 2 }), people: others },
    patch: {
      out_of_office_mode: false,
      out_of_office_start_date: null,
      out_of_office_end_date: null,
      delegate_approver: null,
    },
    verdict: accepted(
      "out_of_office_mode=false out_of_office_start_date=null out_of_office_end_date=null delegate_approver=null",
    ),
  },
  {
    name: "the delegate to a user who is back on the day before",
    given: { user: aUser(1, december), people: [aUser(2, away("2026-11-01", "2026-11-30"))] },
    patch: { delegate_approver: 2 },
    verdict: accepted("delegate_approver=2"),
  },
  {
    name: "the delegate to a user whose mode is off",
    given: {
      user: aUser(1, december),
      people: [aUser(2, { ...december, out_of_office_mode: false })],
    },
    patch: { delegate_approver: 2 },
    verdict: accepted("delegate_approver=2"),
  },
  {
    name: "the delegate of a user who is not absent",
    given: { people: [aUser(2, december)] },
    patch: { delegate_approver: 2 },
    verdict: accepted("delegate_approver=2"),
  },
  {
    name: "the role, even if the delegate is absent by now",
    given: { user: aUser(1, { ...december, delegate_approver: 2 }), people: [aUser(2, december)] },
    patch: { role_id: "role-manager" },
    verdict: accepted("role_id=role-manager"),
  },
  {
    name: "the assistants to three",
    patch: { expense_delegate: [2, 3, 4] },
    verdict: accepted("expense_delegate=[2,3,4]"),
  },
  {
    name: "the whole set of assistants",
    given: { user: aUser(1, { expense_delegate: [2, 3] }) },
    patch: { expense_delegate: [4] },
    verdict: accepted("expense_delegate=[4]"),
  },
  {
    name: "to no assistants, even for an assistant",
    given: { user: aUser(1, { expense_delegate: [2] }), delegators: assisting },
    patch: { expense_delegate: [] },
    verdict: accepted("expense_delegate=[]"),
  },
  {
    name: "the assistants of another user's delegate",
    given: { delegators: [aUser(9, { delegate_approver: 1 })] },
    patch: { expense_delegate: [2] },
    verdict: accepted("expense_delegate=[2]"),
  },
]

/** Each row also breaks the rules that rank below the one it names. */
const whatIsRefused: ReadonlyArray<Row> = [
  {
    name: "an unknown user before an unknown role",
    given: { user: null },
    patch: { role_id: "?" },
    verdict: "NotFound",
  },
  {
    name: "a deleted user before an unknown role",
    given: { user: aUser(1, { is_deleted: true }) },
    patch: { role_id: "?" },
    verdict: "NotFound",
  },
  {
    name: "an unknown role before an absence without dates",
    patch: { role_id: "?", out_of_office_mode: true },
    verdict: "UnknownReference /role_id",
  },
  {
    name: "a role that exceeds the caller's, before an absence without dates",
    patch: { role_id: "role-admin", out_of_office_mode: true },
    verdict: "RoleExceedsYours /role_id",
  },
  {
    name: "an absence without dates before the delegate",
    patch: { out_of_office_mode: true, delegate_approver: 1 },
    verdict: "OutOfOfficeNeedsDates /out_of_office_start_date",
  },
  {
    name: "an absence without an end",
    patch: { out_of_office_mode: true, out_of_office_start_date: "2026-12-01" },
    verdict: "OutOfOfficeNeedsDates /out_of_office_end_date",
  },
  {
    name: "to clear a date while the mode is on",
    given: { user: aUser(1, december) },
    patch: { out_of_office_end_date: null },
    verdict: "OutOfOfficeNeedsDates /out_of_office_end_date",
  },
  {
    name: "an end before the start, before the delegate",
    patch: { ...away("2026-12-02", "2026-12-01"), delegate_approver: 1 },
    verdict: "OutOfOfficeEndsBeforeStart /out_of_office_end_date",
  },
  {
    name: "an end before the start even with the mode off",
    patch: { out_of_office_start_date: "2026-12-02", out_of_office_end_date: "2026-12-01" },
    verdict: "OutOfOfficeEndsBeforeStart /out_of_office_end_date",
  },
  {
    name: "a start after the stored end",
    given: { user: aUser(1, december) },
    patch: { out_of_office_start_date: "2027-01-01" },
    verdict: "OutOfOfficeEndsBeforeStart /out_of_office_start_date",
  },
  {
    name: "the user as their own delegate, before the missing feature",
    given: { business: plain },
    patch: { delegate_approver: 1, expense_delegate: [1] },
    verdict: "DelegateIsSelf /delegate_approver",
  },
  {
    name: "an unknown delegate, before the missing feature",
    given: { business: plain },
    patch: { delegate_approver: 8, expense_delegate: [1] },
    verdict: "UnknownReference /delegate_approver",
  },
  {
    name: "a deleted delegate, before the missing feature",
    given: { business: plain, people: [aUser(2, { is_deleted: true })] },
    patch: { delegate_approver: 2, expense_delegate: [1] },
    verdict: "UnknownReference /delegate_approver",
  },
  {
    name: "a delegate who leaves on the last day of the absence, before the missing feature",
    given: { business: plain, people: [aUser(2, away("2026-12-31", "2027-01-31"))] },
    patch: { ...december, delegate_approver: 2, expense_delegate: [1] },
    verdict: "DelegateOutOfOffice /delegate_approver",
  },
  {
    name: "an absence during that of the stored delegate",
    given: { user: aUser(1, { delegate_approver: 2 }), people: [aUser(2, december)] },
    patch: december,
    verdict: "DelegateOutOfOffice /out_of_office_mode",
  },
  {
    name: "any assistants without the feature, before too many",
    given: { business: plain },
    patch: { expense_delegate: [1, 1, 1, 1] },
    verdict: "FeatureUnavailable /expense_delegate",
  },
  {
    name: "an empty list of assistants without the feature",
    given: { business: plain },
    patch: { expense_delegate: [] },
    verdict: "FeatureUnavailable /expense_delegate",
  },
  {
    name: "four assistants, before duplicates",
    patch: { expense_delegate: [2, 2, 1, 8] },
    verdict: "TooManyAssistants /expense_delegate",
  },
  {
    name: "a duplicate assistant, before the user as their own assistant",
    patch: { expense_delegate: [1, 2, 2] },
    verdict: "RepeatedAssistant /expense_delegate/2",
  },
  {
    name: "the user as their own assistant, before an unknown one later in the list",
    patch: { expense_delegate: [1, 8] },
    verdict: "DelegateIsSelf /expense_delegate/0",
  },
  {
    name: "an unknown assistant, before a chain",
    given: { people: [aUser(2, { expense_delegate: [3] })], delegators: assisting },
    patch: { expense_delegate: [2, 8] },
    verdict: "UnknownReference /expense_delegate/1",
  },
  {
    name: "an assistant who has assistants",
    given: { people: [aUser(2), aUser(3, { expense_delegate: [4] })], delegators: assisting },
    patch: { expense_delegate: [2, 3] },
    verdict: "ChainedAssistant /expense_delegate/1",
  },
  {
    name: "assistants of an assistant",
    given: { delegators: assisting },
    patch: { expense_delegate: [2] },
    verdict: "ChainedAssistant /expense_delegate",
  },
]

/** A caller without any permissions, who can grant no role. */
const by = { now, caller: { user_id: 9, permissions: [] } }

describe("decideUserUpdate", () => {
  const update = ({ given: context, patch }: Row) =>
    judged(
      decideUserUpdate(
        given({ user, people: others, ...context }),
        { client_id: 7, user_id: 1 },
        patch,
        by,
      ),
    )

  test.each(whatChanges)("changes $name", (row) => expect(update(row)).toEqual(row.verdict))
  test("a role that the user already has is not a grant", () => {
    const admin = aUser(1, { role_id: "role-admin" })
    const row = { name: "", given: { user: admin }, patch: { role_id: "role-admin" } }
    expect(update({ ...row, verdict: "" })).toEqual([])
  })

  test.each(whatIsRefused)("refuses $name", (row) => expect(update(row)).toBe(row.verdict))

  test("the event reports the change as the API shows it", () => {
    const { events, result } = Result.getOrThrow(
      decideUserUpdate(
        given({ user }),
        { client_id: 7, user_id: 1 },
        { role_id: "role-manager" },
        by,
      ),
    )
    expect(result.role).toBe("Manager")
    expect(events).toEqual([
      {
        type: "user.updated",
        resource: "users",
        data: result,
        previous: { role_id: "role-member", role: "Team Member", updated: user.updated },
      },
    ])
    expect(showUser(user, given())).not.toEqual(result)
  })
})
