import { Data } from "effect"

/** An unsubscribe link that this service has not signed. */
export class UnsubscribeLinkNotValid extends Data.TaggedError("UnsubscribeLinkNotValid") {
  override get message(): string {
    return "This link is not valid. Sign in to choose which e-mails you receive."
  }
}
