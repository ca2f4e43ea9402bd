import { describe, expect, test } from "vitest"
import {
  aBudget,
  aBusiness,
  aMember,
  anOwner,
  aTopup,
  aUser,
  now,
  verdict,
} from "../../test/given.ts"
import type { Event } from "../core/events.ts"
import { money } from "../core/money.ts"
import type { EndedPeriod } from "../core/records/budget-periods.ts"
import { outgoing } from "../core/records/messages.ts"
import type { BudgetAlert, NotificationProgress } from "../core/records/notifications.ts"
import { type Happenings, happeningsIn } from "./happenings.ts"
import { letterOf } from "./letters.ts"
import { readToken, signedText, unsubscribeToken } from "./links.ts"
import {
  decideNotifications,
  decideSettled,
  digestDue,
  type NotificationCommand,
  type NotificationContext,
  nextPass,
  tellingOf,
} from "./rules.ts"
import { newlyReached, reached } from "./usage.ts"

const none: Happenings = { requested: [], decided: [], charged: [], closed: [] }

const given = (context: Partial<NotificationContext> = {}): NotificationContext => ({
  ...{ business: aBusiness(), progress: null, topups: [], alerts: [], periods: [], members: [] },
  ...{ budgets: [aBudget()], owners: [anOwner("owner-1")], admins: [], people: [aUser(1)] },
  ...context,
})

/** Returns the mails, one line for each reader and kind. */
const linesOf = (context: NotificationContext, happened: Partial<Happenings>) =>
  tellingOf(context, { ...none, ...happened }, now).notices.map(
    ({ reader, kind, items }) => `${reader.id} ${kind}: ${items.map((_) => _.subject).join("; ")}`,
  )

describe("a pending topup", () => {
  const topup = aTopup({ amount: money(12_000), requested_by: 2 })
  const absence = {
    ...{ out_of_office_mode: true, delegate_approver: 4 },
    ...{ out_of_office_start_date: "2026-11-21", out_of_office_end_date: "2026-11-21" },
  }
  const people = [aUser(1), aUser(2), aUser(3), aUser(4)]
  const context = given({ topups: [topup], people, admins: [aUser(3)] })
  const requestTitle = "First2 Last2 requests 120.00 AUD for Travel"
  const line = (id: number) => `${id} topup_requests: ${requestTitle}`

  test.each<readonly [string, Partial<NotificationContext>, ReadonlyArray<string>]>([
    ["the owners and the Admins", {}, [line(1), line(3)]],
    [
      "the delegate of an owner who is away today",
      { people: [aUser(1, absence), ...people.slice(1)] },
      [line(1), line(4), line(3)],
    ],
    [
      "the owners and the Admins, without the delegate of an owner who is back",
      {
        people: [
          aUser(1, { ...absence, out_of_office_end_date: "2026-11-20" }),
          ...people.slice(1),
        ],
      },
      [line(1), line(3)],
    ],
    ["everyone except the requester", { admins: [aUser(3), aUser(2)] }, [line(1), line(3)]],
    [
      "the requester, if no one else can decide",
      { owners: [anOwner("owner-1", { user_id: 2 })], admins: [] },
      [line(2)],
    ],
    ["no removed owner", { owners: [anOwner("o", { is_deleted: true })] }, [line(3)]],
    [
      "no deleted user",
      { people: [aUser(1, { is_deleted: true }), ...people.slice(1)] },
      [line(3)],
    ],
    [
      "no one who has switched this kind off",
      { people: [aUser(1, { muted_notifications: ["topup_requests"] }), ...people.slice(1)] },
      [line(3)],
    ],
    ["no one, if it is no longer pending", { topups: [{ ...topup, status: "APPROVED" }] }, []],
  ])("is reported to %s", (_, changes, expected) => {
    expect(linesOf({ ...context, ...changes }, { requested: [topup.id] })).toEqual(expected)
  })

  test("names the member and the direction of a negative amount", () => {
    const members = [aMember(9, { user_id: 4 })]
    const ofMember = { ...topup, budget_member_id: 9, amount: money(-500) }
    const lines = linesOf({ ...context, topups: [ofMember], members }, { requested: [topup.id] })
    expect(lines[0]).toContain("requests 5.00 AUD from Travel (First4 Last4)")
  })

  test("is combined with others in one mail for each reader, which lists twenty of them", () => {
    const topups = Array.from({ length: 25 }, (_, n) => ({ ...topup, id: `topup-${n}` }))
    const { notices } = tellingOf(
      { ...context, topups },
      { ...none, requested: topups.map(({ id }) => id) },
      now,
    )
    expect(notices.map(({ reader, count }) => [reader.id, count])).toEqual([
      [1, 25],
      [3, 25],
    ])
    const [first] = notices
    if (first === undefined) throw new Error("nobody is told")
    const { subject, letter } = letterOf(first, { business: "Acme", unsubscribe: "t" })
    expect(subject).toBe("25 topups need your decision")
    expect(letter?.items).toHaveLength(20)
    expect(letter?.more?.path).toBe("/approvals")
  })

  test("is reported to at most fifty people", () => {
    const many = Array.from({ length: 80 }, (_, n) => aUser(n + 10))
    const crowd = { ...context, admins: many, people: [...people, ...many] }
    expect(linesOf(crowd, { requested: [topup.id] })).toHaveLength(50)
  })
})

