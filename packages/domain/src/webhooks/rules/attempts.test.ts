import { describe, expect, test } from "vitest"
import { aDelivery, aWebhook, judge, now, verdict } from "../../../test/given.ts"
import { epoch, timestamp } from "../../core/dates.ts"
import { WebhookNotSent } from "../sender.ts"
import {
  decideRedelivery,
  decideWebhookAttempt,
  nextWebhookAttempt,
  receiverGone,
  type WebhookAttempt,
} from "./attempts.ts"
import type { WebhookContext } from "./definition.ts"

const second = 1_000
const hour = 3_600_000
const days3 = 72 * hour
const later = (millis: number) => timestamp(epoch(now) + millis)

const contextOf = (given: Partial<WebhookContext> = {}): WebhookContext => ({
  webhooks: 1,
  webhook: aWebhook(),
  delivery: aDelivery(),
  ...given,
})

const attempt = (
  outcome: number | WebhookNotSent,
  retry_after: string | null = null,
): WebhookAttempt => ({
  ...{ url: aWebhook().url, since: aDelivery().updated },
  outcome: typeof outcome === "number" ? { status: outcome, retry_after } : outcome,
  chance: 0.5,
  now,
})

const tried = `first_attempt=${now} last_attempt=${now}`
const waits = (how: string, millis = 7.5 * second) =>
  `webhook_deliveries attempts=1 ${tried} next_attempt=${later(millis)} ${how}`

interface Row {
  readonly name: string
  readonly given?: Partial<WebhookContext>
  readonly attempt: WebhookAttempt
  readonly expected: ReadonlyArray<string>
}

const delivered = (status: number) =>
  `webhook_deliveries status=DELIVERED attempts=1 ${tried} next_attempt=null response_status=${status}`
const failed = (status: number) =>
  `webhook_deliveries status=FAILED attempts=1 ${tried} next_attempt=null response_status=${status}`

const rows: ReadonlyArray<Row> = [
  {
    name: "does nothing if the delivery was removed",
    given: { webhook: null, delivery: null },
    attempt: attempt(410),
    expected: [],
  },
  {
    name: "does nothing if the delivery was settled in the meantime",
    given: { delivery: aDelivery({ status: "FAILED" }) },
    attempt: attempt(410),
    expected: [],
  },
  { name: "200", attempt: attempt(200), expected: [delivered(200)] },
  { name: "299", attempt: attempt(299), expected: [delivered(299)] },
  { name: "199", attempt: attempt(199), expected: [waits("response_status=199")] },
  { name: "a redirect", attempt: attempt(302), expected: [waits("response_status=302")] },
  { name: "400", attempt: attempt(400), expected: [waits("response_status=400")] },
  { name: "500", attempt: attempt(500), expected: [waits("response_status=500")] },
  {
    name: "500 with Retry-After, which is ignored",
    attempt: attempt(500, later(hour)),
    expected: [waits("response_status=500")],
  },
  {
    name: "429 with Retry-After",
    attempt: attempt(429, later(2 * hour)),
    expected: [waits("response_status=429", 2 * hour)],
  },
  {
    name: "503 with a Retry-After beyond the three days",
    attempt: attempt(503, later(200 * hour)),
    expected: [waits("response_status=503", days3)],
  },
  {
    name: "429 with a Retry-After in the past",
    attempt: attempt(429, later(-hour)),
    expected: [waits("response_status=429")],
  },
  {
    name: "no response",
    attempt: attempt(new WebhookNotSent({ reason: "no answer in time" })),
    expected: [waits("error=no answer in time")],
  },
  {
    name: "no response, with a long reason",
    attempt: attempt(new WebhookNotSent({ reason: "😀".repeat(300) })),
    expected: [waits(`error=${"😀".repeat(200)}`)],
  },
  {
    name: "a response after an attempt without one",
    given: {
      delivery: aDelivery({ attempts: 1, first_attempt: later(-hour), error: "no answer in time" }),
    },
    attempt: attempt(204),
    expected: [
      `webhook_deliveries status=DELIVERED attempts=2 last_attempt=${now} next_attempt=null response_status=204 error=null`,
    ],
  },
  {
    name: "the last attempt fails at the end of the three days",
    given: { delivery: aDelivery({ attempts: 80, first_attempt: later(-days3) }) },
    attempt: attempt(503, later(hour)),
    expected: [
      `webhook_deliveries status=FAILED attempts=81 last_attempt=${now} next_attempt=null response_status=503`,
    ],
  },
  {
    name: "410",
    attempt: attempt(410),
    expected: [
      failed(410),
      `webhooks enabled=false disabled_reason=${receiverGone}`,
      "event webhook.disabled",
    ],
  },
  {
    name: "410 of a webhook that was disabled in the meantime",
    given: { webhook: aWebhook({ enabled: false }) },
    attempt: attempt(410),
    expected: [failed(410)],
  },
]

