import { Schema } from "effect"
import { client_id, count, integerId, nullable, text, times, timestamp, uuid } from "../fields.ts"

/** A message to one person, in plain text. */
export const Message = Schema.Struct({
  /** The same whenever the message is sent again, so that a reader may see it once. */
  id: uuid("Id of the message."),
  to: text("One address."),
  subject: text("One line."),
  text: text("Text of the message."),
})
export interface Message extends Schema.Schema.Type<typeof Message> {}

/**
 * A message in the outbox: written with the change that it tells of, and kept until a mailer has
 * taken it.
 */
export const OutgoingMessage = Schema.Struct({
  client_id,
  ...Message.fields,
  /** Cancelling the invite takes it back. */
  invite_id: nullable(integerId(), "Invite that the message is for, or null."),
  failures: count("Number of failed attempts."),
  next_attempt: nullable(timestamp(), "Time of the next attempt; null if there is none."),
  ...times,
})
export interface OutgoingMessage extends Schema.Schema.Type<typeof OutgoingMessage> {}

export interface MessageKey {
  readonly client_id: number
  readonly message_id: string
}

/** Line breaks and other controls, also those that only Unicode knows. */
const controls = /[\p{Cc}\u2028\u2029]+/gu

/** A text as it may stand in a header: on one line, so that nothing can follow it there. */
const oneLine = (text: string): string => text.replace(controls, " ").trim()

/** What a message says, and of which invite. */
export type NewMessage = Omit<Message, "id"> & Pick<OutgoingMessage, "invite_id">

/** A message that waits to be sent for the first time. */
export const outgoing = (
  { to, subject, text, invite_id }: NewMessage,
  stamp: { readonly client_id: number; readonly id: string; readonly now: string },
): OutgoingMessage => ({
  client_id: stamp.client_id,
  id: stamp.id,
  to: oneLine(to),
  subject: oneLine(subject),
  text,
  invite_id,
  failures: 0,
  next_attempt: stamp.now,
  created: stamp.now,
  updated: stamp.now,
})
