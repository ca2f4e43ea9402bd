import { MessageStore, type OutgoingMessage, Store } from "@outlay/domain"
import { Effect, Layer } from "effect"
import { compare } from "./shared/list.ts"
import { Memory } from "./shared/memory.ts"

const byAttempt = (a: OutgoingMessage, b: OutgoingMessage): number =>
  compare(a.next_attempt ?? "", b.next_attempt ?? "") || compare(a.id, b.id)

export const messageStore = Layer.effect(
  MessageStore,
  Effect.gen(function* () {
    const { tables } = yield* Memory
    return {
      ...MessageStore.over(yield* Store),
      due: (now, limit) =>
        Effect.sync(() =>
          tables.messages
            .all()
            .filter(({ next_attempt }) => next_attempt !== null && next_attempt <= now)
            .toSorted(byAttempt)
            .slice(0, limit),
        ),
    }
  }),
)
