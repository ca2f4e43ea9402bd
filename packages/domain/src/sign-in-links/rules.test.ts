import { describe, expect, test } from "vitest"
import { aBusiness, anInvite, aUser, now, refusal, verdict } from "../../test/given.ts"
import { makeAddressLimit } from "./limit.ts"
import {
  decideInviteLink,
  decideSignInLink,
  decideSignInMessage,
  isUsable,
  type SignInLinkContext,
  signInText,
} from "./rules.ts"

const given = (context: Partial<SignInLinkContext> = {}): SignInLinkContext => ({
  business: aBusiness(),
  link: null,
  user: aUser(2),
  ...context,
})

const command = {
  ...{ client_id: 7, id: "link-1", user_id: 2, digest: "d1", return_to: null, now },
}

describe("decideSignInLink", () => {
  test("creates a link that is valid for fifteen minutes, without an event", () => {
    const decided = decideSignInLink(given(), command)
    expect(verdict(decided)).toEqual(["sign_in_links created"])
    const expires_at = "2026-11-21T12:15:00.000Z"
    expect(decided).toMatchObject({ success: { result: { link: { expires_at, user_id: 2 } } } })
  })

  test.each<readonly [string, Partial<SignInLinkContext>, string]>([
    ["an unknown business before an unknown user", { business: null, user: null }, "business"],
    ["an unknown user", { user: null }, "user"],
    ["a deleted user", { user: aUser(2, { is_deleted: true }) }, "user"],
  ])("refuses %s", (_, context, what) => {
    expect(refusal(decideSignInLink(given(context), command))).toMatchObject({
      ...{ _tag: "NotFound", what },
    })
  })
})

describe("decideInviteLink", () => {
  const made = { client_id: 7, id: "link-1", invite_id: 3, digest: "d1", now }

  test("creates a link that is valid for fourteen days and signs no one in", () => {
    const decided = decideInviteLink({ invite: anInvite(3) }, made)
    expect(verdict(decided)).toEqual(["sign_in_links created"])
    const link = { expires_at: "2026-12-05T12:00:00.000Z", user_id: null, invite_id: 3 }
    expect(decided).toMatchObject({ success: { result: link } })
  })

  test.each([
    ["unknown", null],
    ["accepted", anInvite(3, { used: true })],
    ["cancelled", anInvite(3, { is_cancelled: true })],
  ])("creates no link for an invite that is %s", (_, invite) => {
    const decided = decideInviteLink({ invite }, made)
    expect([verdict(decided), decided]).toMatchObject([[], { success: { result: null } }])
  })
})

test("a link can be used until the instant at which it expires", () => {
  const decided = decideSignInLink(given(), command)
  const link = decided._tag === "Success" ? decided.success.result.link : null
  expect(isUsable(link, "2026-11-21T12:14:59.999Z")).toBe(true)
  expect(isUsable(link, "2026-11-21T12:15:00.000Z")).toBe(false)
  expect(isUsable(null, now)).toBe(false)
})

describe("decideSignInMessage", () => {
  const stamp = { client_id: 7, id: "message-1", now }
  const people = [{ client_id: 7, user_id: 2 }]

  test("is sent to the user's address and contains no link", () => {
    const decided = decideSignInMessage(given(), { ...stamp, people, return_to: "/budgets" })
    const sign_in = { people, return_to: "/budgets" }
    const after = { to: "user2@example.test", text: "", sign_in }
    expect(decided).toMatchObject({ success: { writes: [{ table: "messages", after }] } })
  })

  test.each([
    ["is unknown", null],
    ["was deleted", aUser(2, { is_deleted: true })],
  ])("nothing is sent to a user who %s", (_, user) => {
    const decided = decideSignInMessage(given({ user }), { ...stamp, people, return_to: null })
    expect(verdict(decided)).toEqual([])
  })
})

describe("signInText", () => {
  const acme = { business: "Acme", url: "https://a.test/sign-in#token=1" }
  const other = { business: "Other", url: "https://a.test/sign-in#token=2" }

  test("has a link for each business", () => {
    expect(signInText([acme])).toContain(`Sign in to Acme:\n\n${acme.url}\n\n`)
    const text = signInText([acme, other])
    expect(text).toContain(`Acme:\n${acme.url}\n\nOther:\n${other.url}\n\n`)
  })
})

describe("makeAddressLimit", () => {
  const minute = 60_000

  test("allows five requests in fifteen minutes, and then returns the seconds to wait", () => {
    const waitFor = makeAddressLimit()
    const waits = [0, 1, 2, 3, 4, 5].map((n) => waitFor("a", n * minute))
    expect(waits).toEqual([0, 0, 0, 0, 0, 600])
    expect(waitFor("b", 5 * minute)).toBe(0)
    expect(waitFor("a", 15 * minute)).toBe(0)
  })

  test("forgets the first of too many addresses", () => {
    const waitFor = makeAddressLimit()
    for (let n = 0; n < 5; n++) waitFor("a", 0)
    expect(waitFor("a", 0)).toBe(900)
    for (let n = 0; n < 10_000; n++) waitFor(`other ${n}`, 0)
    expect(waitFor("a", 0)).toBe(0)
  })
})
