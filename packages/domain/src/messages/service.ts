import { Cause, Context, Effect, Exit, Layer } from "effect"
import { now as currentTime } from "../core/now.ts"
import type { OutgoingMessage } from "../core/records/messages.ts"
import { Mailer } from "./mailer.ts"
import { decideFailed, decideSending, decideSent } from "./rules.ts"
import { MessageStore } from "./store.ts"

/** How many messages are taken from the outbox at once. */
const batch = 50

const make = Effect.gen(function* () {
  const store = yield* MessageStore
  const mailer = yield* Mailer

  const sendOne = Effect.fnUntraced(function* ({ client_id, ...message }: OutgoingMessage) {
    const { id, to, subject, text } = message
    const key = { client_id, message_id: id }
    if ((yield* store.change(key, decideSending)) === null) return
    const sent = yield* Effect.exit(mailer.send({ id, to, subject, text }))
    if (Exit.isSuccess(sent)) return yield* store.change(key, decideSent)
    if (Cause.hasInterrupts(sent.cause)) return yield* Effect.interrupt
    const now = yield* currentTime
    const next = yield* store.change(key, (context) => decideFailed(context, now))
    const what = `Message ${id} to ${to} was not sent`
    yield* next === null
      ? Effect.logError(`${what} and is given up`, sent.cause)
      : Effect.logWarning(`${what} and is tried again at ${next}`, sent.cause)
  })

  const deliver = Effect.fn("Messages.deliver")(function* () {
    const due = yield* store.due(yield* currentTime, batch)
    yield* Effect.forEach(due, sendOne, { discard: true })
    return due.length
  })

  return {
    /**
     * Sends up to 50 messages that are due, one after the other. Returns how many were due. A
     * message leaves the outbox only after the mailer has accepted it: after a crash in between, it
     * is sent again with the same id. A message that fails is tried again later.
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
