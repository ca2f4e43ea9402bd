import { Webhook } from "standardwebhooks"
import { describe, expect, test } from "vitest"
import { payload } from "../../src/webhooks/payload.ts"
import { signatureHeaders } from "../../src/webhooks/sign.ts"
import { earlierSecret, event, secret } from "./given.ts"

/** Test vector of the Standard Webhooks project. */
const vector = {
  secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
  signed: { id: "msg_p5jXN8AQM9LWM0D4loKWxJek", seconds: 1614265330, body: '{"test": 2432232314}' },
  signature: "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
}

describe("signatureHeaders", () => {
  test("match the published vector", () => {
    expect(signatureHeaders(vector.signed, [vector.secret])).toEqual({
      "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
      "webhook-timestamp": "1614265330",
      "webhook-signature": vector.signature,
    })
  })

  test.each([
    ["one secret", [secret]],
    ["two, the current one first", [secret, earlierSecret]],
  ])("match those of the published library with %s", (_, secrets) => {
    const { id, seconds, body } = { id: event.id, seconds: 1_700_000_000, body: '{"a":"ō"}' }
    const expected = secrets.map((_) => new Webhook(_).sign(id, new Date(seconds * 1000), body))
    expect(signatureHeaders({ id, seconds, body }, secrets)["webhook-signature"]).toBe(
      expected.join(" "),
    )
  })
})

const now = Math.floor(Date.now() / 1000)
const body = payload({ event })
const both = [secret, earlierSecret]

describe("the published verifier", () => {
  test.each([
    ["accepts a signature with its secret", [secret], secret, now, body],
    ["accepts the signature with the current of two secrets", both, secret, now, body],
    ["accepts the signature with the earlier of two secrets", both, earlierSecret, now, body],
    ["accepts a signature that is four minutes old", [secret], secret, now - 240, body],
  ])("%s", (_, secrets, known, seconds, received) => {
    const headers = signatureHeaders({ id: event.id, seconds, body }, secrets)
    expect(new Webhook(known).verify(received, headers)).toEqual(JSON.parse(body))
  })

  test.each([
    ["another body", [secret], secret, now, body.replace("500.5", "900.5"), {}],
    ["a reformatted body", [secret], secret, now, JSON.stringify(JSON.parse(body), null, 1), {}],
    ["a signature that is six minutes old", [secret], secret, now - 360, body, {}],
    ["a signature of six minutes in the future", [secret], secret, now + 360, body, {}],
    ["another timestamp", [secret], secret, now, body, { "webhook-timestamp": String(now - 1) }],
    ["another id", [secret], secret, now, body, { "webhook-id": "another" }],
    ["a signature with another secret", [earlierSecret], secret, now, body, {}],
    ["a missing signature", [], secret, now, body, {}],
  ])("refuses %s", (_, secrets, known, seconds, received, changed) => {
    const headers = { ...signatureHeaders({ id: event.id, seconds, body }, secrets), ...changed }
    expect(() => new Webhook(known).verify(received, headers)).toThrow(/.+/u)
  })
})

test("the payload is the event in the format of the interface, with its timestamp", () => {
  expect(JSON.parse(body)).toEqual({
    sequence: 17,
    hash: event.hash,
    id: event.id,
    type: "policy.updated",
    timestamp: "2026-11-02T09:30:00.000Z",
    created: "2026-11-02T09:30:00.000Z",
    actor: { type: "token", token_id: "0199a7c2-4f10-7c3a-9b52-6d1e8f0a2b42", user_id: 12 },
    data: {
      id: "0199a7c2-4f10-7c3a-9b52-6d1e8f0a2b50",
      name: "Großes",
      budget_id: null,
      above_amount: 500.5,
      created: "2026-11-01T09:30:00.000Z",
      updated: "2026-11-02T09:30:00.000Z",
    },
    previous: { above_amount: 250, updated: "2026-11-01T09:30:00.000Z" },
  })
})