describe("a decided topup", () => {
  const topup = aTopup({ status: "DECLINED", actioned_by: 1, actioned_on: now })
  const people = [aUser(1), aUser(2)]

  test.each<readonly [string, Parameters<typeof aTopup>[0], ReadonlyArray<string>]>([
    ["the requester", {}, ["2 topup_decisions: Your topup of 5.00 AUD for Travel was declined"]],
    ["no one, if a token requested it", { requested_by: null }, []],
    ["no one, if it is pending", { status: "PENDING" }, []],
  ])("is reported to %s", (_, fields, expected) => {
    const context = given({ topups: [{ ...topup, ...fields }], people })
    expect(linesOf(context, { decided: [topup.id] })).toEqual(expected)
  })
})

describe("the use of a budget", () => {
  test.each([
    [0, 10_000, 0],
    [7_999, 2_001, 0],
    [8_000, 2_000, 80],
    [9_999, 1, 80],
    [10_000, 0, 100],
    [12_000, -2_000, 100],
    [1, -1, 100],
    [0, 0, 0],
    [-500, 500, 0],
    [800_000_000_000_000, 199_999_999_999_999, 80],
    [799_999_999_999_999, 200_000_000_000_000, 0],
  ])("spent %d, available %d: %d %%", (spent, left, percent) => {
    const amounts = { spent_amount: money(spent), available_amount: money(left) }
    expect(reached(amounts)).toBe(percent)
  })

  const budget = aBudget({
    ...{ spent_amount: money(8_500), available_amount: money(1_500), period_number: 3 },
  })
  const alert: BudgetAlert = {
    ...{ client_id: 7, budget_id: budget.id, period_number: 3, percent: 80 },
    ...{ created: now, updated: now },
  }

  test.each([
    ["the first time", null, 80],
    ["once in a period", alert, 0],
    ["again in the next period", { ...alert, period_number: 2 }, 80],
    ["never with a lower threshold", { ...alert, percent: 100 }, 0],
  ])("is reported %s", (_, before, percent) => {
    expect(newlyReached(budget, before)).toBe(percent)
    const telling = tellingOf(
      given({ budgets: [budget], alerts: before === null ? [] : [before] }),
      { ...none, charged: [budget.id] },
      now,
    )
    expect(telling.alerts).toHaveLength(percent === 0 ? 0 : 1)
    expect(telling.notices.map(({ items }) => items[0]?.subject)).toEqual(
      percent === 0 ? [] : ["Travel: 80 % spent"],
    )
  })

  test("is not reported for a deleted budget", () => {
    expect(newlyReached({ ...budget, is_deleted: true }, null)).toBe(0)
  })

  test("is saved even if no owner is notified", () => {
    const context = given({ budgets: [budget], owners: [] })
    const telling = tellingOf(context, { ...none, charged: [budget.id] }, now)
    expect([telling.notices, telling.alerts.length]).toEqual([[], 1])
  })
})

