import { equal } from "node:assert/strict"
import type { User } from "@outlay/domain/fields"
import {
  budgetsByCreated,
  created,
  membershipsOfUser,
  membersOfBudget,
  ownersOfBudget,
  RightsStore,
  ShownTransactions,
  type Sight,
  topupsOfTarget,
} from "@outlay/domain/ports"
import type { BudgetSubject } from "@outlay/domain/rules"
import { Effect } from "effect"
import { read } from "./access.ts"
import { deepEqual, matches } from "./assert.ts"
import { check, type Suites } from "./cases.ts"
import { acme, at, ground, other, plant } from "./given.ts"

const today = "2026-11-21"
const sightOf = (n: number): Sight => ({ user_id: acme.integer(n), today })

const subjectOf = (n: number, fields: Partial<BudgetSubject> = {}): BudgetSubject => ({
  ...{ client_id: acme.client_id, budget_id: acme.uuid(1), sight: sightOf(n) },
  ...{ budget_member_id: null, topup_id: null },
  ...fields,
})

const away = (delegate: number, start: string, end: string): Partial<User> => ({
  delegate_approver: acme.integer(delegate),
  out_of_office_mode: true,
  out_of_office_start_date: start,
  out_of_office_end_date: end,
})

/**
 * Budget 1: users 1 (removed) and 5 (away today) are owners, 2 is a member, 3 was one; 6 is the
 * delegate of 5. Budget 2: 2 owns it, 8 is away on other days, and 3 is no one's delegate today.
 */
const base = [
  ...ground(acme),
  created("users", acme.user(5, away(6, "2026-11-21", "2026-11-21"))),
  created("users", acme.user(6)),
  created("users", acme.user(7, { expense_delegate: [acme.integer(2)] })),
  created("users", acme.user(8, away(3, "2026-11-22", "2026-11-30"))),
  ...[1, 2].map((n) => created("budgets", acme.budget(n, { created: at(n) }))),
  created("budget_owners", acme.owner(1, { is_deleted: true })),
  created("budget_owners", acme.owner(2, { user_id: acme.integer(5) })),
  created("budget_owners", acme.owner(3, { user_id: acme.integer(2), budget_id: acme.uuid(2) })),
  created("budget_owners", acme.owner(4, { user_id: acme.integer(8), budget_id: acme.uuid(2) })),
  created("budget_members", acme.member(1, { user_id: acme.integer(2), created: at(1) })),
  created("budget_members", acme.member(2, { user_id: acme.integer(3), is_deleted: true })),
  created("topups", acme.topup(1, { requested_by: acme.integer(2), created: at(1) })),
  created("topups", acme.topup(2, { requested_by: null, created: at(2) })),
  created("topups", acme.topup(3, { status: "APPROVED", created: at(3) })),
  ...[
    acme.transaction(1, { user_id: acme.integer(2) }),
    acme.transaction(2, { user_id: acme.integer(7), budget_id: acme.uuid(1) }),
    acme.transaction(3, { user_id: acme.integer(3), budget_id: acme.uuid(2) }),
    acme.transaction(4, { user_id: acme.integer(2), budget_id: acme.uuid(2) }),
    acme.transaction(5, { budget_id: acme.uuid(1) }),
  ].map((row) => created("transactions", row)),
]

const page = { offset: 0, limit: 50 }
const key = { client_id: acme.client_id, budget_id: acme.uuid(1) }

type Ports = RightsStore | ShownTransactions

const numbers = ({ results }: { readonly results: ReadonlyArray<{ readonly id: unknown }> }) =>
  results.map(({ id }) => Number(String(id).slice(-2)))

