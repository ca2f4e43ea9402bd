import { MessageNotSent } from "@outlay/domain"

/**
 * What a server may repeat of a message, whose links let people in: a token, also in
 * quoted-printable, and whatever is long enough for the rest of one, or for a line in base64.
 */
const ofMessages = /(?:outlay_|[\w+/-]{40})(?:[\w+/-]|=(?:\r?\n)?)*/gu

/** Why a message was not sent, in the words of whatever failed: without these secrets, or links. */
export const notSent =
  (secrets: ReadonlyArray<string> = []) =>
  (error: unknown): MessageNotSent => {
    const told = error instanceof Error ? error.message : String(error)
    const reason = secrets.reduce((text, secret) => text.replaceAll(secret, "…"), told)
    return new MessageNotSent({ reason: reason.replaceAll(ofMessages, "…") })
  }
