import { MessageNotSent } from "@outlay/domain"

/** Why a message was not sent, in the words of whatever failed, but for these secrets. */
export const notSent =
  (secrets: ReadonlyArray<string> = []) =>
  (error: unknown): MessageNotSent => {
    const told = error instanceof Error ? error.message : String(error)
    const reason = secrets.reduce((text, secret) => text.replaceAll(secret, "…"), told)
    return new MessageNotSent({ reason })
  }
