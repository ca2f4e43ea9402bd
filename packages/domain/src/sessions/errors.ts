import { Data } from "effect"

/**
 * The browser already has the session of a different user. Without this check, anyone could send a
 * link to their own account, and then see what the recipient does in it.
 */
export class OtherUserSignedIn extends Data.TaggedError("OtherUserSignedIn") {
  override get message(): string {
    return "Another user is signed in in this browser. Send replace_session: true to sign in with this link instead."
  }
}
