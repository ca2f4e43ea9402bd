import { Cause, Context, Effect, Exit, Layer } from "effect"
import { epoch } from "../core/dates.ts"
import type { Decide } from "../core/decision.ts"
import { now as currentTime } from "../core/now.ts"
import { PublicUrl } from "../core/public-url.ts"
import type { InviteKey } from "../core/records/invites.ts"
import type { OutgoingMessage, SignInRequest } from "../core/records/messages.ts"
import { Store } from "../core/store.ts"
import { acceptance } from "../invites/message.ts"
import { signInText } from "../sign-in-links/rules.ts"
import { SignInLinks } from "../sign-in-links/service.ts"
import { writtenLetter } from "./letter.ts"
import { messageContext } from "./looks.ts"
import { Mailer, MessageNotSent } from "./mailer.ts"
import { decideFailed, decideSending, decideSent, type MessageContext } from "./rules.ts"
import { type MessageLane, MessageStore } from "./store.ts"

/** Messages that are taken from the outbox at once. */
const messagesPerBatch = 50
/**
 * Messages that are sent concurrently, so that one with a slow server does not delay the others.
 */
const messagesAtOnce = 4
/** Timeout for the mailer to accept a message; after it, the message counts as not sent. */
const patienceMs = 60_000
/** Age at which a sign-in message is not sent any more. */
const signInPatienceMs = 15 * 60_000

const tooSlow = Effect.fail(
  new MessageNotSent({ reason: `It was not accepted within ${patienceMs / 1_000} seconds` }),
)

const make = Effect.gen(function* () {
  const store = yield* Store
  const outbox = yield* MessageStore
  const mailer = yield* Mailer
  const links = yield* SignInLinks

  const inviteText = Effect.fnUntraced(function* (text: string, key: InviteKey) {
    const base = yield* PublicUrl
    const token = base === null ? "" : yield* links.issueForInvite(key)
    if (token === null) return null
    const url = base === null ? null : `${base}/sign-in#invite=${token}`
    return `${text}\n\n${acceptance(key.invite_id, url)}`
  })

  const signInTextOf = Effect.fnUntraced(function* (
    sign_in: SignInRequest,
    { created }: OutgoingMessage,
  ) {
    const url = yield* PublicUrl
    const isExpired = epoch(yield* currentTime) - epoch(created) > signInPatienceMs
    if (url === null || isExpired) return null
    const linksOfPeople = yield* Effect.forEach(sign_in.people, (person) =>
      links.issue(person, sign_in.return_to).pipe(
        Effect.map(({ business, token }) => [{ business, url: `${url}/sign-in#token=${token}` }]),
        Effect.catchTag("NotFound", () => Effect.succeed([])),
      ),
    )
    return linksOfPeople.flat().length === 0 ? null : signInText(linksOfPeople.flat())
  })

  /** Returns the content of a message; null if there is nothing left to send. */
  const contentOf = Effect.fnUntraced(function* (message: OutgoingMessage) {
    const { client_id, invite_id, sign_in, letter } = message
    if (letter !== null) return writtenLetter(letter, yield* PublicUrl)
    const text =
      invite_id !== null
        ? yield* inviteText(message.text, { client_id, invite_id })
        : sign_in !== null
          ? yield* signInTextOf(sign_in, message)
          : message.text
    return text === null ? null : { text, html: null, unsubscribe_url: null }
  })

  const sendOne = Effect.fnUntraced(function* (message: OutgoingMessage) {
    const { client_id, id, to, subject } = message
    const change = <A>(decide: Decide<MessageContext, A, never>) =>
      store.change(client_id, messageContext(id), decide)
    if ((yield* change(decideSending)) === null) return
    const content = yield* contentOf(message)
    if (content === null) return yield* change(decideSent)
    const sending = mailer.send({ id, to, subject, ...content })
    const outcome = yield* Effect.exit(
      Effect.timeoutOrElse(sending, { duration: patienceMs, orElse: () => tooSlow }),
    )
    if (Exit.isSuccess(outcome)) return yield* change(decideSent)
    if (Cause.hasInterrupts(outcome.cause)) return yield* Effect.interrupt
    const now = yield* currentTime
    const next = yield* change((context) => decideFailed(context, now))
    const what = `Message ${id} to ${to} was not sent`
    yield* next === null
      ? Effect.logError(`${what} and will not be retried`, outcome.cause)
      : Effect.logWarning(`${what} and will be retried at ${next}`, outcome.cause)
  })

  const deliver = Effect.fn("Messages.deliver")(function* (lane: MessageLane) {
    const due = yield* outbox.due(lane, yield* currentTime, messagesPerBatch)
    yield* Effect.forEach(due, sendOne, { concurrency: messagesAtOnce, discard: true })
    return due.length
  })

  return {
    /**
     * Sends up to 50 messages of a lane that are due, four at a time, the one that has waited
     * longest first. Returns how many were due. A message leaves the outbox only after the mailer
     * has accepted it: after a crash in between, it is sent again with the same id. A message that
     * fails, or takes longer than a minute, is retried later.
     */
    deliver,
  }
})

/**
 * The outbox. A message is written in the same unit of work as its cause, and sent after the
 * commit, at least once. Not for use inside a unit of work.
 */
export class Messages extends Context.Service<Messages, Effect.Success<typeof make>>()(
  "@outlay/domain/Messages",
) {
  static readonly layer = Layer.effect(Messages, make)
}
