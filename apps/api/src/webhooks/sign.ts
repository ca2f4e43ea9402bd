import { createHmac } from "node:crypto"

/** What a signature covers, as it is sent. */
export interface Signed {
  /** Without a full stop: full stops part what is signed. */
  readonly id: string
  /** When it is sent: whole seconds since 1970. */
  readonly seconds: number
  readonly body: string
}

const prefix = "whsec_"

/** The bytes of a secret that is written as `whsec_` and base64. */
const keyOf = (secret: string): Buffer => Buffer.from(secret.slice(prefix.length), "base64")

/**
 * The headers by which a receiver knows that a body is from here, unchanged and recent, as Standard
 * Webhooks 1.0.0 has them: a signature with each of the secrets, so that one which knows either
 * secret of a rotation is content.
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
