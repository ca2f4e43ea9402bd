import { describe, expect, test } from "vitest"
import { aUser, now, verdict } from "../../test/given.ts"
import { epoch, timestamp } from "../core/dates.ts"
import { outgoing } from "../core/records/messages.ts"
import { decideFailed, decideSending, decideSent, nextAttempt } from "./rules.ts"

const stamp = { client_id: 7, id: "message-1", now }
const message = outgoing(
  { to: "sam@example.test", subject: "Hello", text: "Hello", invite_id: null },
  stamp,
)
const later = (millis: number) => timestamp(epoch(now) + millis)

describe("outgoing", () => {
  test.each([
    ["a\r\nBcc: b@example.test", "a Bcc: b@example.test"],
    ["a\nb", "a b"],
    ["a\u0000b\u0085c\u2028d\u2029e", "a b c d e"],
    ["\r\na ", "a"],
    ["Ünïcode 名", "Ünïcode 名"],
    ["a\u202etxt.exe", "a txt.exe"],
  ])("%j becomes %j in headers", (given, expected) => {
    const { to, subject } = outgoing(
      { to: given, subject: given, text: given, invite_id: null },
      stamp,
    )
    expect({ to, subject }).toEqual({ to: expected, subject: expected })
  })

  test("a long subject is cut off", () => {
    const { subject } = outgoing({ to: "a", subject: "名".repeat(300), text: "" }, stamp)
    expect(subject).toBe(`${"名".repeat(199)}…`)
  })

  test("a text keeps its line breaks", () => {
    expect(outgoing({ to: "a", subject: "b", text: "c\nd", invite_id: null }, stamp).text).toBe(
      "c\nd",
    )
  })
})

describe("nextAttempt", () => {
  const hour = 3_600_000
  test.each([
    ["after ten seconds", 0, 0, 10_000],
    ["after twenty seconds", 1, 10_000, 20_000],
    ["after at most an hour", 30, 24 * hour, hour],
    ["a last time at the end of three days", 90, 71 * hour, hour],
    ["never after three days", 90, 71 * hour + 1, null],
  ])("%s", (_, failures, waited, pause) => {
    const expected = pause === null ? null : later(waited + pause)
    expect(nextAttempt({ created: now, failures }, later(waited))).toBe(expected)
  })
})

test("a message is read again before it is sent", () => {
  expect(decideSending({ message, reader: null })).toMatchObject({
    success: { result: message, writes: [] },
  })
  expect(decideSending({ message: null, reader: null })).toMatchObject({
    success: { result: null },
  })
})

describe("a notification leaves the outbox only if its reader does not want it any more", () => {
  const letter = {
    ...{ kind: "budget_usage" as const, user_id: 2, name: "Ann", lead: "", items: [], more: null },
    ...{ reason: "", unsubscribe: "" },
  } as const
  const messageWithLetter = { ...message, letter }

  test.each([
    ["the reader wants it", aUser(2), []],
    [
      "the reader has switched off another kind",
      aUser(2, { muted_notifications: ["budget_periods"] }),
      [],
    ],
    [
      "the reader has switched off this kind",
      aUser(2, { muted_notifications: ["budget_usage"] }),
      ["messages removed"],
    ],
    ["the reader has left", aUser(2, { is_deleted: true }), ["messages removed"]],
    ["there is no reader", null, ["messages removed"]],
  ])("%s", (_, reader, expected) => {
    const decided = decideSending({ message: messageWithLetter, reader })
    expect(verdict(decided)).toEqual(expected)
    expect(decided).toMatchObject({
      success: { result: expected.length === 0 ? messageWithLetter : null },
    })
  })
})

test("a sent message is removed once", () => {
  expect(verdict(decideSent({ message }))).toEqual(["messages removed"])
  expect(verdict(decideSent({ message: null }))).toEqual([])
})

test("a message that was not sent is pending, with its failures counted", () => {
  const next = later(10_000)
  expect(verdict(decideFailed({ message }, now))).toEqual([
    `messages failures=1 next_attempt=${next}`,
  ])
  expect(verdict(decideFailed({ message: null }, now))).toEqual([])
})
