import { BudgetMembers, BudgetOwners, Invites } from "@outlay/domain"
import { MessageStore, messageContext, Store } from "@outlay/domain/ports"
import { decideSent } from "@outlay/domain/rules"
import { Effect } from "effect"
import fc from "fast-check"
import { decimal, maybe, nth, onBudgets, weighted, work } from "./commands.ts"

/** Some emails are those of users. */
const createInvite = work(
  "create invite",
  fc.record({ of: nth, email: fc.nat({ max: 12 }), role: nth }),
  ({ of, email, role }) =>
    (known) =>
      Invites.use((_) =>
        _.create(known.client(of), {
          email: email % 2 === 0 ? `Ann${email}@Example.test` : `aNN${email - 1}@example.test`,
          ...{ role_id: known.role(of, role), payment_types: ["cards"] },
        }),
      ),
)

const cancelInvite = work(
  "cancel invite",
  nth,
  (of) => (known) => Invites.use((_) => _.cancel(known.invite(of))),
)

const acceptInvite = work(
  "accept invite",
  nth,
  (of) => (known) =>
    Invites.use((_) => _.accept(known.invite(of), { first_name: "Ann", last_name: "B" })),
)

const addInvitedMember = work(
  "add invited member",
  fc.record({ of: nth, invite: nth, reset_amount: maybe(decimal("0", "10", "0.01", "1000")) }),
  ({ of, invite, reset_amount }) =>
    (known) => {
      const key = known.budget(of)
      const person = { invite: { id: known.inviteOf(key.client_id, invite) } }
      return BudgetMembers.use((_) => _.create(key, { ...person, reset_amount }))
    },
)

const addInvitedOwner = work(
  "add invited owner",
  fc.record({ of: nth, invite: nth }),
  ({ of, invite }) =>
    (known) => {
      const key = known.budget(of)
      const person = { invite: { id: known.inviteOf(key.client_id, invite) } }
      return BudgetOwners.use((_) => _.create(key, person))
    },
)

/** Removes the message that is due first, as if it had been sent. */
const sendMessage = work(
  "send message",
  fc.constant(null),
  () => () =>
    Effect.gen(function* () {
      const { due } = yield* MessageStore
      const [first] = yield* due("others", "9999-12-31T00:00:00.000Z", 1)
      if (first === undefined) return null
      const look = messageContext(first.id)
      yield* Store.use((_) => _.change(first.client_id, look, decideSent))
      return first
    }),
)

/** Commands on invites, mixed with those on budgets. */
export const onInvites = weighted(
  [12, onBudgets],
  [6, createInvite],
  [2, cancelInvite],
  [4, acceptInvite],
  [6, addInvitedMember],
  [4, addInvitedOwner],
  [2, sendMessage],
)
