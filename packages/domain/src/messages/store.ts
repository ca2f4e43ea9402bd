import { Context, type Effect } from "effect"
import type { Decide } from "../core/decision.ts"
import type { MessageKey, OutgoingMessage } from "../core/records/messages.ts"
import type { StorageUnavailable } from "../core/unit-of-work.ts"
import type { MessageContext } from "./rules.ts"

/** Keeps the outbox: decisions write messages, and sending takes them away. */
export class MessageStore extends Context.Service<
  MessageStore,
  {
    /**
     * Messages of all businesses whose `next_attempt` is not after `now`, the one that has waited
     * longest first, ties by id; at most `limit`.
     */
    readonly due: (
      now: string,
      limit: number,
    ) => Effect.Effect<ReadonlyArray<OutgoingMessage>, StorageUnavailable>
    /**
     * Loads the context under the write lock, asks `decide`, and commits its decision as one atomic
     * step.
     */
    readonly change: <A, E>(
      key: MessageKey,
      decide: Decide<MessageContext, A, E>,
    ) => Effect.Effect<A, E | StorageUnavailable>
  }
>()("@outlay/domain/MessageStore") {}
