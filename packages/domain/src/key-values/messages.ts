import { Effect, Layer } from "effect"
import type { OutgoingMessage } from "../core/records/messages.ts"
import { MessageStore } from "../messages/store.ts"
import { KeptBooks } from "./books.ts"
import { compare } from "./list.ts"

const byAttempt = (a: OutgoingMessage, b: OutgoingMessage): number =>
  compare(a.next_attempt ?? "", b.next_attempt ?? "") || compare(a.id, b.id)

export const messageStore = Layer.effect(
  MessageStore,
  Effect.gen(function* () {
    const { tables } = yield* KeptBooks
    return {
      due: (lane, now, limit) =>
        Effect.sync(() =>
          tables.messages
            .all()
            .filter(({ sign_in }) => (sign_in !== null) === (lane === "sign-in"))
            .filter(({ next_attempt }) => next_attempt !== null && next_attempt <= now)
            .toSorted(byAttempt)
            .slice(0, limit),
        ),
    }
  }),
)
