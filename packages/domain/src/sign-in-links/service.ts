import { Clock, Context, Effect, Layer } from "effect"
import { fold } from "../core/fold.ts"
import { Ids } from "../core/ids.ts"
import { now as currentTime } from "../core/now.ts"
import { answerTo, look, one, seen } from "../core/questions.ts"
import type { InviteKey } from "../core/records/invites.ts"
import type { RequestSignInLink } from "../core/records/sign-in-links.ts"
import { NotFound } from "../core/refusals.ts"
import { Store } from "../core/store.ts"
import { Secrets } from "../tokens/secrets.ts"
import { namesakes } from "../users/looks.ts"
import { TooManySignInLinks } from "./errors.ts"
import { makeAddressLimit } from "./limit.ts"
import { signInLinkContext } from "./looks.ts"
import { decideInviteLink, decideSignInLink, decideSignInMessage } from "./rules.ts"
import { type BusinessUser, SignInStore } from "./store.ts"

/**
 * Maximum number of requests in the queue; further ones are dropped, as if no one had the address.
 */
const mostWaiting = 1_000
/** Maximum number of businesses that a message has links for. */
const mostBusinesses = 20
/** Number of links that are removed at once. */
const pruneBatch = 500

interface Waiting {
  readonly email: string
  readonly return_to: string | null
}

const makeIssueForInvite = Effect.gen(function* () {
  const store = yield* Store
  const secrets = yield* Secrets
  const ids = yield* Ids

  return Effect.fn("SignInLinks.issueForInvite")(function* (key: InviteKey) {
    const { client_id, invite_id } = key
    const { secret, digest } = yield* secrets.generate
    const command = { ...key, id: yield* ids.uuid, digest, now: yield* currentTime }
    const link = yield* store.change(
      client_id,
      look({ invite: one("invites", { id: invite_id }) }, seen),
      (context) => decideInviteLink(context, command),
    )
    return link === null ? null : secret
  })
})

const make = Effect.gen(function* () {
  const store = yield* Store
  const people = yield* SignInStore
  const secrets = yield* Secrets
  const ids = yield* Ids
  const waitFor = makeAddressLimit()
  let waiting: Array<Waiting> = []

  const request = Effect.fn("SignInLinks.request")(function* ({
    email,
    return_to = null,
  }: RequestSignInLink) {
    const retry_after = waitFor(fold(email), yield* Clock.currentTimeMillis)
    if (retry_after > 0) return yield* new TooManySignInLinks({ retry_after })
    if (waiting.length < mostWaiting) waiting.push({ email, return_to })
  })

  const invite = Effect.fnUntraced(function* ({ email, return_to }: Waiting) {
    const found = yield* people.usersAt(fold(email), mostBusinesses)
    const [first] = found
    if (first === undefined) return
    const { client_id, user_id } = first
    const stamp = { client_id, id: yield* ids.uuid, now: yield* currentTime }
    yield* store.change(client_id, signInLinkContext({ link_id: null, user_id }), (context) =>
      decideSignInMessage(context, { ...stamp, people: found, return_to }),
    )
  })

  const deliver = Effect.fn("SignInLinks.deliver")(function* () {
    const taken = waiting
    waiting = []
    yield* Effect.forEach(taken, invite, { discard: true })
    return taken.length
  })

  const issue = Effect.fn("SignInLinks.issue")(function* (
    { client_id, user_id }: BusinessUser,
    return_to: string | null = null,
  ) {
    const { secret, digest } = yield* secrets.generate
    const [id, now] = [yield* ids.uuid, yield* currentTime]
    const command = { client_id, id, user_id, digest, return_to, now }
    const issued = yield* store.change(
      client_id,
      signInLinkContext({ link_id: null, user_id }),
      (context) => decideSignInLink(context, command),
    )
    return { ...issued, token: secret }
  })

  const issueAt = Effect.fn("SignInLinks.issueAt")(function* (client_id: number, email: string) {
    const [user] = yield* store.read(client_id, answerTo(namesakes(email)))
    if (user === undefined) return yield* new NotFound({ what: "user", id: email })
    return yield* issue({ client_id, user_id: user.id })
  })

  const issueForInvite = yield* makeIssueForInvite

  const prune = Effect.fn("SignInLinks.prune")(function* () {
    return yield* people.prune(yield* currentTime, pruneBatch)
  })

  return {
    /**
     * Records a request to sign in. It takes the same time, and does the same, whether or not a
     * user has the address: `deliver` looks it up later. Refused: `TooManySignInLinks`, for any
     * address.
     */
    request,
    /**
     * Writes a message for each recorded request, to the address as the user has it, with a link
     * for each business; returns the number of requests. Requests are in memory: after a crash, the
     * person has to repeat theirs.
     */
    deliver,
    /** Creates a link for a user, with its token, which is shown only once. Refused: `NotFound`. */
    issue,
    /** Creates a link for the active user of a business who has an address. Refused: `NotFound`. */
    issueAt,
    /**
     * Creates a link that accepts an invite within 14 days; returns its token, or null if the
     * invite is not pending.
     */
    issueForInvite,
    /** Removes up to 500 expired links; returns how many. */
    prune,
  }
})

/** "People sign in with a link sent to their address (15 minutes, once)." */
export class SignInLinks extends Context.Service<SignInLinks, Effect.Success<typeof make>>()(
  "@outlay/domain/SignInLinks",
) {
  static readonly layer = Layer.effect(SignInLinks, make)
}
