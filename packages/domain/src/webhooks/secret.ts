import { Effect } from "effect"

const prefix = "whsec_"

/** Creates a secret in the format of Standard Webhooks: `whsec_` and 32 random bytes in base64. */
export const newWebhookSecret: Effect.Effect<string> = Effect.sync(() => {
  const bytes = globalThis.crypto.getRandomValues(new Uint8Array(32))
  return prefix + globalThis.btoa(String.fromCharCode(...bytes))
})
