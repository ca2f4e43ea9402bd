import { Data } from "effect"

/** A token with an expiry time in the past. */
export class ExpiresInPast extends Data.TaggedError("ExpiresInPast")<{
  readonly pointer: string
  readonly expires_at: string
  readonly now: string
}> {
  override get message(): string {
    return `The expiry must be in the future: ${this.expires_at} is not later than now, ${this.now}.`
  }
}

/** A token of a business that would act for a user other than the caller's. */
export class UserIsNotYou extends Data.TaggedError("UserIsNotYou")<{
  /** User for whom the caller acts, or null. */
  readonly user_id: number | null
}> {
  readonly pointer = "/user_id"
  override get message(): string {
    return this.user_id === null
      ? "Your token acts for no user, so a token that you create cannot act for one. Omit user_id."
      : `A token that you create can act for you (${this.user_id}) or for no user.`
  }
}

/** Every token is a way into the business, so their number is limited to what it can oversee. */
export class TooManyTokens extends Data.TaggedError("TooManyTokens")<{
  readonly maximum: number
}> {
  override get message(): string {
    return `A business can have at most ${this.maximum} tokens, including expired ones. Revoke one that is no longer used.`
  }
}
