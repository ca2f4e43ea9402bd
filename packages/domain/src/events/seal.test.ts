import { createHash } from "node:crypto"
import { describe, expect, test, vi } from "vitest"
import type { NewEvent } from "../core/events.ts"
import { canonical } from "./canonical-json.ts"
import { firstHash, noHead, type Seal, type Sealing, sealed, sealing } from "./seal.ts"

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex")

describe("the canonical form", () => {
  test.each<readonly [value: unknown, text: string]>([
    [{ b: 1, a: [true, null, {}], c: undefined }, '{"a":[true,null,{}],"b":1}'],
    [{ "€": 1, "\r": 2, "😀": 4, ö: 5, é: 6 }, '{"\\r":2,"é":6,"ö":5,"€":1,"😀":4}'],
    [[1e21, 0.002, -0, 12.3, 1e-7], "[1e+21,0.002,0,12.3,1e-7]"],
    ['"\\/\u2028\u0007', '"\\"\\\\/\u2028\\u0007"'],
    [[{ a: 1 }, { a: 2 }], '[{"a":1},{"a":2}]'],
    [{ 'a"b': [] }, '{"a\\"b":[]}'],
  ])("equals that of RFC 8785 for %j", (value, text) => {
    expect(canonical(value)).toBe(text)
  })

  test("does not exist for an object with array indices as names", () => {
    expect(() => canonical({ 10: 1, a: 2 })).toThrow("cannot be put in order")
  })
})

const business = {
  client_id: 7,
  currency: "AUD",
  features: { expense_assistant: false, itemised_tax: false, hold_to_wallet: false },
}

const seal: Seal = {
  business,
  sha256,
  encode: (_, record) => {
    const { amount, secret: _secret, client_id: _client, ...rest } = record as never as Shown
    return { ...rest, amount: amount / 100 }
  },
}
interface Shown {
  readonly client_id: number
  readonly amount: number
  readonly secret: string
}

const stamp = { id: "e", now: "2026-11-02T09:30:00.000Z", actor: '{"type":"system"}' }

const event: NewEvent = {
  type: "policy.updated",
  resource: "policies",
  data: { client_id: 7, id: "p", amount: 5_050, secret: "s", name: "New" },
  previous: { name: "Old", secret: "t" },
}

describe("a sealed event", () => {
  test("contains the shown and the hidden fields, and the hash that a client can recompute", () => {
    const { hash, ...rest } = sealed(noHead, event, stamp, seal)
    const data = { id: "p", amount: 50.5, name: "New" }
    const shown = {
      ...{ sequence: 1, id: "e", type: "policy.updated", created: stamp.now },
      ...{ actor: { type: "system" }, data, previous: { name: "Old" } },
    }
    expect(rest).toEqual({
      ...shown,
      client_id: 7,
      actor: stamp.actor,
      data: canonical(data),
      previous: '{"name":"Old"}',
      resource: "policies",
      hidden: '{"secret":"s"}',
    })
    expect(hash).toBe(sha256(firstHash + canonical(shown)))
  })

  test("covers the previous event and is not dated before it", () => {
    const head = { sequence: 4, hash: "a".repeat(64), created: "2026-11-03T00:00:00.000Z" }
    const next = sealed(head, { ...event, previous: null }, stamp, seal)
    expect(next).toMatchObject({ sequence: 5, created: head.created, previous: null })
    expect(next.hash).not.toBe(sealed({ ...head, hash: firstHash }, event, stamp, seal).hash)
  })

  test("reuses the encoding of the previous event if both have the same record", () => {
    const once: Seal = { ...seal, encode: vi.fn(seal.encode) }
    const first = sealing(noHead, { ...event, previous: null }, stamp, once)
    const twice = (previous: object | null, sameRecord: Sealing | null) =>
      sealed(
        first.event,
        { ...event, type: "policy.created", previous },
        { ...stamp, sameRecord },
        once,
      )
    for (const previous of [null, {}]) {
      expect(twice(previous, first)).toEqual(
        sealed(first.event, { ...event, type: "policy.created", previous }, stamp, seal),
      )
    }
    expect(once.encode).toHaveBeenCalledTimes(1)
    expect(twice({ name: "Old" }, first).previous).toBe('{"name":"Old"}')
  })
})