test("the notification of an ended period summarises it", () => {
  const period: EndedPeriod["period"] = {
    ...{ client_id: 7, budget_id: "budget-1", number: 2, restated: false, rolled_from: 1 },
    ...{ start: "2026-10-01T00:00:00.000Z", end: "2026-10-31T23:59:59.999Z", rolled_over: true },
    ...{ granted_amount: money(10_000), topped_up_amount: money(2_000), moved_amount: money(0) },
    spent_amount: money(11_000),
  }
  const ended = { period, opening_amount: money(10_500), lapsed: null }
  const { notices } = tellingOf(given({ periods: [ended] }), none, now)
  expect(notices[0]?.items[0]).toEqual({
    title: "Travel, 1 October 2026 to 31 October 2026",
    subject: "Travel: what was spent, 1 October 2026 to 31 October 2026",
    details: [
      "At the start: 105.00 AUD",
      "Topups: 20.00 AUD",
      "Spent: 110.00 AUD",
      "At the end: 15.00 AUD, carried over to the next period",
    ],
    links: [
      {
        label: "Show the transactions",
        path: "/transactions?budget=budget-1&from=2026-10-01&to=2026-10-31",
      },
      { label: "Show the budget", path: "/budgets/budget-1" },
    ],
  })
})

describe("events", () => {
  const event = (type: Event["type"], data: object, fields: Partial<Event> = {}): Event => ({
    ...{ client_id: 7, sequence: 1, id: "e", created: now, hash: "", previous: null },
    actor: { type: "token", token_id: "t", user_id: 1 },
    ...{ type, data },
    ...fields,
  })
  const waited = { previous: { status: "PENDING" } }
  const decided = { id: "t", status: "DECLINED", requested_by: { id: 2 } }
  const end = "2026-10-31T23:59:59.999Z"

  test.each<readonly [string, Event, Partial<Happenings>]>([
    [
      "a pending topup",
      event("topup.created", { id: "t", status: "PENDING" }),
      { requested: ["t"] },
    ],
    ["no topup that is not pending", event("topup.created", { id: "t", status: "APPROVED" }), {}],
    [
      "no topup that is approved immediately",
      event("topup.approved", { id: "t" }, { previous: {} }),
      {},
    ],
    ["a declined topup", event("topup.declined", decided, waited), { decided: ["t"] }],
    [
      "a topup that another user cancelled",
      event("topup.cancelled", decided, waited),
      { decided: ["t"] },
    ],
    [
      "no topup that its requester cancelled",
      event("topup.cancelled", { ...decided, requested_by: { id: 1 } }, waited),
      {},
    ],
    ["a charge", event("transaction.cleared", { budget: { id: "b" } }), { charged: ["b"] }],
    ["no charge without a budget", event("transaction.recorded", { budget: null }), {}],
    [
      "a reset",
      event("budget.period_reset", { id: "b" }, { previous: { current_period_end: end } }),
      { closed: [{ budget_id: "b", at: end }] },
    ],
    ["no other event", event("budget.updated", { id: "b" }), {}],
  ])("report %s", (_, newEvent, expected) => {
    expect(happeningsIn([newEvent, newEvent], now)).toEqual({
      ...none,
      ...expected,
      ...(expected.closed === undefined
        ? {}
        : { closed: [...expected.closed, ...expected.closed] }),
    })
    expect(happeningsIn([newEvent], "2026-11-21T12:00:00.001Z")).toEqual(none)
  })
})

