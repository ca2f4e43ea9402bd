import { Context, Data, type Effect } from "effect"
import type { MailedMessage } from "../core/records/messages.ts"

/** The mailer did not accept the message. It is retried later. */
export class MessageNotSent extends Data.TaggedError("MessageNotSent")<{
  readonly reason: string
}> {
  override get message(): string {
    return this.reason
  }
}

/**
 * Sends messages. It succeeds only after another system is responsible for the message: a mail
 * server accepted it, or a disk has it. Never called inside a unit of work: see `Messages`.
 */
export class Mailer extends Context.Service<
  Mailer,
  {
    /** Sends one message; a retry has the same `id`. */
    readonly send: (message: MailedMessage) => Effect.Effect<void, MessageNotSent>
  }
>()("@outlay/domain/Mailer") {}
