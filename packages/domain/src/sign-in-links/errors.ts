import { Data } from "effect"

/** A link that is unknown, was used or has expired, or whose user or invite is gone. */
export class SignInLinkNotValid extends Data.TaggedError("SignInLinkNotValid") {
  override get message(): string {
    return "This link is unknown, expired or already used. Request another one."
  }
}

/** People sign in with the OpenID Connect provider only. */
export class SignInLinksOff extends Data.TaggedError("SignInLinksOff") {
  override get message(): string {
    return "This service sends no sign-in links. Sign in with its provider: open /oidc in the browser."
  }
}

/** An address for which many links were requested shortly before, whether or not it is known. */
export class TooManySignInLinks extends Data.TaggedError("TooManySignInLinks")<{
  /** Seconds until another link can be requested. */
  readonly retry_after: number
}> {
  override get message(): string {
    return `Too many links were requested for this address. Retry in ${this.retry_after} s.`
  }
}