describe("digests are due", () => {
  const progress = (fields: Partial<NotificationProgress>): NotificationProgress => ({
    ...{ client_id: 7, sequence: 5, next_pass: now, unsubscribe_key: "k" },
    ...{ digest_week: "2026-11-16", digest_user: null, created: now, updated: now },
    ...fields,
  })
  const sunday = "2026-11-22T23:59:59.999Z"
  const monday = "2026-11-23T00:00:00.000Z"
  const place = (digest_week: string, after: number) => ({ digest_week, after })

  test.each([
    ["not before the first pass of a business", null, now, null],
    ["not before the week ends in UTC", progress({}), sunday, null],
    ["from the first instant of the week", progress({}), monday, place("2026-11-23", 0)],
    ["until all users were processed", progress({ digest_user: 9 }), now, place("2026-11-16", 9)],
    [
      "only for the current week after a pause of several weeks",
      progress({}),
      "2027-01-07T00:00:00.000Z",
      place("2027-01-04", 0),
    ],
    [
      "again from the start, if a week was not enough",
      progress({ digest_user: 9 }),
      monday,
      place("2026-11-23", 0),
    ],
  ] as const)("%s", (_, before, at, expected) => {
    expect(digestDue(before, at)).toEqual(expected)
  })

  const command = (seen: NotificationProgress | null): NotificationCommand => ({
    ...{ client_id: 7, seen, reached: { sequence: 8 }, unsubscribe_key: "new", alerts: [], now },
    messages: [{ to: "a@example.test", subject: "s", text: "" }],
    ids: ["m"],
  })

  test("mails are saved together with the progress", () => {
    const before = progress({})
    const written = ["notification_progress sequence=8", "messages created"]
    expect(verdict(decideNotifications({ progress: before }, command(before)))).toEqual(written)
    const first = decideNotifications({ progress: null }, command(null))
    expect(verdict(first)).toEqual(["notification_progress created", "messages created"])
    const week = { digest_week: "2026-11-16", digest_user: null }
    const after = { unsubscribe_key: "new", ...week, sequence: 8 }
    expect(first).toMatchObject({ success: { writes: [{ after }, {}] } })
  })

  test.each([
    ["further", progress({ sequence: 6 }), progress({})],
    ["for the first time", progress({}), null],
    ["at other users", progress({ digest_user: 3 }), progress({})],
  ])("nothing is written if another process has advanced %s", (_, before, seen) => {
    expect(verdict(decideNotifications({ progress: before }, command(seen)))).toEqual([])
  })

  test("settling marks everything up to now as reported and empties the outbox", () => {
    const settle = { client_id: 7, sequence: 9, unsubscribe_key: "new", now: monday }
    const message = outgoing(
      { to: "a@example.test", subject: "s", text: "" },
      { client_id: 7, id: "m", now },
    )
    const begun = progress({ digest_user: 3 })
    const decided = decideSettled({ progress: begun, messages: [message], more: true }, settle)
    expect(verdict(decided)).toEqual([
      "notification_progress sequence=9 digest_week=2026-11-23 digest_user=null",
      "messages removed",
    ])
    expect(decided).toMatchObject({ success: { result: true } })
    const first = decideSettled({ progress: null, messages: [], more: false }, settle)
    expect(verdict(first)).toEqual(["notification_progress created"])
    const after = { unsubscribe_key: "new", digest_week: "2026-11-23", digest_user: null }
    expect(first).toMatchObject({ success: { writes: [{ after: { ...after, sequence: 9 } }] } })
    const result = decideSettled(
      { progress: progress({ sequence: 12 }), messages: [], more: false },
      settle,
    )
    expect(result).toMatchObject({ success: { writes: [{ after: { sequence: 12 } }] } })
  })

  test("mails about events are at least thirty seconds apart", () => {
    expect(nextPass(0, now)).toBe(now)
    expect(nextPass(1, now)).toBe("2026-11-21T12:00:30.000Z")
  })
})

describe("an unsubscribe link", () => {
  const target = { client_id: 7, user_id: 12, kind: "budget_usage" } as const

  test("contains its business, user and kind, and a signature of exactly these", () => {
    expect(unsubscribeToken(target, "Sig-_9")).toBe("7.12.budget_usage.Sig-_9")
    expect(readToken("7.12.budget_usage.Sig-_9")).toEqual({ target, signature: "Sig-_9" })
    expect(signedText(target)).toBe("unsubscribe 7 12 budget_usage")
  })

  test.each([
    "",
    "7.12.budget_usage",
    "7.12.budget_usage.",
    "7.12.everything.abc",
    "07.12.budget_usage.abc",
    "7.-12.budget_usage.abc",
    "7.12.budget_usage.abc.def",
    "7.12.budget_usage.ab c",
    `7.12.budget_usage.${"a".repeat(101)}`,
    "9999999999999999.12.budget_usage.abc",
  ])("%j is not a token", (text) => {
    expect(readToken(text)).toBe(null)
  })
})
