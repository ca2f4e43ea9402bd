import { Result } from "effect"
import { describe, expect, test } from "vitest"
import { aBusiness, aRole, aUser, now, refusal, verdict } from "../../../test/given.ts"
import type { UpdateMe } from "../../core/records/users.ts"
import type { UserContext } from "../context.ts"
import { decideMeUpdate } from "./profile.ts"

const away = (start: string, end: string) => ({
  out_of_office_mode: true,
  out_of_office_start_date: start,
  out_of_office_end_date: end,
})
const december = away("2026-12-01", "2026-12-31")

interface Row {
  readonly name: string
  readonly given?: Partial<UserContext>
  readonly patch: UpdateMe
  readonly verdict: string | ReadonlyArray<string>
}

const judged = ({ given, patch }: Row) => {
  const context: UserContext = {
    ...{ business: aBusiness(), roles: [aRole()], user: aUser(1) },
    ...{ namesakes: [], people: [aUser(2)], delegators: [] },
    ...given,
  }
  const result = decideMeUpdate(context, { user_id: 1 }, patch, now)
  if (Result.isSuccess(result)) return verdict(result)
  const refused = refusal(result)
  return "pointer" in refused ? `${refused._tag} ${refused.pointer}` : refused._tag
}

const accepted = (change: string) => [`users ${change}`, "event user.updated"]

const whatChanges: ReadonlyArray<Row> = [
  {
    name: "the display name",
    patch: { display_name: "Ada" },
    verdict: accepted("display_name=Ada"),
  },
  {
    name: "back to first and last name",
    given: { user: aUser(1, { display_name: "Ada" }) },
    patch: { display_name: null },
    verdict: accepted("display_name=null"),
  },
  { name: "nothing for an equal value", patch: { display_name: null }, verdict: [] },
  { name: "nothing without fields", patch: {}, verdict: [] },
  {
    name: "absence and delegate together",
    patch: { ...december, delegate_approver: 2 },
    verdict: accepted(
      "out_of_office_mode=true out_of_office_start_date=2026-12-01 out_of_office_end_date=2026-12-31 delegate_approver=2",
    ),
  },
]

/** Each row also breaks the rules that rank below the one it names. */
const whatIsRefused: ReadonlyArray<Row> = [
  {
    name: "an unknown user, before an absence without dates",
    given: { user: null },
    patch: { out_of_office_mode: true, delegate_approver: 1 },
    verdict: "NotFound",
  },
  {
    name: "a deleted user, before an absence without dates",
    given: { user: aUser(1, { is_deleted: true }) },
    patch: { out_of_office_mode: true, delegate_approver: 1 },
    verdict: "NotFound",
  },
  {
    name: "an absence without dates, before the delegate",
    patch: { display_name: "Ada", out_of_office_mode: true, delegate_approver: 1 },
    verdict: "OutOfOfficeNeedsDates /out_of_office_start_date",
  },
  {
    name: "an end before the start, before the delegate",
    patch: { ...away("2026-12-02", "2026-12-01"), delegate_approver: 1 },
    verdict: "OutOfOfficeEndsBeforeStart /out_of_office_end_date",
  },
  {
    name: "the user as their own delegate, before the overlapping absence",
    given: { user: aUser(1, december) },
    patch: { delegate_approver: 1 },
    verdict: "DelegateIsSelf /delegate_approver",
  },
  {
    name: "an unknown delegate",
    patch: { delegate_approver: 8 },
    verdict: "UnknownReference /delegate_approver",
  },
  {
    name: "a deleted delegate, before the overlapping absence",
    given: { people: [aUser(2, { ...december, is_deleted: true })] },
    patch: { ...december, delegate_approver: 2 },
    verdict: "UnknownReference /delegate_approver",
  },
  {
    name: "a delegate who is absent at the same time",
    given: { people: [aUser(2, december)] },
    patch: { ...december, delegate_approver: 2 },
    verdict: "DelegateOutOfOffice /delegate_approver",
  },
]

describe("decideMeUpdate", () => {
  test.each(whatChanges)("changes $name", (row) => expect(judged(row)).toEqual(row.verdict))
  test.each(whatIsRefused)("refuses $name", (row) => expect(judged(row)).toEqual(row.verdict))
})
