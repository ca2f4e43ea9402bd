import { Context, Effect, Layer, Result } from "effect"
import { type Actor, system } from "../core/actor.ts"
import { fold } from "../core/fold.ts"
import { Ids } from "../core/ids.ts"
import { now as currentTime } from "../core/now.ts"
import type { PageRequest } from "../core/page.ts"
import { answerTo, known } from "../core/questions.ts"
import type { AcceptInvite } from "../core/records/invites.ts"
import type { OpenedSession, SessionHolder } from "../core/records/sessions.ts"
import { Store } from "../core/store.ts"
import { CurrentActor, type StorageUnavailable, UnitOfWork } from "../core/unit-of-work.ts"
import { Invites } from "../invites/service.ts"
import { SignInLinkNotValid } from "../sign-in-links/errors.ts"
import { SignInLinks } from "../sign-in-links/service.ts"
import { type BusinessUser, SignInStore } from "../sign-in-links/store.ts"
import { Secrets } from "../tokens/secrets.ts"
import { Tokens } from "../tokens/service.ts"
import { endingSessions, linkToUse, sessionContext, sessionsOf, userToSignIn } from "./looks.ts"
import {
  decideLinkUse,
  decideSession,
  decideSessionEnd,
  decideSessionsEnd,
  decideVerifiedSession,
  isSameAddress,
  opened,
  type SignedIn,
} from "./rules.ts"

/** Browser that opens a link: its user agent, and the session that it already has and must keep. */
export interface LinkVisitor {
  readonly user_agent: string
  /** Null if no one is signed in, or if the signed-in user may be replaced. */
  readonly signedIn: SignedIn
}

/** A person whose address was verified elsewhere, such as by an OpenID Connect provider. */
export interface VerifiedVisitor {
  readonly email: string
  readonly user_agent: string
  /** Path of this service to open next, or null. */
  readonly return_to: string | null
}

/**
 * The result of signing in with an address: a session; if several businesses have the address, a
 * link for each, to choose from; or neither, if none has it.
 */
export interface Arrived {
  readonly session: OpenedSession | null
  readonly links: ReadonlyArray<{ readonly business: string; readonly token: string }>
}

const emptyLook = answerTo(known(null))

/** Returns the actor who opens a session, which is the user of that session. */
const actorOf = (token_id: string, user_id: number | null): Actor => ({
  ...{ type: "token", token_id, user_id, role_id: "", is_admin: false },
})

/** Replaces the refusals of an invite that cannot be accepted: its link is not valid. */
const notValidUnlessStorage = (
  refusal:
    | StorageUnavailable
    | { readonly _tag: "NotFound" | "InviteAlreadyAccepted" | "UserExists" },
) => (refusal._tag === "StorageUnavailable" ? refusal : new SignInLinkNotValid())

const makeAccept = Effect.gen(function* () {
  const store = yield* Store
  const invites = yield* Invites
  const { atomically } = yield* UnitOfWork
  const links = yield* SignInStore
  const secrets = yield* Secrets
  const ids = yield* Ids

  /** Uses up the token of an invite link, and then accepts the invite. */
  return Effect.fn("Sessions.accept")(
    function* (token: string, invitee: AcceptInvite, { user_agent, signedIn }: LinkVisitor) {
      const link = yield* links.findByDigest(secrets.digest(token))
      if (link === null || link.invite_id === null) return yield* new SignInLinkNotValid()
      const { client_id, id: link_id, invite_id } = link
      const { secret, digest } = yield* secrets.generate
      const [id, now] = [yield* ids.uuid, yield* currentTime]
      const actor = (user_id: number | null) =>
        Effect.provideService(CurrentActor, actorOf(id, user_id))
      yield* store.change(client_id, linkToUse(link_id), (context) =>
        decideLinkUse(context, now, signedIn),
      )
      const user = yield* invites
        .accept({ client_id, invite_id }, invitee)
        .pipe(Effect.mapError(notValidUnlessStorage), actor(null))
      const session = yield* store
        .change(client_id, emptyLook, () =>
          Result.succeed(opened({ ...user, client_id }, { id, digest, user_agent, now })),
        )
        .pipe(actor(user.id))
      const openedSession: OpenedSession = { ...session, return_to: null, secret }
      return openedSession
    },
    (work) => atomically(work),
  )
})

/** Maximum number of businesses that a person can choose from. */
const mostBusinesses = 20

