import { Result } from "effect"
import { describe, expect, test } from "vitest"
import { aBusiness, aRole, aUser, now, refusal, verdict } from "../../test/given.ts"
import type { Caller } from "../core/caller.ts"
import type { Token } from "../core/records/tokens.ts"
import { permissionsOf } from "../roles/rules.ts"
import {
  actorOf,
  type Credential,
  callerOf,
  may,
  type Principal,
  principalOf,
} from "./principal.ts"
import {
  decideOwnToken,
  decideToken,
  decideTokenRevocation,
  type TokenCommand,
  type TokenContext,
} from "./rules.ts"

const aToken = (fields: Partial<Token> = {}): Token => ({
  client_id: 7,
  id: "token-1",
  kind: "API",
  name: "Scripts",
  digest: "d1",
  role_id: "role-member",
  user_id: null,
  expires_at: null,
  revoked_at: null,
  last_used_at: null,
  created: "2026-01-05T09:00:00.000Z",
  updated: "2026-01-05T09:00:00.000Z",
  ...fields,
})

const given = (context: Partial<TokenContext> = {}): TokenContext => ({
  business: aBusiness(),
  tokens: 0,
  token: null,
  role: aRole(),
  user: null,
  ...context,
})

describe("decideToken", () => {
  const command = (fields: Partial<TokenCommand> = {}): TokenCommand => ({
    name: "Scripts",
    role_id: "role-member",
    client_id: 7,
    id: "token-1",
    digest: "d1",
    now,
    ...fields,
  })
  const accepted = ["tokens created", "event token.created"]

  const rows: ReadonlyArray<{
    readonly name: string
    readonly given?: Partial<TokenContext>
    readonly command?: Partial<TokenCommand>
    readonly verdict: string | ReadonlyArray<string>
  }> = [
    { name: "creates a token without a user", verdict: accepted },
    {
      name: "creates a token for a user",
      given: { user: aUser(2) },
      command: { user_id: 2 },
      verdict: accepted,
    },
    {
      name: "creates a token that expires a millisecond from now",
      command: { expires_at: "2026-11-21T12:00:00.001Z" },
      verdict: accepted,
    },
    {
      name: "refuses an unknown business before an unknown role",
      given: { business: null, role: null },
      verdict: "NotFound",
    },
    {
      name: "refuses an unknown role before an unknown user",
      given: { role: null },
      command: { user_id: 2, expires_at: now },
      verdict: "UnknownReference /role_id",
    },
    {
      name: "refuses an unknown user before a past expiry",
      command: { user_id: 2, expires_at: now },
      verdict: "UnknownReference /user_id",
    },
    {
      name: "refuses a deleted user before a past expiry",
      given: { user: aUser(2, { is_deleted: true }) },
      command: { user_id: 2, expires_at: now },
      verdict: "UnknownReference /user_id",
    },
    {
      name: "refuses a token that expires now",
      command: { expires_at: now },
      verdict: "ExpiresInPast /expires_at",
    },
  ]
  test.each(rows)("$name", (row) => {
    const result = decideToken(given(row.given), command(row.command))
    if (Result.isSuccess(result)) expect(verdict(result)).toEqual(row.verdict)
    else {
      const refused = refusal(result)
      const pointer = "pointer" in refused ? ` ${refused.pointer}` : ""
      expect(`${refused._tag}${pointer}`).toBe(row.verdict)
    }
  })

  test("neither the result nor the event contains the digest", () => {
    const { result, events } = Result.getOrThrow(decideToken(given(), command()))
    expect(result).not.toHaveProperty("digest")
    expect(JSON.stringify(events)).not.toContain("d1")
  })
})

describe("decideOwnToken", () => {
  const admin = aRole({ id: "role-admin", name: "Admin", permissions: permissionsOf.Admin })
  const ann: Caller = { user_id: 2, permissions: permissionsOf.Admin }
  const rows: ReadonlyArray<{
    readonly name: string
    readonly caller?: Caller
    readonly given?: Partial<TokenContext>
    readonly expires_at?: string
    readonly verdict: string
  }> = [
    { name: "creates a token without a user", verdict: "made" },
    { name: "creates a token for the caller", given: { user: aUser(2) }, verdict: "made" },
    {
      name: "creates the last token that a business can have",
      given: { tokens: 99 },
      verdict: "made",
    },
    {
      name: "refuses what `decideToken` refuses before a role that exceeds the caller's",
      caller: { ...ann, permissions: [] },
      given: { role: admin, user: aUser(3), tokens: 100 },
      expires_at: now,
      verdict: "ExpiresInPast",
    },
    {
      name: "refuses a role that exceeds the caller's before another user",
      caller: { ...ann, permissions: permissionsOf.Manager },
      given: { role: admin, user: aUser(3), tokens: 100 },
      verdict: "RoleExceedsYours",
    },
    {
      name: "refuses another user before too many tokens",
      given: { user: aUser(3), tokens: 100 },
      verdict: "UserIsNotYou",
    },
    {
      name: "refuses a user if the caller acts for no user",
      caller: { ...ann, user_id: null },
      given: { user: aUser(2), tokens: 100 },
      verdict: "UserIsNotYou",
    },
    { name: "refuses too many tokens", given: { tokens: 100 }, verdict: "TooManyTokens" },
  ]
  test.each(rows)(
    "$name",
    ({ caller = ann, given: context = {}, expires_at, verdict: expected }) => {
      const { user = null, role = aRole() } = context
      const stamp = { client_id: 7, id: "token-1", digest: "d1", now }
      const named = { name: "Scripts", role_id: role?.id ?? "", user_id: user?.id ?? null }
      const command = { ...stamp, ...named, expires_at }
      const result = decideOwnToken(given(context), command, caller)
      expect(Result.isSuccess(result) ? "made" : refusal(result)._tag).toBe(expected)
    },
  )
})

