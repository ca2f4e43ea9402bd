import { Fields, OpenedSession, SessionRecord } from "@outlay/domain/fields"
import {
  OtherUserSignedIn,
  SignInLinkNotValid,
  SignInLinksOff,
  TooManySignInLinks,
} from "@outlay/domain/rules"
import { Schema } from "effect"
import { AcceptInvite } from "./operator/invites.ts"
import { sessionExample } from "./sessions.ts"
import { says } from "./shared/code.ts"
import { accepted, one, publicEndpoint, type SessionCookie } from "./shared/endpoint.ts"
import { problem } from "./shared/problem.ts"
import { bounded, Email } from "./shared/text.ts"
import * as value from "./shared/values.ts"
import { wire } from "./shared/wire.ts"

export const signInMethods = ["link", "oidc"] as const
export type SignInMethod = (typeof signInMethods)[number]

/** Destination of messages: a mail server, or files for the operator of the service. */
export const mailWays = ["server", "folder"] as const
export type MailWay = (typeof mailWays)[number]

const SignInOffer = Schema.Struct({
  methods: Fields.listOf(Fields.choice(signInMethods), "Ways to sign in to this service."),
  provider: Fields.nullable(
    Fields.text(),
    "Name of the OpenID Connect provider if `oidc` is a way to sign in, otherwise null. To sign in with it, open `/oidc` in the browser.",
  ),
  notice: Fields.nullable(
    Fields.text(),
    "Hint for people who sign in, such as where messages are sent; null if there is none.",
  ),
  mail: Fields.nullable(
    Fields.choice(mailWays),
    "Destination of messages: `server` is a mail server, `folder` is the mail folder of the service, with one file per message; null if there is none.",
  ),
  session: Fields.nullable(SessionRecord, "Session that the request was sent with, or null."),
}).annotate({ identifier: "SignInOffer", description: "Ways to sign in, and the current session." })
export interface SignInOffer extends Schema.Schema.Type<typeof SignInOffer> {}

const signInOffer = wire(SignInOffer, {
  example: { methods: ["link"], provider: null, notice: null, mail: "server", session: null },
})

/** Maximum number of characters of a path. */
const maxPath = 512
/** A path of visible ASCII that a browser cannot interpret as another address. */
const ownPath = /^\/(?![/\\])[!-[\]-~]*$/u

/** Returns true if a text is a path of this service that a browser cannot interpret otherwise. */
export const isOwnPath = (text: string): boolean => text.length <= maxPath && ownPath.test(text)

/** A path of this service to open next; never one of another site. */
export const OwnPath = Schema.String.annotate({
  description: "A path of this service.",
  examples: ["/budgets"],
})
  .check(...bounded(maxPath))
  .check(
    Schema.makeFilter((text: string) => ownPath.test(text), {
      ...says("malformed", "Must be a path of this service, such as /budgets."),
      toJsonSchema: () => ({ pattern: ownPath.source }),
    }),
  )

export const RequestSignInLink = Schema.Struct({
  email: Email.annotate({
    description: "E-mail address of a user. At most 254 characters.",
  }),
  return_to: Schema.optionalKey(
    Schema.NullOr(OwnPath).annotate({ description: "Path to open after signing in, or null." }),
  ),
}).annotate({
  identifier: "RequestSignInLink",
  description: "Address to send a link to.",
  examples: [{ email: "sam@example.com", return_to: "/budgets" }] as never,
})

const SignInToken = Schema.String.annotate({
  description: "Token of the link: the text after `token=` in its URL.",
  examples: ["outlay_…"],
}).check(...bounded(255, 1))

const replace_session = Schema.optionalKey(
  Schema.Boolean.annotate({
    description:
      "True to replace the session of another user; ask the person first. Without it, such a request is refused.",
    examples: [true],
  }),
)

export const OpenSession = Schema.Struct({ token: SignInToken, replace_session }).annotate({
  identifier: "OpenSession",
  description: "Token of a link that was sent to the user.",
  examples: [{ token: "outlay_…" }] as never,
})

export const signInLinkNotValid = problem(SignInLinkNotValid, "The link is not valid")
export const tooManySignInLinks = problem(TooManySignInLinks, "Too many links for this address", {
  status: 429,
  values: { retry_after: value.integer },
})

export const signInLinksOff = problem(SignInLinksOff, "Sign-in links are switched off", {
  status: 403,
})
export const otherUserSignedIn = problem(OtherUserSignedIn, "Another user is signed in")

const sessionSeconds = 12 * 3_600

const cookieOf = ({ secret }: OpenedSession): SessionCookie => ({ secret, seconds: sessionSeconds })

const openedSession = wire(OpenedSession, {
  example: { ...sessionExample, return_to: "/budgets" },
})

/** A session that was opened; its secret is only in the cookie. */
const opened = { ...one(openedSession, 201), cookieOf }

export const AcceptByLink = Schema.Struct({
  token: SignInToken,
  ...AcceptInvite.fields,
  replace_session,
}).annotate({
  identifier: "AcceptByLink",
  description: "Token of the invite's link, and the name of the invitee.",
  examples: [{ token: "outlay_…", first_name: "Sam", last_name: "Ito" }] as never,
})

export const signIn = {
  get: publicEndpoint({
    operation: "signIn.get",
    method: "GET",
    path: "/sign-in",
    summary: "List ways to sign in",
    description:
      "Returns the ways to sign in that this service offers, and the session of the browser, if it has one.",
    success: one(signInOffer),
    problems: [],
  }),
  requestLink: publicEndpoint({
    operation: "signIn.requestLink",
    method: "POST",
    path: "/sign-in/links",
    summary: "Request a sign-in link",
    description:
      "Sends a link to the users with this address, of any business. The response is the same whether or not there are any. Requires the `Origin` header of the service.",
    body: RequestSignInLink,
    success: accepted,
    problems: [signInLinksOff, tooManySignInLinks],
  }),
  openSession: publicEndpoint({
    operation: "signIn.openSession",
    method: "POST",
    path: "/sign-in/sessions",
    summary: "Sign in with a link",
    description:
      "Opens a 12-hour session with the token of a sign-in link and sets its cookie. A link works once. Refused while the browser has the session of another user, unless `replace_session` is true. Requires the `Origin` header of the service.",
    body: OpenSession,
    success: opened,
    problems: [signInLinkNotValid, otherUserSignedIn],
  }),
  acceptInvite: publicEndpoint({
    operation: "signIn.acceptInvite",
    method: "POST",
    path: "/sign-in/invites",
    summary: "Accept an invite with its link",
    description:
      "Turns the invitee into a user, opens a 12-hour session and sets its cookie. The link works once, within 14 days. Refused while another user is signed in, unless `replace_session` is true. Requires the `Origin` header of the service.",
    body: AcceptByLink,
    success: opened,
    problems: [signInLinkNotValid, otherUserSignedIn],
  }),
}
