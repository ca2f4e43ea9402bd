import { Result } from "effect"
import { epoch, timestamp } from "../core/dates.ts"
import { changed, type Decision, nothing, removed } from "../core/decision.ts"
import type { OutgoingMessage } from "../core/records/messages.ts"
import type { User } from "../core/records/users.ts"

/** What a store loads, under its lock, before anything is decided about a message. */
export interface MessageContext {
  /** Null when it was sent or taken back meanwhile. */
  readonly message: OutgoingMessage | null
  /** The user whom a notification is for; null where there is none, or for other messages. */
  readonly reader: User | null
}

const firstDelayMs = 10_000
const maxDelayMs = 3_600_000
const retryWindowMs = 3 * 86_400_000

/**
 * When a message is tried next that has now failed again: after pauses that double from ten seconds
 * to an hour, for three days. Null after that.
 */
export const nextAttempt = (
  { created, failures }: Pick<OutgoingMessage, "created" | "failures">,
  now: string,
): string | null => {
  const delayMs = Math.min(firstDelayMs * 2 ** failures, maxDelayMs)
  const next = epoch(now) + delayMs
  return next - epoch(created) > retryWindowMs ? null : timestamp(next)
}

/** Whether a notification has a reader no more: they have left, or want none of this kind. */
const isUnwanted = ({ message, reader }: MessageContext): boolean =>
  message?.letter !== undefined &&
  message.letter !== null &&
  (reader === null || reader.is_deleted || reader.muted_notifications.includes(message.letter.kind))

/**
 * Looks again before it is sent: nothing, where what it says was taken back meanwhile. A
 * notification that nobody wants any more leaves the outbox.
 */
export const decideSending = (
  context: MessageContext,
): Result.Result<Decision<OutgoingMessage | null>> => {
  const { message } = context
  if (message === null || !isUnwanted(context)) return Result.succeed(nothing(message))
  return Result.succeed({ ...nothing(null), writes: [removed("messages", message)] })
}

/** A message that a mailer has taken leaves the outbox. */
export const decideSent = ({
  message,
}: Pick<MessageContext, "message">): Result.Result<Decision<void>> =>
  Result.succeed(
    message === null
      ? nothing(undefined)
      : { ...nothing(undefined), writes: [removed("messages", message)] },
  )

/** A message that no mailer took stays, and is tried later; answers when, null for never. */
export const decideFailed = (
  { message }: Pick<MessageContext, "message">,
  now: string,
): Result.Result<Decision<string | null>> => {
  if (message === null) return Result.succeed(nothing(null))
  const next_attempt = nextAttempt(message, now)
  const after = { ...message, failures: message.failures + 1, next_attempt, updated: now }
  return Result.succeed({
    ...nothing(next_attempt),
    writes: [changed("messages", message, after)],
  })
}