describe("decideTokenRevocation", () => {
  const revoke = (token: Token | null) =>
    decideTokenRevocation(given({ token }), { client_id: 7, token_id: "token-1" }, now)

  test("saves the time of the revocation", () => {
    expect(verdict(revoke(aToken()))).toEqual([`tokens revoked_at=${now}`, "event token.revoked"])
  })
  test("refuses an unknown or revoked token", () => {
    expect(refusal(revoke(null))._tag).toBe("NotFound")
    expect(refusal(revoke(aToken({ revoked_at: now })))._tag).toBe("NotFound")
  })
  test("refuses a session, which its user has to end", () => {
    expect(refusal(revoke(aToken({ kind: "SESSION" })))._tag).toBe("NotFound")
  })
})

describe("principalOf", () => {
  const credential = (
    token: Partial<Token>,
    has_user = true,
    user_role: Credential["user_role"] = null,
  ): Credential => ({
    token: aToken(token),
    business: aBusiness(),
    role: aRole({ permissions: [{ resource: "budgets", action: "read" }] }),
    has_user,
    user_role,
  })

  const rows: ReadonlyArray<readonly [string, Credential, boolean]> = [
    ["is returned for a valid token", credential({}), true],
    [
      "is returned until the instant of expiry",
      credential({ expires_at: "2026-11-21T12:00:00.001Z" }),
      true,
    ],
    ["is null at the instant of expiry", credential({ expires_at: now }), false],
    ["is null for a revoked token", credential({ revoked_at: "2026-01-05T09:00:00.000Z" }), false],
    ["is null if the user is deleted", credential({ user_id: 2 }, false), false],
  ]
  test.each(rows)("%s", (_, presented, valid) => {
    expect(principalOf(presented, now) !== null).toBe(valid)
  })

  test("never permits more than the user's current role, even if the token's role does", () => {
    const admin = aRole({ id: "role-admin", name: "Admin", permissions: permissionsOf.Admin })
    const member = aRole({ permissions: permissionsOf["Team Member"] })
    const made = { ...credential({ user_id: 2 }, true, member), role: admin }
    const principal = principalOf(made, now)
    expect(principal?.role).toBe(member)
    expect(principal).toBe(principalOf(made, now))
    expect(actorOf(principal as Principal)).toMatchObject({ is_admin: false, role_id: member.id })
    expect(callerOf(principal as Principal)).toEqual({
      user_id: 2,
      permissions: permissionsOf["Team Member"],
    })
    expect(principalOf({ ...made, user_role: admin }, now)?.role).toBe(admin)
    expect(principalOf({ ...made, role: member, user_role: admin }, now)?.role).toBe(member)
  })

  test("a session has the user's current role, above or below the one at sign-in", () => {
    const admin = aRole({ id: "role-admin", name: "Admin", permissions: permissionsOf.Admin })
    const member = aRole({ permissions: permissionsOf["Team Member"] })
    const made = credential({ kind: "SESSION", user_id: 2 }, true, admin)
    expect(principalOf({ ...made, role: member }, now)?.role).toBe(admin)
    expect(principalOf({ ...made, role: admin, user_role: member }, now)?.role).toBe(member)
  })

  test("has the permissions of its role and acts as its user", () => {
    const { has_user: _, user_role: __, ...principal } = credential({ user_id: 2 })
    expect(may(principal, { resource: "budgets", action: "read" })).toBe(true)
    expect(may(principal, { resource: "budgets", action: "update" })).toBe(false)
    expect(may(principal, { resource: "users", action: "read" })).toBe(false)
    expect(actorOf(principal)).toEqual({
      type: "token",
      token_id: "token-1",
      user_id: 2,
      role_id: "role-member",
      is_admin: false,
    })
    expect(actorOf({ ...principal, role: aRole({ name: "Admin" }) })).toMatchObject({
      is_admin: true,
    })
  })
})