/** Changes of a webhook or of its delivery during an attempt. */
const meanwhile: ReadonlyArray<[string, Partial<WebhookContext>]> = [
  ["has another URL", { webhook: aWebhook({ url: "https://other.example.test/" }) }],
  [
    "has another URL and is disabled",
    { webhook: aWebhook({ url: "https://other.example.test/", enabled: false }) },
  ],
  ["is to be retried at once", { delivery: aDelivery({ next_attempt: now, updated: now }) }],
]

const outcomes: ReadonlyArray<[string, WebhookAttempt, ReadonlyArray<string>]> = [
  ["with 204 is DELIVERED", attempt(204), [delivered(204)]],
  ["with 500 leaves the delivery due", attempt(500), []],
  ["with 429 leaves the delivery due", attempt(429, later(hour)), []],
  ["with 410 disables nothing", attempt(410), []],
  [
    "without a response leaves the delivery due",
    attempt(new WebhookNotSent({ reason: "no answer" })),
    [],
  ],
  ["that would be the last does not fail the delivery", { ...attempt(500), now: later(days3) }, []],
]

describe("an attempt", () => {
  test.each(rows)("$name", ({ given, attempt, expected }) =>
    judge(decideWebhookAttempt(contextOf(given), attempt), { verdict: expected }),
  )

  describe.each(meanwhile)("if by then it %s", (_, given) => {
    test.each(outcomes)("%s", (_, attempt, expected) =>
      judge(decideWebhookAttempt(contextOf(given), attempt), { verdict: expected }),
    )
  })

  test.each([
    ["delivered", 204, { status: "DELIVERED", next_attempt: null, disabled: false }],
    ["pending", 500, { status: "PENDING", next_attempt: later(7.5 * second), disabled: false }],
    ["disabled", 410, { status: "FAILED", next_attempt: null, disabled: true }],
  ])("returns what happens to the queue: %s", (_, status, result) => {
    expect(decideWebhookAttempt(contextOf(), attempt(status))).toMatchObject({
      success: { result },
    })
  })
})

describe("nextWebhookAttempt", () => {
  const from = { first_attempt: now, attempts: 1 }
  test.each([
    ["after at least five seconds", 1, 0, 0, null, 5 * second],
    ["after at most ten seconds", 1, 0, 0.9999999, null, 10 * second],
    ["after a delay twice as long", 2, 0, 0, null, 10 * second],
    ["after at least half an hour", 30, hour, 0, null, 1.5 * hour],
    ["after at most an hour", 2_000, hour, 0.9999999, null, 2 * hour],
    ["not before Retry-After", 1, 0, 0, hour, hour],
    ["not before its own delay", 1, 0, 0, second, 5 * second],
    ["a last time at the end of three days", 80, days3 - 1, 0.5, null, days3],
    [
      "a last time at the end of three days, even if Retry-After is later",
      80,
      days3 - 1,
      0.5,
      2 * days3,
      days3,
    ],
    ["never from then on", 80, days3, 0.5, null, null],
    ["never from then on, even with a Retry-After", 80, days3, 0.5, 2 * days3, null],
  ])("%s", (_, attempts, passed, chance, retryAfterMs, expected) => {
    const retryAfter = retryAfterMs === null ? null : later(retryAfterMs)
    const next = nextWebhookAttempt(
      { ...from, attempts },
      { retryAfter, chance, now: later(passed) },
    )
    expect(next).toBe(expected === null ? null : later(expected))
  })
})

describe("decideRedelivery", () => {
  const key = { client_id: 7, webhook_id: "webhook-1", delivery_id: "delivery-1" }
  const settled = { attempts: 3, first_attempt: later(-hour), last_attempt: later(-hour) }
  const again = `attempts=0 first_attempt=null next_attempt=${now}`
  test.each([
    ["DELIVERED" as const, null, `status=PENDING ${again}`],
    ["FAILED" as const, null, `status=PENDING ${again}`],
    ["PENDING" as const, later(hour), again],
  ])("makes a delivery due that is %s", (status, next_attempt, expected) => {
    const delivery = aDelivery({ ...settled, status, next_attempt })
    expect(verdict(decideRedelivery(contextOf({ delivery }), key, now))).toEqual([
      `webhook_deliveries ${expected}`,
    ])
  })

  test.each([
    ["an unknown delivery", { delivery: null }],
    ["a remaining delivery of a removed webhook", { webhook: null }],
  ])("refuses %s", (_, given) => {
    judge(decideRedelivery(contextOf(given), key, now), { verdict: "NotFound" })
  })
})
