import { Context, type Effect } from "effect"
import type { OutgoingMessage } from "../core/records/messages.ts"
import type { StorageUnavailable } from "../core/unit-of-work.ts"

/**
 * Sign-in messages have a lane of their own, so that a person who waits for one does not wait
 * behind other messages, however slow those are.
 */
export type MessageLane = "sign-in" | "others"

/** Queries of the outbox: decisions add messages, and sending removes them. */
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
  }
>()("@outlay/domain/MessageStore") {}
