import { MessageNotSent } from "@outlay/domain"

/**
 * Parts of a message that a server may repeat, although its links let people sign in: a token, also
 * in quoted-printable, and any text long enough for the rest of one or a line in base64.
 */
const ofMessages = /(?:outlay_|[\w+/-]{40})(?:[\w+/-]|=(?:\r?\n)?)*/gu

/** Returns the error of an unsent message, without the given secrets and without links. */
export const notSent =
  (secrets: ReadonlyArray<string> = []) =>
  (error: unknown): MessageNotSent => {
    const message = error instanceof Error ? error.message : String(error)
    const reason = secrets.reduce((text, secret) => text.replaceAll(secret, "…"), message)
    return new MessageNotSent({ reason: reason.replaceAll(ofMessages, "…") })
  }
