import { Result } from "effect"
import { epoch, timestamp } from "../core/dates.ts"
import { changed, type Decision, nothing, removed } from "../core/decision.ts"
import type { OutgoingMessage } from "../core/records/messages.ts"

/** What a store loads, under its lock, before anything is decided about a message. */
export interface MessageContext {
  /** Null when it was sent or taken back meanwhile. */
  readonly message: OutgoingMessage | null
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

/** Looks again before it is sent: nothing, where what it says was taken back meanwhile. */
export const decideSending = ({
  message,
}: MessageContext): Result.Result<Decision<OutgoingMessage | null>> =>
  Result.succeed(nothing(message))

/** A message that a mailer has taken leaves the outbox. */
export const decideSent = ({ message }: MessageContext): Result.Result<Decision<void>> =>
  Result.succeed(
    message === null
      ? nothing(undefined)
      : { ...nothing(undefined), writes: [removed("messages", message)] },
  )

/** A message that no mailer took stays, and is tried later; answers when, null for never. */
export const decideFailed = (
  { message }: MessageContext,
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