const makeArrive = Effect.gen(function* () {
  const store = yield* Store
  const people = yield* SignInStore
  const links = yield* SignInLinks
  const secrets = yield* Secrets
  const ids = yield* Ids

  const usersAt = Effect.fnUntraced(function* (email: string) {
    const found = yield* people.usersAt(fold(email), mostBusinesses)
    return yield* Effect.filter(found, ({ client_id, user_id }) =>
      Effect.map(
        store.read(client_id, userToSignIn(user_id)),
        ({ user }) => user !== null && isSameAddress(user.email, email),
      ),
    )
  })

  const open = Effect.fnUntraced(function* (
    { client_id, user_id }: BusinessUser,
    { email, user_agent, return_to }: VerifiedVisitor,
  ) {
    const { secret, digest } = yield* secrets.generate
    const [id, now] = [yield* ids.uuid, yield* currentTime]
    const session = yield* store
      .change(client_id, userToSignIn(user_id), (context) =>
        decideVerifiedSession(context, email, { id, digest, user_agent, now }),
      )
      .pipe(Effect.provideService(CurrentActor, actorOf(id, user_id)))
    const opened: OpenedSession = { ...session, return_to, secret }
    return opened
  })

  /** A user who is deleted in the meantime counts as unknown. */
  return Effect.fn("Sessions.arrive")(function* (visitor: VerifiedVisitor) {
    const [user, ...others] = yield* usersAt(visitor.email)
    const nowhere: Arrived = { session: null, links: [] }
    if (user === undefined) return nowhere
    if (others.length === 0) {
      const session = yield* open(user, visitor).pipe(
        Effect.catchTag("NotFound", () => Effect.succeed(null)),
      )
      return { session, links: [] }
    }
    const issued = yield* Effect.forEach([user, ...others], (each) =>
      links.issue(each, visitor.return_to).pipe(
        Effect.map(({ business, token }) => [{ business, token }]),
        Effect.catchTag("NotFound", () => Effect.succeed([])),
        Effect.provideService(CurrentActor, system),
      ),
    )
    return { session: null, links: issued.flat() }
  })
})

const make = Effect.gen(function* () {
  const store = yield* Store
  const links = yield* SignInStore
  const tokens = yield* Tokens
  const secrets = yield* Secrets
  const ids = yield* Ids

  const open = Effect.fn("Sessions.open")(function* (
    token: string,
    { user_agent, signedIn }: LinkVisitor,
  ) {
    const link = yield* links.findByDigest(secrets.digest(token))
    if (link === null || link.user_id === null) return yield* new SignInLinkNotValid()
    const { client_id, id: link_id, user_id } = link
    const { secret, digest } = yield* secrets.generate
    const [id, now] = [yield* ids.uuid, yield* currentTime]
    const { session, return_to } = yield* store
      .change(client_id, sessionContext({ link_id, user_id }), (context) =>
        decideSession(context, { id, digest, user_agent, now }, signedIn),
      )
      .pipe(Effect.provideService(CurrentActor, actorOf(id, user_id)))
    const opened: OpenedSession = { ...session, return_to, secret }
    return opened
  })

  const accept = yield* makeAccept
  const arrive = yield* makeArrive

  const list = Effect.fnUntraced(function* (holder: SessionHolder, page: PageRequest) {
    yield* tokens.flush
    return yield* store.read(holder.client_id, sessionsOf(holder, yield* currentTime, page))
  })

  const end = Effect.fn("Sessions.end")(function* (
    { client_id, user_id }: SessionHolder,
    session_id: string,
  ) {
    const now = yield* currentTime
    yield* store.change(client_id, endingSessions(user_id, session_id), (found) =>
      decideSessionEnd(found, session_id, now),
    )
  })

  const endAll = Effect.fn("Sessions.endAll")(function* ({ client_id, user_id }: SessionHolder) {
    const now = yield* currentTime
    return yield* store.change(client_id, endingSessions(user_id, null), (found) =>
      decideSessionsEnd(found, now),
    )
  })

  return {
    /**
     * Signs in with the token of a link, which is used up. Returns the session, which lasts 12
     * hours, with its secret. Refused: `SignInLinkNotValid`, `OtherUserSignedIn`.
     */
    open,
    /**
     * Signs in the users who have an address that was verified elsewhere: exactly that address, not
     * one that is only equal after case folding. Opens a 12-hour session if there is one user, and
     * creates a link for each if there are several. Refuses nothing: an unknown address is a
     * result, too.
     */
    arrive,
    /**
     * Accepts an invite with the token of its link, which is used up, and signs the new user in.
     * Refused: `SignInLinkNotValid`, also for an invite that was cancelled, or whose address has a
     * user by now; `OtherUserSignedIn`.
     */
    accept,
    /** Returns the sessions of a user that have not ended, oldest first. */
    list,
    /** Ends a session of a user immediately. Refused: `NotFound`, also for one that has ended. */
    end,
    /** Ends every session of a user immediately; returns how many. */
    endAll,
  }
})

/** "A session is a cookie … twelve hours, revocable … a credential that acts for the user." */
export class Sessions extends Context.Service<Sessions, Effect.Success<typeof make>>()(
  "@outlay/domain/Sessions",
) {
  static readonly layer = Layer.effect(Sessions, make)
}
