import { Schema } from "effect"
import {
  client_id,
  count,
  integerId,
  listOf,
  nullable,
  text,
  times,
  timestamp,
  uuid,
} from "../fields.ts"

/** Whom a message signs in: each has a link of their own, made when the message is sent. */
export const SignInRequest = Schema.Struct({
  people: listOf(
    Schema.Struct({
      client_id: integerId("Id of the business."),
      user_id: integerId("Id of the user."),
    }),
    "Users with the address, of all businesses.",
  ),
  return_to: nullable(text(), "Path to open after signing in, or null."),
})
export interface SignInRequest extends Schema.Schema.Type<typeof SignInRequest> {}

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
  /** Its links are not kept: what a message with one says is only known when it is sent. */
  sign_in: nullable(SignInRequest, "Users whom the message signs in, or null."),
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

/** What a message says, and of which invite, or whom it signs in. */
export type NewMessage = Omit<Message, "id"> &
  Partial<Pick<OutgoingMessage, "invite_id" | "sign_in">>

/** A message that waits to be sent for the first time. */
export const outgoing = (
  { to, subject, text, invite_id = null, sign_in = null }: NewMessage,
  stamp: { readonly client_id: number; readonly id: string; readonly now: string },
): OutgoingMessage => ({
  client_id: stamp.client_id,
  id: stamp.id,
  to: oneLine(to),
  subject: oneLine(subject),
  text,
  invite_id,
  sign_in,
  failures: 0,
  next_attempt: stamp.now,
  created: stamp.now,
  updated: stamp.now,
})
