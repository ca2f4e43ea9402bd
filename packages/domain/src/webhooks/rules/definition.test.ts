import { Result } from "effect"
import { describe, expect, test } from "vitest"
import { aWebhook, type Expected, judge, now } from "../../../test/given.ts"
import { epoch, timestamp } from "../../core/dates.ts"
import type { Decision } from "../../core/decision.ts"
import {
  type CreateWebhook,
  type IssuedWebhook,
  type UpdateWebhook,
  wantsEvent,
} from "../../core/records/webhooks.ts"
import { TargetNotAllowed } from "../errors.ts"
import {
  decideWebhook,
  decideWebhookRemoval,
  decideWebhookUpdate,
  mostWebhooks,
  validSecrets,
  type WebhookContext,
} from "./definition.ts"

const contextOf = (given: Partial<WebhookContext>): WebhookContext => ({
  webhooks: 0,
  webhook: null,
  delivery: null,
  ...given,
})

const key = { client_id: 7, webhook_id: "webhook-1" }
const later = (hours: number) => timestamp(epoch(now) + hours * 3_600_000)
const refused = Result.fail(new TargetNotAllowed({ reason: "It is in a private network." }))
const webhook = aWebhook()
const url = "https://other.example.test/"

interface Row<Command> {
  readonly name: string
  readonly given?: Partial<WebhookContext>
  readonly command: Command
  readonly target?: typeof refused
  readonly expected: Expected
}

const creations: ReadonlyArray<Row<CreateWebhook>> = [
  {
    name: "refuses the target before too many webhooks",
    given: { webhooks: mostWebhooks },
    command: { url, event_types: ["*"] },
    target: refused,
    expected: { verdict: "TargetNotAllowed", pointer: "/url" },
  },
  {
    name: "refuses more than a business can have",
    given: { webhooks: mostWebhooks },
    command: { url, event_types: ["*"] },
    expected: { verdict: "TooManyWebhooks" },
  },
  {
    name: "as many as a business can have",
    given: { webhooks: mostWebhooks - 1 },
    command: { url, event_types: ["*"] },
    expected: { verdict: ["webhooks created", "event webhook.created"] },
  },
]

const changes: ReadonlyArray<Row<UpdateWebhook>> = [
  {
    name: "refuses an unknown webhook before its target",
    command: { url },
    target: refused,
    expected: { verdict: "NotFound" },
  },
  {
    name: "refuses another target",
    given: { webhook },
    command: { url, description: "Books" },
    target: refused,
    expected: { verdict: "TargetNotAllowed", pointer: "/url" },
  },
  {
    name: "accepts its current target, even if it is not allowed any more",
    given: { webhook },
    command: { url: webhook.url, description: "Books" },
    target: refused,
    expected: { verdict: ["webhooks description=Books", "event webhook.updated"] },
  },
  {
    name: "everything",
    given: { webhook },
    command: { url, event_types: ["topup.*"], description: "Books", enabled: false },
    expected: {
      verdict: [
        `webhooks url=${url} event_types=["topup.*"] description=Books enabled=false`,
        "event webhook.updated",
      ],
    },
  },
  {
    name: "clears the service's reason when it is enabled",
    given: { webhook: aWebhook({ enabled: false, disabled_reason: "Gone." }) },
    command: { enabled: true },
    expected: { verdict: ["webhooks enabled=true disabled_reason=null", "event webhook.updated"] },
  },
  {
    name: "keeps the service's reason while it is disabled",
    given: { webhook: aWebhook({ enabled: false, disabled_reason: "Gone." }) },
    command: { description: "Books", enabled: false },
    expected: { verdict: ["webhooks description=Books", "event webhook.updated"] },
  },
  {
    name: "a new secret: the previous one stays valid for a day, earlier ones do not",
    given: {
      webhook: aWebhook({
        secrets: [
          { secret: "whsec_1", expires_at: null },
          { secret: "whsec_0", expires_at: later(1) },
        ],
      }),
    },
    command: { rotate_secret: true },
    expected: {
      verdict: [
        `webhooks secrets=${JSON.stringify([
          { secret: "whsec_2", expires_at: null },
          { secret: "whsec_1", expires_at: later(24) },
        ])}`,
        "event webhook.updated",
      ],
    },
  },
  {
    name: "equal values change nothing",
    given: { webhook },
    command: { url: webhook.url, event_types: ["*"], description: null, enabled: true },
    expected: { verdict: [] },
  },
]

describe("webhooks", () => {
  test.each(creations)("created: $name", ({ given = {}, command, target, expected }) =>
    judge(
      decideWebhook(contextOf(given), {
        ...{ ...command, client_id: 7, id: "w", secret: "whsec_2", now },
        target: target ?? Result.void,
      }),
      expected,
    ),
  )

  test.each(changes)("changed: $name", ({ given = {}, command, target, expected }) =>
    judge(
      decideWebhookUpdate(contextOf(given), key, {
        ...{ ...command, secret: "whsec_2", now },
        target: target ?? Result.void,
      }),
      expected,
    ),
  )

  test("deleted: removes the row and reports it in the event", () => {
    judge(decideWebhookRemoval(contextOf({}), key), { verdict: "NotFound" })
    judge(decideWebhookRemoval(contextOf({ webhook }), key), {
      verdict: ["webhooks removed", "event webhook.deleted"],
    })
  })

  const target = Result.void
  type Issued = Result.Result<Decision<IssuedWebhook>, unknown>
  const command = { ...{ client_id: 7, id: "w", url, event_types: ["*"] }, secret: "whsec_2", now }
  test.each<[string, Issued, string | null]>([
    ["creation", decideWebhook(contextOf({}), { ...command, target }), "whsec_2"],
    [
      "rotation",
      decideWebhookUpdate(contextOf({ webhook }), key, {
        ...{ rotate_secret: true, secret: "whsec_2", target, now },
      }),
      "whsec_2",
    ],
    [
      "another change",
      decideWebhookUpdate(contextOf({ webhook }), key, {
        ...{ description: "Books", secret: "whsec_2", target, now },
      }),
      null,
    ],
    [
      "no change",
      decideWebhookUpdate(contextOf({ webhook }), key, { secret: "whsec_2", target, now }),
      null,
    ],
  ])(
    "%s: the result has a secret only if it is new, and no event has one",
    (_, decided, secret) => {
      const { result, events } = Result.getOrThrow(decided)
      expect(result.secret).toBe(secret)
      expect(JSON.stringify(events)).not.toContain("whsec_")
    },
  )
})

test.each([
  [["*"], "topup.created", true],
  [["topup.created"], "topup.created", true],
  [["topup.created"], "topup.approved", false],
  [["topup.*"], "topup.approved", true],
  [["budget.*"], "budget_member.created", false],
  [["topup.created", "budget.*"], "budget.updated", true],
  [["topup.created", "budget.*"], "policy.created", false],
])("%j includes %s: %s", (event_types, type, expected) => {
  expect(wantsEvent({ event_types }, type)).toBe(expected)
})

test.each([
  ["before the rotation ends", 23.999, ["whsec_2", "whsec_1"]],
  ["from then on", 24, ["whsec_2"]],
])("signs with the valid secrets %s", (_, hours, secrets) => {
  const rotated = {
    secrets: [
      { secret: "whsec_2", expires_at: null },
      { secret: "whsec_1", expires_at: later(24) },
    ],
  }
  expect(validSecrets(rotated, later(hours))).toEqual(secrets)
})
