import { Sessions, SignInLinks } from "@outlay/domain"
import { SignInLinksOff, showSession } from "@outlay/domain/rules"
import { type SignInOffer, signIn } from "@outlay/http-contract"
import { Effect } from "effect"
import { CurrentVisitor, SignInWays, type Visitor } from "./kernel/authentication.ts"
import { handlersOf } from "./kernel/handler.ts"

const offer = Effect.gen(function* () {
  const { principal } = yield* CurrentVisitor
  const session = principal === null ? null : showSession(principal.token, principal.token.id)
  const signInOffer: SignInOffer = { ...(yield* SignInWays), session }
  return signInOffer
})

/** Fails if the provider is the only way to sign in. */
const needLinks = Effect.gen(function* () {
  const { methods, provider } = yield* SignInWays
  if (provider !== null && !methods.includes("link")) return yield* new SignInLinksOff()
})

/**
 * Returns the person who opens a link, with the session that must not be replaced without
 * confirmation.
 */
const visitorOf = ({ user_agent, principal }: Visitor, replaces = false) => {
  const { client_id, user_id = null } = principal?.token ?? {}
  const isNobody = replaces || client_id === undefined || user_id === null
  return { user_agent, signedIn: isNobody ? null : { client_id, user_id } }
}

export const signInHandlers = handlersOf(signIn, {
  get: () => offer,
  requestLink: ({ body }) =>
    Effect.andThen(
      needLinks,
      SignInLinks.use((_) => _.request(body)),
    ),
  acceptInvite: ({ body: { token, replace_session, ...invitee } }) =>
    Effect.flatMap(CurrentVisitor, (visitor) =>
      Sessions.use((_) => _.accept(token, invitee, visitorOf(visitor, replace_session))),
    ),
  openSession: ({ body: { token, replace_session } }) =>
    Effect.flatMap(CurrentVisitor, (visitor) =>
      Sessions.use((_) => _.open(token, visitorOf(visitor, replace_session))),
    ),
})
