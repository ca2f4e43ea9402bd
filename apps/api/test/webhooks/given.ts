import type { Business, Event, WebhookRequest } from "@outlay/domain"

export const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo="
export const earlierSecret = "whsec_5WbX5kEWLlfzsGNjH64I8lOOqUB6e8FHB0hEd1Wh3fI="

export const business: Business = {
  client_id: 7,
  name: "Wattle & Kō",
  currency: "AUD",
  features: { expense_assistant: false, itemised_tax: false, hold_to_wallet: false },
  integration: null,
  created: "2026-11-01T00:00:00.000Z",
  updated: "2026-11-01T00:00:00.000Z",
}

export const event: Event = {
  client_id: 7,
  id: "0199a7c2-4f10-7c3a-9b52-6d1e8f0a2b60",
  type: "policy.updated",
  resource: "policies",
  created: "2026-11-02T09:30:00.000Z",
  actor: {
    type: "token",
    token_id: "0199a7c2-4f10-7c3a-9b52-6d1e8f0a2b42",
    user_id: 12,
    role_id: "0199a7c2-4f10-7c3a-9b52-6d1e8f0a2b43",
    is_admin: true,
  },
  data: {
    client_id: 7,
    id: "0199a7c2-4f10-7c3a-9b52-6d1e8f0a2b50",
    name: "Großes",
    budget_id: null,
    above_amount: 50_050,
    created: "2026-11-01T09:30:00.000Z",
    updated: "2026-11-02T09:30:00.000Z",
  },
  previous: { above_amount: 25_000, updated: "2026-11-01T09:30:00.000Z" },
}

/** What the domain asks a sender to send. */
export const request = (url: string, given: Partial<WebhookRequest> = {}): WebhookRequest => ({
  url,
  secrets: [secret],
  event,
  business,
  ...given,
})
