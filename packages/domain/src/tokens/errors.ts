import { Data } from "effect"

/** A token that would have expired before it was made. */
export class ExpiresInPast extends Data.TaggedError("ExpiresInPast")<{
  readonly pointer: string
  readonly expires_at: string
  readonly now: string
}> {
  override get message(): string {
    return `The expiry must be in the future: ${this.expires_at} is not later than now, ${this.now}.`
  }
}
