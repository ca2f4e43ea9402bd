import { Data } from "effect"

/**
 * The browser has the session of another user than the one whom the link signs in. Without a
 * question anybody could send a link of their own, and see what is then done in their name.
 */
export class OtherUserSignedIn extends Data.TaggedError("OtherUserSignedIn") {
  override get message(): string {
    return "Another user is signed in in this browser. Send replace_session: true to sign in with this link instead."
  }
}
