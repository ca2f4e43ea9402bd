import type { WebhookRequest } from "@outlay/domain"
import type { Event } from "@outlay/domain/fields"

export const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo="
export const earlierSecret = "whsec_5WbX5kEWLlfzsGNjH64I8lOOqUB6e8FHB0hEd1Wh3fI="

export const event = {
  client_id: 7,
  id: "0199a7c2-4f10-7c3a-9b52-6d1e8f0a2b60",
  type: "policy.updated",
  sequence: 17,
  hash: "5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef",
  created: "2026-11-02T09:30:00.000Z",
  actor: {
    type: "token",
    token_id: "0199a7c2-4f10-7c3a-9b52-6d1e8f0a2b42",
    user_id: 12,
  },
  data: {
    id: "0199a7c2-4f10-7c3a-9b52-6d1e8f0a2b50",
    name: "Großes",
    budget_id: null,
    above_amount: 500.5,
    created: "2026-11-01T09:30:00.000Z",
    updated: "2026-11-02T09:30:00.000Z",
  },
  previous: { above_amount: 250, updated: "2026-11-01T09:30:00.000Z" },
} as const satisfies Event

/** A request of the domain to the sender. */
export const request = (url: string, given: Partial<WebhookRequest> = {}): WebhookRequest => ({
  url,
  secrets: [secret],
  event,
  ...given,
})
