import { Data } from "effect"

/**
 * The browser has the session of another user than the one whom the link signs in. Without this
 * check, anyone could send a link of their own, and then see what the recipient does in their
 * account.
 */
export class OtherUserSignedIn extends Data.TaggedError("OtherUserSignedIn") {
  override get message(): string {
    return "Another user is signed in in this browser. Send replace_session: true to sign in with this link instead."
  }
}
