import type { Business } from "./business.ts"
import type { Judge } from "./judge.ts"

/** Calls every operation on webhooks. All created webhooks are removed. */
export const callWebhooks = async (judge: Judge, business: Business): Promise<void> => {
  const { client_id, annToken: token } = business
  const path = { client_id }
  const body = { url: "https://books.example.com/outlay", event_types: ["*"], description: "Books" }
  const { id } = await judge.succeed("webhooks.create", { token, path, body })
  const each = { client_id, webhook_id: id }
  await judge.succeed("webhooks.list", { token, path, query: { limit: 10 } })
  await judge.succeed("webhooks.get", { token, path: each })
  const change = { event_types: ["topup.*"], description: null, rotate_secret: true }
  await judge.succeed("webhooks.update", { token, path: each, body: change })
  const { results } = await judge.succeed<{ results: ReadonlyArray<{ id: string }> }>(
    "webhooks.deliveries",
    { token, path: each, query: { limit: 10 } },
  )
  const delivery = { ...each, delivery_id: results[0]?.id }
  await judge.succeed("webhooks.redeliver", { token, path: delivery })
  await judge.succeed("webhooks.remove", { token, path: each })
}
