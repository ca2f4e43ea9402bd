import type { IncomingHttpHeaders } from "node:http"
import { Webhook } from "standardwebhooks"

/** A request that claims to be a delivery. */
export interface Delivery {
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

/** The event of a verified delivery, or the reason why verification failed. */
export type Verified =
  | { readonly event: Readonly<Record<string, unknown>>; readonly reason: null }
  | { readonly event: null; readonly reason: string }

const refused = (reason: string): Verified => ({ event: null, reason })

/** Verifies a delivery with its webhook's secret, as receivers should: Standard Webhooks 1.0.0. */
export const verify = ({ headers, body }: Delivery, secret: string): Verified => {
  const fields = ["webhook-id", "webhook-timestamp", "webhook-signature"]
  const missing = fields.filter((name) => typeof headers[name] !== "string")
  if (missing.length > 0) return refused(`the header fields ${missing.join(", ")} are missing`)
  try {
    const event: unknown = new Webhook(secret).verify(body, headers as Record<string, string>)
    const isEvent = typeof event === "object" && event !== null && !Array.isArray(event)
    return isEvent
      ? { event: event as Readonly<Record<string, unknown>>, reason: null }
      : refused("the body is not an event")
  } catch (error) {
    const { message } = error as Error
    if (error instanceof SyntaxError) return refused("the body is not JSON")
    const isLate = message.includes("too old") || message.includes("too new")
    return refused(
      isLate
        ? "it was signed more than five minutes before or after the time of this machine"
        : "the signature does not match this secret",
    )
  }
}
