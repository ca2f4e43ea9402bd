import { Context, type Effect } from "effect"
import type { Decide } from "../core/decision.ts"
import type { MessageKey, OutgoingMessage } from "../core/records/messages.ts"
import type { Store } from "../core/store.ts"
import type { StorageUnavailable } from "../core/unit-of-work.ts"
import { messageContext } from "./looks.ts"
import type { MessageContext } from "./rules.ts"

/**
 * Sign-in messages have a lane of their own, so that a person who waits for one does not wait
 * behind other messages, however slow those are.
 */
export type MessageLane = "sign-in" | "others"

/** Store of the outbox: decisions add messages, and sending removes them. */
export class MessageStore extends Context.Service<
  MessageStore,
  {
    /**
     * Returns messages of all businesses, either those that sign people in or all others, whose
     * `next_attempt` is not after `now`: the longest waiting first, ties by id; at most `limit`.
     */
    readonly due: (
      lane: MessageLane,
      now: string,
      limit: number,
    ) => Effect.Effect<ReadonlyArray<OutgoingMessage>, StorageUnavailable>
    /** Decides with the context that `messageContext` loads: see `Store`. */
    readonly change: <A, E>(
      key: MessageKey,
      decide: Decide<MessageContext, A, E>,
    ) => Effect.Effect<A, E | StorageUnavailable>
  }
>()("@outlay/domain/MessageStore") {
  /** Implements the part that a `Store` provides; a storage adds the query across businesses. */
  static readonly over = (store: Store["Service"]): Pick<MessageStore["Service"], "change"> => ({
    change: ({ client_id, message_id }, decide) =>
      store.change(client_id, messageContext(message_id), decide),
  })
}
