import { createHmac } from "node:crypto"

/** Signed parts of a request. */
export interface Signed {
  /** Contains no full stop, because full stops separate the signed parts. */
  readonly id: string
  /** Time of sending, in whole seconds since 1970. */
  readonly seconds: number
  readonly body: string
}

const prefix = "whsec_"

/** Returns the bytes of a secret of the form `whsec_` and base64. */
const keyOf = (secret: string): Buffer => Buffer.from(secret.slice(prefix.length), "base64")

/**
 * Returns the headers of Standard Webhooks 1.0.0, which prove that a body is authentic, unchanged
 * and recent. They contain a signature for each secret, so that a receiver with either secret of a
 * rotation accepts them.
 */
export const signatureHeaders = (
  { id, seconds, body }: Signed,
  secrets: ReadonlyArray<string>,
): {
  readonly "webhook-id": string
  readonly "webhook-timestamp": string
  readonly "webhook-signature": string
} => {
  const content = `${id}.${seconds}.${body}`
  const signatures = secrets.map(
    (secret) => `v1,${createHmac("sha256", keyOf(secret)).update(content).digest("base64")}`,
  )
  return {
    "webhook-id": id,
    "webhook-timestamp": String(seconds),
    "webhook-signature": signatures.join(" "),
  }
}
