import { MessageNotSent } from "@outlay/domain"

/** Why a message was not sent, in the words of whatever failed. */
export const notSent = (error: unknown): MessageNotSent =>
  new MessageNotSent({ reason: error instanceof Error ? error.message : String(error) })
