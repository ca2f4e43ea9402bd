import { hash } from "node:crypto"
import { type Event, eventResources, eventTypes, type NewEvent } from "@outlay/domain/fields"
import { noHead, type SealedEvent, sealed } from "@outlay/domain/ports"
import { describe, expect, test } from "vitest"
import { Event as EventSchema, encodeEvent, eventEncoder, events } from "../src/index.ts"

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

const stamp = { id: "event-1", now: times.updated, actor: '{"type":"operator"}' }

/** Returns the data and the previous values as they are stored for readers. */
const shown = (
  resource: NewEvent["resource"],
  data: object,
  previous: object | null,
  business: typeof yen,
) => {
  const seal = {
    business,
    encode: eventEncoder.encode,
    sha256: (text: string) => hash("sha256", text),
  }
  const event = { type: "policy.updated", resource, data, previous } as const
  const stored = sealed(noHead, event, stamp, seal)
  return { stored, ...read(stored) }
}

const read = ({ data, previous }: SealedEvent) => ({
  data: JSON.parse(data),
  previous: previous === null ? null : JSON.parse(previous),
})

describe("an event", () => {
  test.each([
    [dollars, 10.5, 0.05],
    [yen, 1_050, 5],
  ])("shows amounts in major units, current and previous ones: %o", (business, now, before) => {
    const { data, previous } = shown("policies", policy, { above_amount: 5 }, business)
    const { client_id: _, ...rest } = policy
    expect(data).toEqual({ ...rest, above_amount: now })
    expect(previous).toEqual({ above_amount: before })
    const restored = eventEncoder.restore("policies", data, business)
    expect({ ...restored, client_id: 7 }).toEqual(policy)
  })

  test("shows null for an amount that was null", () => {
    const { previous } = shown("policies", policy, { above_amount: null }, dollars)
    expect(previous).toEqual({ above_amount: null })
  })

  test("shows neither a digest, current or previous, nor the business", () => {
    const before = { digest: "e".repeat(64), name: "R" }
    const { data, previous } = shown("tokens", token, before, yen)
    const { client_id: _, digest: __, ...rest } = token
    expect(data).toEqual(rest)
    expect(previous).toEqual({ name: "R" })
  })

  test("is shown as it is stored", () => {
    const { stored, data, previous } = shown("policies", policy, null, dollars)
    const actor = { type: "operator", token_id: null, user_id: null } as const
    const { client_id, hidden: _, resource: __, ...rest } = stored
    const event = { ...rest, client_id, actor, data, previous } as Event
    expect(encodeEvent(event)).toEqual({ ...rest, actor, data, previous })
  })

  test("has a schema for every type, which contains the type", () => {
    const members = EventSchema.members.map(({ fields: { type } }) =>
      "literals" in type ? type.literals : [type.literal],
    )
    expect(members).toHaveLength(eventResources.length)
    expect(members.flat().toSorted()).toEqual(Object.keys(eventTypes).toSorted())
  })

  test.each(["topup.approved", "topup.gifted", "topup", "*", "toString"])(
    "can be filtered by known types: %s",
    (type) => {
      const parsed = events.list.query.type.parse([type])
      const fault = { code: "unknown_event_type" }
      expect(parsed).toMatchObject(Object.hasOwn(eventTypes, type) ? { value: type } : { fault })
    },
  )
})
