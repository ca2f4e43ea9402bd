import type { Event, EventResource } from "@outlay/domain"
import { describe, expect, test } from "vitest"
import { encodeEvent } from "../src/index.ts"

const yen = {
  client_id: 7,
  currency: "JPY",
  features: { expense_assistant: false, itemised_tax: false, hold_to_wallet: false },
}
const dollars = { ...yen, currency: "AUD" }

const times = { created: "2026-01-05T09:00:00.000Z", updated: "2026-11-21T12:00:00.000Z" }

const policy = {
  client_id: 7,
  id: "policy-1",
  name: "Large",
  budget_id: null,
  above_amount: 1_050,
  ...times,
}

const token = {
  client_id: 7,
  id: "token-1",
  name: "Reporting",
  digest: "d".repeat(64),
  role_id: "role-1",
  user_id: null,
  expires_at: null,
  revoked_at: null,
  last_used_at: null,
  ...times,
}

const event = (
  resource: EventResource,
  data: object,
  previous: object | null,
  actor: Event["actor"] = { type: "operator" },
): Event => ({
  client_id: 7,
  id: "event-1",
  type: "policy.updated",
  resource,
  data,
  previous,
  created: times.updated,
  actor,
})

describe("an event", () => {
  test.each([
    [dollars, 10.5, 0.05],
    [yen, 1_050, 5],
  ])("shows amounts in major units, also those that were: %o", (business, now, before) => {
    const shown = encodeEvent(event("policies", policy, { above_amount: 5 }), business)
    const { client_id: _, ...rest } = policy
    expect(shown.data).toEqual({ ...rest, above_amount: now })
    expect(shown.previous).toEqual({ above_amount: before })
  })

  test("an amount that was null was null", () => {
    const shown = encodeEvent(event("policies", policy, { above_amount: null }), dollars)
    expect(shown.previous).toEqual({ above_amount: null })
  })

  test("shows no digest, neither now nor before, and no business", () => {
    const shown = encodeEvent(event("tokens", token, { digest: "e".repeat(64), name: "R" }), yen)
    const { client_id: _, digest: __, ...rest } = token
    expect(shown.data).toEqual(rest)
    expect(shown.previous).toEqual({ name: "R" })
  })

  test.each([
    [{ type: "system" }, { type: "system", token_id: null, user_id: null }],
    [{ type: "operator" }, { type: "operator", token_id: null, user_id: null }],
    [
      { type: "token", token_id: "token-1", user_id: 12, role_id: "role-1", is_admin: true },
      { type: "token", token_id: "token-1", user_id: 12 },
    ],
  ] as const)("says who acted: %o", (actor, shown) => {
    const encoded = encodeEvent(event("policies", policy, null, actor), yen)
    expect(encoded).toMatchObject({ actor: shown, previous: null })
    expect(encoded.actor).toEqual(shown)
  })
})
