import { equal } from "node:assert/strict"
import { type OutgoingMessage, outgoing } from "@outlay/domain/fields"
import { created, inviteContext, invitesByCreated, nothing, type Store } from "@outlay/domain/ports"
import type { InviteContext } from "@outlay/domain/rules"
import { Effect, Exit, Result } from "effect"
import { change, load, read } from "./access.ts"
import { deepEqual, includesEqual, matches } from "./assert.ts"
import { check, type Suites } from "./cases.ts"
import { changeCases } from "./change.ts"
import { acme, at, ground, other, plant, tenant } from "./given.ts"
import { pageCases } from "./paging.ts"

const contextOf = (n: number) => inviteContext({ invite_id: acme.integer(n) })
const ids = (rows: ReadonlyArray<{ readonly id: number | string }>) => rows.map((_) => _.id)

const message = (n: number, fields: Partial<OutgoingMessage>): OutgoingMessage => ({
  ...outgoing(
    { to: "a@example.test", subject: "Hello", text: "Hello", invite_id: null },
    { client_id: acme.client_id, id: acme.uuid(n), now: at(0) },
  ),
  ...fields,
})

const changes: Suites<Store> = [
  {
    name: "Invites: change",
    cases: [
      ...changeCases<InviteContext, Store>(
        (of, decide) => change(of, inviteContext({ email: "sam@example.test" }), decide),
        ({ business }) => business ?? acme.business(),
      ),

      check("loads active users and pending invites with the address, ignoring case", () =>
        Effect.gen(function* () {
          const email = "sAM.STRAẞE@example.TEST"
          yield* plant(acme, [
            ...ground(acme),
            created("users", acme.user(5, { email })),
            created("users", acme.user(6, { email, is_deleted: true })),
            created("invites", acme.invite(1, { email, used: true })),
            created("invites", acme.invite(2, { email, is_cancelled: true })),
            created("invites", acme.invite(3, { email })),
            created("invites", acme.invite(4)),
          ])
          yield* plant(other, [...ground(other), created("invites", other.invite(1, { email }))])
          const context = yield* load(acme, inviteContext({ email: "Sam.Strasse@Example.test" }))
          deepEqual(context.business, acme.business())
          includesEqual(context.roles, acme.role(2))
          deepEqual(ids(context.namesakes), [acme.integer(5)])
          deepEqual(ids(context.pending), [acme.integer(3)])
          matches(context, { invite: null, memberships: [], owners: [], budgets: [] })
          const found = yield* load(acme, contextOf(1))
          deepEqual(found.invite, acme.invite(1, { email, used: true }))
          deepEqual(ids(found.namesakes), [acme.integer(5)])
        }),
      ),

      check("loads all records of the invite, and every owner of its budgets", () =>
        Effect.gen(function* () {
          const ofInvite = { user_id: null, invite_id: acme.integer(1) }
          const ofMember = (n: number) => ({
            ...{ budget_member_id: acme.integer(n), requested_by: acme.integer(3) },
          })
          const ended = { ...ofInvite, is_deleted: true }
          yield* plant(acme, [
            ...ground(acme),
            ...[1, 2].map((n) => created("invites", acme.invite(n))),
            ...[1, 2, 3, 4].map((n) => created("budgets", acme.budget(n))),
            created("budget_members", acme.member(1, { ...ofInvite, created: at(2) })),
            created(
              "budget_members",
              acme.member(2, { ...ended, created: at(1), budget_id: acme.uuid(2) }),
            ),
            created("budget_members", acme.member(3)),
            ...[
              acme.topup(2, ofMember(1)),
              acme.topup(1, ofMember(1)),
              acme.topup(3, ofMember(3)),
            ].map((topup) => created("topups", topup)),
            created("topups", acme.topup(4, { ...ofMember(1), status: "CANCELLED" })),
            created("topups", acme.topup(5)),
            ...[
              message(2, { invite_id: acme.integer(1), next_attempt: null }),
              message(1, { invite_id: acme.integer(1) }),
              message(3, { invite_id: acme.integer(2) }),
              message(4, {}),
            ].map((row) => created("messages", row)),
            created("budget_owners", acme.owner(1, { budget_id: acme.uuid(3), created: at(2) })),
            created(
              "budget_owners",
              acme.owner(2, { ...ended, budget_id: acme.uuid(3), created: at(1) }),
            ),
            created("budget_owners", acme.owner(3, { budget_id: acme.uuid(4) })),
          ])
          const context = yield* load(acme, contextOf(1))
          deepEqual(ids(context.memberships), [2, 1].map(acme.integer))
          deepEqual(ids(context.owners), [2, 1].map(acme.uuid))
          deepEqual(ids(context.budgets), [1, 2, 3].map(acme.uuid))
          deepEqual(ids(context.pending_topups), [1, 2].map(acme.uuid))
          deepEqual(context.requesters, [acme.user(3)])
          deepEqual(ids(context.messages), [1, 2].map(acme.uuid))
          const none = yield* load(acme, contextOf(2))
          matches(none, { memberships: [], owners: [], budgets: [] })
          matches(none, { pending_topups: [], requesters: [] })
          deepEqual(ids(none.messages), [acme.uuid(3)])
        }),
      ),

      check("an invite of another business is not found, and neither is a missing business", () =>
        Effect.gen(function* () {
          yield* plant(acme, [...ground(acme), created("invites", acme.invite(1))])
          yield* plant(other, ground(other))
          equal((yield* load(other, contextOf(1))).invite, null)
          matches(yield* load(tenant(9), contextOf(1)), { business: null, invite: null })
        }),
      ),

      check("stores one of two pending invites for one address", () =>
        Effect.gen(function* () {
          yield* plant(acme, ground(acme))
          const email = "sam@example.test"
          const invite = (n: number) =>
            change(acme, inviteContext({ email }), ({ pending }) =>
              pending.length > 0
                ? Result.fail("taken" as const)
                : Result.succeed({
                    ...nothing(n),
                    writes: [created("invites", acme.invite(n, { email }))],
                  }),
            )
          const both = [Effect.exit(invite(1)), Effect.exit(invite(2))]
          const exits = yield* Effect.all(both, { concurrency: "unbounded" })
          equal(exits.filter(Exit.isSuccess).length, 1)
        }),
      ),
    ],
  },
]

/** Guarantees of a storage for invites. */
export const inviteSuites: Suites<Store> = [
  ...changes,

  {
    name: "Invites: list",
    cases: [
      ...pageCases<Store>({
        row: (n, order) => created("invites", acme.invite(n, { created: at(order) })),
        page: (page) => read(acme, invitesByCreated(page)),
        idOf: acme.integer,
      }),

      check(
        "lists pending and accepted invites with the names of their roles, no cancelled ones",
        () =>
          Effect.gen(function* () {
            const rows = [acme.invite(1), acme.invite(2, { used: true, role_id: acme.uuid(1) })]
            yield* plant(acme, [
              ...ground(acme),
              ...rows.map((row) => created("invites", row)),
              created("invites", acme.invite(3, { is_cancelled: true })),
            ])
            const page = { offset: 0, limit: 50 }
            deepEqual(yield* read(acme, invitesByCreated(page)), {
              count: 2,
              results: [
                { ...rows[0], role: "Role 2" },
                { ...rows[1], role: "Admin" },
              ],
            })
            deepEqual(yield* read(other, invitesByCreated(page)), { count: 0, results: [] })
          }),
      ),
    ],
  },
]
