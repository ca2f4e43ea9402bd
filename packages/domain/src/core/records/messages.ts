import { Schema } from "effect"
import {
  choice,
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
import { notificationKinds } from "./notifications.ts"

/**
 * Recipients of a sign-in message. Each of them gets a link of their own, created when the message
 * is sent.
 */
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

const link = Schema.Struct({
  label: text("What the link leads to."),
  path: text("Path of this service."),
})

/**
 * A notification before it is rendered. Its links are created when it is sent, and texts that users
 * entered are not escaped yet.
 */
export const Letter = Schema.Struct({
  kind: choice(notificationKinds, "Kind of notification."),
  user_id: integerId("Id of the reader."),
  name: text("First name of the reader."),
  lead: text("What it is about, in one sentence."),
  items: listOf(
    Schema.Struct({
      title: text("What happened."),
      details: listOf(text(), "Lines about it."),
      links: listOf(link, "Where it is shown."),
    }),
    "What happened, one by one.",
  ),
  more: nullable(link, "Where the rest is shown, or null."),
  reason: text("Why the reader gets it."),
  unsubscribe: text("Signed token that ends notifications of this kind, and opens nothing."),
})
export interface Letter extends Schema.Schema.Type<typeof Letter> {}

/** A message to one person, in plain text. */
export const Message = Schema.Struct({
  /** Unchanged if the message is sent again, so that receivers can detect duplicates. */
  id: uuid("Id of the message."),
  to: text("One address."),
  subject: text("One line."),
  text: text("Text of the message."),
})
export interface Message extends Schema.Schema.Type<typeof Message> {}

/** A message in the form that mailers accept. */
export interface MailedMessage extends Message {
  /** The message as HTML; null for a message in plain text only. */
  readonly html: string | null
  /**
   * URL at which one POST request unsubscribes from messages of this kind (RFC 8058); null if there
   * is none.
   */
  readonly unsubscribe_url: string | null
}

/**
 * A message in the outbox: written with the change that it reports, and stored until a mailer
 * accepts it.
 */
export const OutgoingMessage = Schema.Struct({
  client_id,
  ...Message.fields,
  /** Cancelling the invite removes the message. */
  invite_id: nullable(integerId(), "Invite that the message is for, or null."),
  /** The links are not stored. The text of a message with links is only known when it is sent. */
  sign_in: nullable(SignInRequest, "Users whom the message signs in, or null."),
  letter: nullable(Letter, "What a notification says, or null."),
  failures: count("Number of failed attempts."),
  next_attempt: nullable(timestamp(), "Time of the next attempt; null if there is none."),
  ...times,
})
export interface OutgoingMessage extends Schema.Schema.Type<typeof OutgoingMessage> {}

/**
 * Line breaks and other control characters, including those of Unicode and those that change the
 * direction of text.
 */
const controls = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu
const maxSubject = 200

/** Returns the text on one line, so that it cannot inject further headers. */
export const oneLine = (text: string): string => text.replace(controls, " ").trim()

/** Returns the text on one line, truncated to the maximum length of a subject. */
const subjectLine = (text: string): string => {
  const line = [...oneLine(text)]
  return line.length <= maxSubject ? line.join("") : `${line.slice(0, maxSubject - 1).join("")}…`
}

/** Content of a new message, with the invite, sign-in request or notification that it is for. */
export type NewMessage = Omit<Message, "id"> &
  Partial<Pick<OutgoingMessage, "invite_id" | "sign_in" | "letter">>

/** Creates a message that is pending its first attempt. */
export const outgoing = (
  { to, subject, text, invite_id = null, sign_in = null, letter = null }: NewMessage,
  stamp: { readonly client_id: number; readonly id: string; readonly now: string },
): OutgoingMessage => ({
  client_id: stamp.client_id,
  id: stamp.id,
  to: oneLine(to),
  subject: subjectLine(subject),
  text,
  invite_id,
  sign_in,
  letter,
  failures: 0,
  next_attempt: stamp.now,
  created: stamp.now,
  updated: stamp.now,
})
