import { equal } from "node:assert/strict"
import { type OutgoingMessage, outgoing } from "@outlay/domain/fields"
import { created, MessageStore, messageContext } from "@outlay/domain/ports"
import { decideFailed, decideSent } from "@outlay/domain/rules"
import { Effect } from "effect"
import { change, load } from "./access.ts"
import { deepEqual } from "./assert.ts"
import { check, type Suites } from "./cases.ts"
import { acme, at, other, plant, type Tenant } from "./given.ts"

const message = (of: Tenant, n: number, fields: Partial<OutgoingMessage> = {}) => ({
  ...outgoing(
    {
      to: `invitee${n}@example.test`,
      subject: 'Hello "you"',
      text: "Hello,\n\nyou",
      invite_id: null,
    },
    { client_id: of.client_id, id: of.uuid(n), now: at(n) },
  ),
  ...fields,
})

const contextOf = (n: number) => messageContext(acme.uuid(n))
const employers = [acme, other].map((of) => plant(of, [created("businesses", of.business())]))
const atOnce = { concurrency: "unbounded" } as const

/** Guarantees of a storage for messages. */
export const messageStoreSuites: Suites<MessageStore> = [
  {
    name: "Messages",
    cases: [
      check("due: of all businesses, longest waiting first, none before its time", () =>
        Effect.gen(function* () {
          const store = yield* MessageStore
          yield* Effect.all(employers)
          const invited = { invite_id: acme.integer(1) }
          const rows = [
            message(acme, 3),
            message(other, 4),
            message(acme, 5),
            message(acme, 9, invited),
          ]
          yield* plant(other, [created("messages", message(other, 4))])
          yield* plant(acme, [
            created("roles", acme.role(2)),
            created("invites", acme.invite(1)),
            created("messages", message(acme, 9, invited)),
            ...[5, 3].map((n) => created("messages", message(acme, n))),
            created("messages", message(acme, 1, { next_attempt: null })),
            created("messages", message(acme, 2, { next_attempt: at(10) })),
          ])
          deepEqual(yield* store.due("others", at(9), 50), rows)
          deepEqual(yield* store.due("others", at(9), 2), rows.slice(0, 2))
          deepEqual(yield* store.due("others", at(2), 50), [])
          deepEqual(yield* store.due("sign-in", at(9), 50), [])
        }),
      ),

      check("due: sign-in messages have a queue of their own, which nothing else delays", () =>
        Effect.gen(function* () {
          const store = yield* MessageStore
          yield* Effect.all(employers)
          const sign_in = { people: [{ client_id: acme.client_id, user_id: 1 }], return_to: null }
          const [invited, signInLink] = [message(acme, 3), message(acme, 5, { sign_in })]
          yield* plant(
            acme,
            [signInLink, invited].map((row) => created("messages", row)),
          )
          deepEqual(yield* store.due("others", at(9), 1), [invited])
          deepEqual(yield* store.due("sign-in", at(9), 1), [signInLink])
          deepEqual(yield* store.due("sign-in", at(4), 1), [])
        }),
      ),

      check("change: removes a sent message, delays a failed one; null for a removed one", () =>
        Effect.gen(function* () {
          const store = yield* MessageStore
          yield* Effect.all(employers)
          yield* plant(
            acme,
            [1, 2].map((n) => created("messages", message(acme, n))),
          )
          yield* Effect.all(
            [1, 1].map((n) => change(acme, contextOf(n), decideSent)),
            atOnce,
          )
          const next = yield* change(acme, contextOf(2), (context) => decideFailed(context, at(20)))
          deepEqual(yield* store.due("others", at(20), 50), [])
          const failed = { ...message(acme, 2), failures: 1, next_attempt: next, updated: at(20) }
          deepEqual(yield* store.due("others", next ?? "", 50), [failed])
          equal((yield* load(acme, contextOf(1))).message, null)
          equal((yield* load(other, contextOf(2))).message, null)
        }),
      ),
    ],
  },
]
