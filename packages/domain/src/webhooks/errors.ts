import { Data } from "effect"

/** Reasons to refuse the URL of a webhook. */
export type TargetRule =
  | "not_absolute"
  | "not_https"
  | "not_http"
  | "credentials"
  | "fragment"
  | "private"
  | "sending_off"

/** A URL that is not an allowed target: not https, in a private network, with a password, … */
export class TargetNotAllowed extends Data.TaggedError("TargetNotAllowed")<{
  /** Sentence for the person who entered the URL. */
  readonly reason: string
  /** Code of the reason, for programs; absent if a sender has rules of its own. */
  readonly rule?: TargetRule
}> {
  readonly pointer = "/url"
  override get message(): string {
    return this.reason
  }
}

/**
 * Every webhook makes each event more expensive, for all businesses, so their number is limited.
 */
export class TooManyWebhooks extends Data.TaggedError("TooManyWebhooks")<{
  readonly maximum: number
}> {
  override get message(): string {
    return `A business can have at most ${this.maximum} webhooks. Delete one, or add event types to an existing one.`
  }
}
