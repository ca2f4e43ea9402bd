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

/** A token of a business that would act for somebody else than the person who makes it. */
export class UserIsNotYou extends Data.TaggedError("UserIsNotYou")<{
  /** The user for whom the caller acts, or null. */
  readonly user_id: number | null
}> {
  readonly pointer = "/user_id"
  override get message(): string {
    return this.user_id === null
      ? "Your token acts for no user, so a token that you create cannot act for one. Omit user_id."
      : `A token that you create can act for you (${this.user_id}) or for no user.`
  }
}

/** Every token is a way in: a business has no more than it can keep an eye on. */
export class TooManyTokens extends Data.TaggedError("TooManyTokens")<{
  readonly maximum: number
}> {
  override get message(): string {
    return `A business can have at most ${this.maximum} tokens, including expired ones. Revoke one that is no longer used.`
  }
}
