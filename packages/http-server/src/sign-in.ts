import { Sessions, SignInLinks } from "@outlay/domain"
import { showSession } from "@outlay/domain/rules"
import { type SignInOffer, signIn } from "@outlay/http-contract"
import { Effect } from "effect"
import { CurrentVisitor, SignInWays } from "./kernel/authentication.ts"
import { handlersOf } from "./kernel/handler.ts"

const offer = Effect.gen(function* () {
  const { principal } = yield* CurrentVisitor
  const session = principal === null ? null : showSession(principal.token, principal.token.id)
  const answer: SignInOffer = { ...(yield* SignInWays), session }
  return answer
})

export const signInHandlers = handlersOf(signIn, {
  get: () => offer,
  requestLink: ({ body }) => SignInLinks.use((_) => _.request(body)),
  acceptInvite: ({ body: { token, ...invitee } }) =>
    Effect.flatMap(CurrentVisitor, ({ user_agent }) =>
      Sessions.use((_) => _.accept(token, invitee, user_agent)),
    ),
  openSession: ({ body }) =>
    Effect.flatMap(CurrentVisitor, ({ user_agent }) =>
      Sessions.use((_) => _.open(body.token, user_agent)),
    ),
})
