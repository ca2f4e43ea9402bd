import { Data } from "effect"

/** A link to unsubscribe that this service has not signed. */
export class UnsubscribeLinkNotValid extends Data.TaggedError("UnsubscribeLinkNotValid") {
  override get message(): string {
    return "This link is not valid. Sign in to choose which e-mails you receive."
  }
}
