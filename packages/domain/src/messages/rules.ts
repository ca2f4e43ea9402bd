import { Result } from "effect"
import { epoch, timestamp } from "../core/dates.ts"
import { changed, type Decision, nothing, removed } from "../core/decision.ts"
import type { OutgoingMessage } from "../core/records/messages.ts"
import type { User } from "../core/records/users.ts"
import { retryDelayMs, retryWindowMs } from "../core/retries.ts"

/** Data that a store loads under its lock before a decision about a message. */
export interface MessageContext {
  /** Null if the message was sent or withdrawn in the meantime. */
  readonly message: OutgoingMessage | null
  /** User who gets the notification; null if the user does not exist, or for other messages. */
  readonly reader: User | null
}

/**
 * Returns the time of the next attempt after a failure (see `retryDelayMs`); null after three days.
 */
export const nextAttempt = (
  { created, failures }: Pick<OutgoingMessage, "created" | "failures">,
  now: string,
): string | null => {
  const next = epoch(now) + retryDelayMs(failures)
  return next - epoch(created) > retryWindowMs ? null : timestamp(next)
}

/**
 * Returns true if a notification has no reader any more: the user has left, or has switched this
 * kind off.
 */
const isUnwanted = ({ message, reader }: MessageContext): boolean =>
  message?.letter !== undefined &&
  message.letter !== null &&
  (reader === null || reader.is_deleted || reader.muted_notifications.includes(message.letter.kind))

/**
 * Reads the message again before it is sent: null if it was withdrawn in the meantime. A
 * notification without a reader leaves the outbox.
 */
export const decideSending = (
  context: MessageContext,
): Result.Result<Decision<OutgoingMessage | null>> => {
  const { message } = context
  if (message === null || !isUnwanted(context)) return Result.succeed(nothing(message))
  return Result.succeed({ ...nothing(null), writes: [removed("messages", message)] })
}

/** Removes a message from the outbox after a mailer has accepted it. */
export const decideSent = ({
  message,
}: Pick<MessageContext, "message">): Result.Result<Decision<void>> =>
  Result.succeed(
    message === null
      ? nothing(undefined)
      : { ...nothing(undefined), writes: [removed("messages", message)] },
  )

/**
 * Schedules a retry of a message that no mailer accepted; returns its time, or null if there is
 * none.
 */
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
