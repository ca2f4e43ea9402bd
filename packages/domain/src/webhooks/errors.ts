import { Data } from "effect"

/** What a URL of a webhook is refused for. */
export type TargetRule =
  | "not_absolute"
  | "not_https"
  | "not_http"
  | "credentials"
  | "fragment"
  | "private"
  | "sending_off"

/** A URL to which nothing is sent: not https, in a private network, with a password, … */
export class TargetNotAllowed extends Data.TaggedError("TargetNotAllowed")<{
  /** A sentence for whoever wrote the URL. */
  readonly reason: string
  /** The same for programs; absent where a sender has rules of its own. */
  readonly rule?: TargetRule
}> {
  readonly pointer = "/url"
  override get message(): string {
    return this.reason
  }
}

/** Every webhook makes every event more work, for all businesses: a business has few of them. */
export class TooManyWebhooks extends Data.TaggedError("TooManyWebhooks")<{
  readonly maximum: number
}> {
  override get message(): string {
    return `A business can have at most ${this.maximum} webhooks. Delete one, or add event types to an existing one.`
  }
}
