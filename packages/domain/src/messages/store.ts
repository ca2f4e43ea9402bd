import { Context, type Effect } from "effect"
import type { Decide } from "../core/decision.ts"
import type { MessageKey, OutgoingMessage } from "../core/records/messages.ts"
import type { Store } from "../core/store.ts"
import type { StorageUnavailable } from "../core/unit-of-work.ts"
import { messageContext } from "./looks.ts"
import type { MessageContext } from "./rules.ts"

/**
 * Who waits at the screen for a link to sign in does not wait behind other messages, however slowly
 * those are taken.
 */
export type MessageLane = "sign-in" | "others"

/** Keeps the outbox: decisions write messages, and sending takes them away. */
export class MessageStore extends Context.Service<
  MessageStore,
  {
    /**
     * Messages of all businesses that sign people in, or all others, whose `next_attempt` is not
     * after `now`: the one that has waited longest first, ties by id; at most `limit`.
     */
    readonly due: (
      lane: MessageLane,
      now: string,
      limit: number,
    ) => Effect.Effect<ReadonlyArray<OutgoingMessage>, StorageUnavailable>
    /** Decides on what `messageContext` looks at: see `Store`. */
    readonly change: <A, E>(
      key: MessageKey,
      decide: Decide<MessageContext, A, E>,
    ) => Effect.Effect<A, E | StorageUnavailable>
  }
>()("@outlay/domain/MessageStore") {
  /** What a `Store` does; a storage adds what looks across businesses. */
  static readonly over = (store: Store["Service"]): Pick<MessageStore["Service"], "change"> => ({
    change: ({ client_id, message_id }, decide) =>
      store.change(client_id, messageContext(message_id), decide),
  })
}