/** Guarantees of a `RightsStore`, and of every list that is limited to what a user may see. */
export const rightsStoreSuites: Suites<Ports> = [
  {
    name: "RightsStore",
    cases: [
      check("returns the current roles of a user in a budget, not former ones", () =>
        Effect.gen(function* () {
          const { ofBudget } = yield* RightsStore
          yield* plant(acme, base)
          yield* plant(other, ground(other))
          const found = yield* Effect.forEach([1, 2, 3, 5, 6], (n) => ofBudget(subjectOf(n)))
          const none = { owner: false, membership: null, deputy: false }
          deepEqual(
            found.map((_) => _?.ties),
            [
              none,
              { ...none, membership: acme.integer(1) },
              none,
              { ...none, owner: true },
              { ...none, deputy: true },
            ],
          )
          const second = yield* ofBudget(subjectOf(3, { budget_id: acme.uuid(2) }))
          deepEqual(second?.ties, none)
          equal(yield* ofBudget(subjectOf(5, { budget_id: acme.uuid(9) })), null)
          equal(yield* ofBudget(subjectOf(5, { client_id: other.client_id })), null)
        }),
      ),

      check("returns the topup in a path if it is of that budget and member", () =>
        Effect.gen(function* () {
          const { ofBudget } = yield* RightsStore
          yield* plant(acme, base)
          const topupOf = (fields: Partial<BudgetSubject>) =>
            Effect.map(
              ofBudget(subjectOf(2, { topup_id: acme.uuid(1), ...fields })),
              (_) => _?.topup,
            )
          equal((yield* topupOf({}))?.id, acme.uuid(1))
          equal(yield* topupOf({ topup_id: acme.uuid(9) }), null)
          equal(yield* topupOf({ budget_member_id: acme.integer(1) }), null)
          equal(yield* topupOf({ budget_id: acme.uuid(2) }), null)
        }),
      ),

      check("returns the roles of a user in a transaction; no assistants without the feature", () =>
        Effect.gen(function* () {
          const { ofTransaction } = yield* RightsStore
          yield* plant(acme, base)
          const ties = (n: number, user: number) =>
            ofTransaction(
              { client_id: acme.client_id, transaction_id: acme.uuid(n) },
              sightOf(user),
            )
          const none = { spender: false, assistant: false, owner: false }
          deepEqual(yield* Effect.forEach([1, 2, 3, 4, 5], (n) => ties(n, 2)), [
            { ...none, spender: true },
            { ...none, assistant: true },
            { ...none, owner: true },
            { ...none, spender: true, owner: true },
            none,
          ])
          equal(yield* ties(9, 2), null)
          deepEqual(yield* ties(2, 5), { ...none, owner: true })
        }),
      ),

      check("no one assists without the feature, and no one assists a deleted user", () =>
        Effect.gen(function* () {
          const { ofTransaction } = yield* RightsStore
          const deletedUser = acme.user(9, {
            expense_delegate: [acme.integer(2)],
            is_deleted: true,
          })
          const features = { ...acme.business().features, expense_assistant: false }
          const made = created("transactions", acme.transaction(6, { user_id: deletedUser.id }))
          yield* plant(acme, [...base, created("users", deletedUser), made])
          const foreign = other.user(1, { expense_delegate: [other.integer(2)] })
          yield* plant(other, [
            created("businesses", other.business({ features })),
            ...ground(other).filter(({ table }) => table !== "businesses" && table !== "users"),
            created("users", foreign),
            created("transactions", other.transaction(1, { user_id: foreign.id })),
          ])
          const six = { client_id: acme.client_id, transaction_id: acme.uuid(6) }
          matches(yield* ofTransaction(six, sightOf(2)), { assistant: false })
          const one = { client_id: other.client_id, transaction_id: other.uuid(1) }
          const sight = { user_id: other.integer(2), today }
          matches(yield* ofTransaction(one, sight), { assistant: false })
          const store = yield* ShownTransactions
          const seen = yield* store.page(other.client_id, {}, page, sight)
          deepEqual(seen, { count: 0, results: [] })
        }),
      ),
    ],
  },

  {
    name: "lists limited to what a user may see",
    cases: [
      check("have only the records that the user may see, and count only those", () =>
        Effect.gen(function* () {
          yield* plant(acme, base)
          const transactions = yield* ShownTransactions
          const target = { ...key, budget_member_id: null }
          const ofTwo = { user_id: acme.integer(2) }
          const seen = Effect.fnUntraced(function* (n: number) {
            const sight = sightOf(n)
            const pages = [
              yield* read(acme, budgetsByCreated({}, page, sight)),
              yield* read(acme, membersOfBudget(key, {}, page, sight)),
              yield* read(acme, membershipsOfUser(ofTwo, {}, page, sight)),
              yield* read(acme, ownersOfBudget(key, {}, page, sight)),
              yield* read(acme, topupsOfTarget(target, page, sight)),
              yield* transactions.page(acme.client_id, {}, page, sight),
            ]
            for (const { count, results } of pages) equal(count, results.length)
            return pages.map(numbers)
          })
          deepEqual(yield* seen(1), [[], [], [], [], [], []])
          deepEqual(yield* seen(2), [[1, 2], [1], [1], [], [1], [4, 3, 2, 1]])
          deepEqual(yield* seen(3), [[], [], [], [], [], [3]])
          deepEqual(yield* seen(5), [[1], [2, 1], [1], [1, 2], [3, 2, 1], [5, 2]])
          deepEqual(yield* seen(6), [[], [], [], [], [2, 1], []])
        }),
      ),

      check("are complete in parts and with filters, even if little of a business is visible", () =>
        Effect.gen(function* () {
          const rest = Array.from({ length: 40 }, (_, n) =>
            created("transactions", acme.transaction(10 + n)),
          )
          yield* plant(acme, [...base, ...rest])
          const store = yield* ShownTransactions
          const at = (offset: number, filter = {}) =>
            store.page(acme.client_id, filter, { offset, limit: 2 }, sightOf(2))
          const parts = yield* Effect.forEach([0, 2, 4], (offset) => at(offset))
          deepEqual(
            parts.map((_) => [_.count, numbers(_)]),
            [
              [4, [4, 3]],
              [4, [2, 1]],
              [4, []],
            ],
          )
          deepEqual(numbers(yield* at(0, { budget_id: acme.uuid(1) })), [2])
          deepEqual(numbers(yield* at(0, { user_id: acme.integer(2) })), [4, 1])
          deepEqual(numbers(yield* at(0, { status: ["AUTHED"] })), [])
        }),
      ),
    ],
  },
]
