import { describe, expect, test } from "vitest"
import { aUser, now, refusal, verdict } from "../../test/given.ts"
import type { SignInLink } from "../core/records/sign-in-links.ts"
import type { Token } from "../core/records/tokens.ts"
import {
  decideLinkUse,
  decideSession,
  decideSessionEnd,
  decideSessionsEnd,
  decideVerifiedSession,
  isSameAddress,
  type SessionContext,
  showSession,
} from "./rules.ts"

const aLink = (fields: Partial<SignInLink> = {}): SignInLink => ({
  ...{ client_id: 7, id: "link-1", user_id: 2, invite_id: null, digest: "d1" },
  return_to: "/budgets",
  expires_at: "2026-11-21T12:00:00.001Z",
  ...{ created: now, updated: now },
  ...fields,
})

const aSession = (fields: Partial<Token> = {}): Token => ({
  ...{ client_id: 7, id: "session-1", kind: "SESSION", name: "Firefox", digest: "d2" },
  ...{ role_id: "role-member", user_id: 2, expires_at: "2026-11-22T00:00:00.000Z" },
  ...{ revoked_at: null, last_used_at: null, created: now, updated: now },
  ...fields,
})

const command = { id: "session-1", digest: "d2", user_agent: "Firefox", now }
const given = (context: Partial<SessionContext> = {}): SessionContext => ({
  link: aLink(),
  user: aUser(2),
  ...context,
})

describe("decideSession", () => {
  test("opens a session of twelve hours for the user and uses up the link", () => {
    const decided = decideSession(given(), command)
    expect(verdict(decided)).toEqual([
      "sign_in_links removed",
      "tokens created",
      "event session.opened",
    ])
    expect(decided).toMatchObject({
      success: {
        result: { return_to: "/budgets", session: { ...showSession(aSession(), "session-1") } },
        writes: [{ after: null }, { after: aSession() }],
      },
    })
  })

  test.each<readonly [string, Partial<SessionContext>]>([
    ["an unknown link before its user", { link: null, user: null }],
    ["a link at the instant of its expiry", { link: aLink({ expires_at: now }) }],
    ["an expired link before its user", { link: aLink({ expires_at: now }), user: null }],
    ["an unknown user", { user: null }],
    ["a deleted user", { user: aUser(2, { is_deleted: true }) }],
  ])("refuses %s, all with the same error", (_, context) => {
    const decided = decideSession(given(context), command)
    expect(refusal(decided)).toMatchObject({
      _tag: "SignInLinkNotValid",
      message: "This link is unknown, expired or already used. Request another one.",
    })
  })
})

describe("a user who is already signed in", () => {
  const ann = { client_id: 7, user_id: 2 }
  const others = [
    ["another user", { client_id: 7, user_id: 3 }],
    ["a user with the same id in another business", { client_id: 8, user_id: 2 }],
  ] as const

  test("can open a link of their own", () => {
    expect(verdict(decideSession(given(), command, ann))).toHaveLength(3)
  })

  test.each(others)("is refused the link of another user, signed in as %s", (_, signedIn) => {
    expect(refusal(decideSession(given(), command, signedIn))._tag).toBe("OtherUserSignedIn")
  })

  test("gets the same error for an invalid link, even if it is someone else's", () => {
    const [[, other]] = others
    for (const context of [{ link: null }, { user: null }]) {
      const decided = decideSession(given(context), command, other)
      expect(refusal(decided)._tag).toBe("SignInLinkNotValid")
    }
  })

  test("is refused a valid invite link, because it would sign in another user", () => {
    expect(refusal(decideLinkUse({ link: aLink() }, now, ann))._tag).toBe("OtherUserSignedIn")
    expect(refusal(decideLinkUse({ link: null }, now, ann))._tag).toBe("SignInLinkNotValid")
  })
})

describe("decideVerifiedSession", () => {
  const ann = aUser(2, { email: "Ann@Example.com" })
  const decide = (user: SessionContext["user"], email = "ann@example.COM") =>
    decideVerifiedSession({ user }, email, command)

  test("opens a session for the user with the address", () => {
    expect(verdict(decide(ann))).toEqual(["tokens created", "event session.opened"])
  })

  test.each<readonly [string, SessionContext["user"]]>([
    ["no user", null],
    ["a deleted user", { ...ann, is_deleted: true }],
    ["a user whose address has changed in the meantime", aUser(2, { email: "bo@example.com" })],
  ])("refuses %s", (_, user) => {
    expect(refusal(decide(user))).toMatchObject({ _tag: "NotFound", what: "user" })
  })

  test.each<readonly [string, string, boolean]>([
    ["Ann@example.com", "ann@EXAMPLE.com", true],
    ["jos\u00e9@example.com", "jose\u0301@example.com", false],
    ["strasse@example.com", "straße@example.com", false],
    ["ken@example.com", "\u212aen@example.com", false],
    ["ann@example.com", "ann@example.com.evil.example", false],
  ])("%s and %s are one mailbox: %s", (a, b, isSame) => {
    expect([isSameAddress(a, b), isSameAddress(b, a)]).toEqual([isSame, isSame])
  })
})

describe("decideLinkUse", () => {
  test("removes the link and nothing else", () => {
    expect(verdict(decideLinkUse({ link: aLink() }, now))).toEqual(["sign_in_links removed"])
  })

  test.each([
    ["does not exist", null],
    ["expires at this instant", aLink({ expires_at: now })],
  ])("refuses a link that %s", (_, link) => {
    expect(refusal(decideLinkUse({ link }, now))._tag).toBe("SignInLinkNotValid")
  })
})

describe("ending sessions", () => {
  test("ends one session and reports it", () => {
    expect(verdict(decideSessionEnd([aSession()], "session-1", now))).toEqual([
      `tokens revoked_at=${now}`,
      "event session.ended",
    ])
  })

  test("refuses an unknown session", () => {
    expect(refusal(decideSessionEnd([], "session-1", now))).toMatchObject({ _tag: "NotFound" })
  })

  test("ends all sessions, if there are any", () => {
    const both = [aSession(), aSession({ id: "session-2" })]
    expect(verdict(decideSessionsEnd(both, now))).toEqual([
      `tokens revoked_at=${now}`,
      `tokens revoked_at=${now}`,
      "event session.ended",
      "event session.ended",
    ])
    expect(decideSessionsEnd([], now)).toMatchObject({ success: { result: 0, writes: [] } })
  })
})
