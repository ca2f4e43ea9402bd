import { Context, Data, type Effect } from "effect"
import type { Message } from "../core/records/messages.ts"

/** No mailer took the message; it may be sent again. */
export class MessageNotSent extends Data.TaggedError("MessageNotSent")<{
  readonly reason: string
}> {
  override get message(): string {
    return this.reason
  }
}

/**
 * Sends messages, whichever way. It succeeds only when somebody else answers for the message from
 * then on (a mail server took it, a disk has it). Never called inside a unit of work: see
 * `Messages`.
 */
export class Mailer extends Context.Service<
  Mailer,
  {
    readonly send: (message: Message) => Effect.Effect<void, MessageNotSent>
  }
>()("@outlay/domain/Mailer") {}
