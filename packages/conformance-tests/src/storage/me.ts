import type { User } from "@outlay/domain/fields"
import { created, meOf, type Store } from "@outlay/domain/ports"
import { Effect } from "effect"
import { read } from "./access.ts"
import { deepEqual, matches } from "./assert.ts"
import { check, type Suites } from "./cases.ts"
import { acme, at, ground, other, plant } from "./given.ts"

const today = "2026-11-21"
const role = acme.role(2)
const keyOf = (n: number | null) => ({
  ...{ client_id: acme.client_id, role },
  user_id: n === null ? null : acme.integer(n),
})

const get = (n: number | null) => read(acme, meOf(keyOf(n), today))

const away = (start: string, end: string): Partial<User> => ({
  delegate_approver: acme.integer(1),
  out_of_office_mode: true,
  out_of_office_start_date: start,
  out_of_office_end_date: end,
})

const [one, two] = [acme.integer(1), acme.integer(2)]

/** User 1 owns budget 2 and no longer budget 1, and is a member of both, first of budget 2. */
const ties = [
  ...[1, 2, 3].map((n) => created("budgets", acme.budget(n, { name: `Budget ${n}` }))),
  created("budget_owners", acme.owner(1, { user_id: one, is_deleted: true })),
  created("budget_owners", acme.owner(2, { user_id: one, budget_id: acme.uuid(2) })),
  created("budget_owners", acme.owner(3, { user_id: two })),
  created("budget_members", acme.member(1, { user_id: one, created: at(2) })),
  created("budget_members", acme.member(2, { user_id: one, budget_id: acme.uuid(2) })),
  created("budget_members", acme.member(3, { user_id: two, budget_id: acme.uuid(3) })),
]

const people = [
  acme.user(5, { ...away("2026-11-21", "2026-11-21"), display_name: "Five" }),
  acme.user(6, away("2026-11-22", "2026-11-30")),
  acme.user(7, { ...away("2026-11-01", "2026-11-30"), is_deleted: true }),
  acme.user(8, { ...away("2026-11-01", "2026-11-30"), delegate_approver: two }),
  acme.user(9, { expense_delegate: [two, one] }),
].map((row) => created("users", row))

const ids = (rows: ReadonlyArray<{ readonly id: number }>) => rows.map(({ id }) => id % 1_000)

/** Guarantees of a storage for the user behind a token. */
export const meSuites: Suites<Store> = [
  {
    name: "Me",
    cases: [
      check("returns the user with their budgets, in the order in which they joined them", () =>
        Effect.gen(function* () {
          yield* plant(acme, [...ground(acme), ...ties])
          const me = yield* get(1)
          const { name, currency, features, integration } = acme.business()
          deepEqual(me.business, {
            ...{ client_id: acme.client_id, name, currency, features, integration },
            locked_through: null,
          })
          deepEqual([me.role, me.permissions], [{ id: role.id, name: role.name }, role.permissions])
          matches(me.user, { id: one, name: "First1 Last1", display_name: null, role: role.name })
          deepEqual(me.owns, [{ id: acme.uuid(2), name: "Budget 2" }])
          deepEqual(me.belongs_to, [
            { id: acme.uuid(2), name: "Budget 2", budget_member_id: String(acme.integer(2)) },
            { id: acme.uuid(1), name: "Budget 1", budget_member_id: String(one) },
          ])
        }),
      ),

      check("returns the lock date of the books, even without a user", () =>
        Effect.gen(function* () {
          const times = { created: at(1), updated: at(1) }
          const books = { client_id: acme.client_id, locked_through: "2026-10-31", ...times }
          yield* plant(acme, [...ground(acme), created("books", books)])
          yield* plant(other, ground(other))
          const locked = [(yield* get(1)).business, (yield* get(null)).business]
          deepEqual(
            locked.map(({ locked_through }) => locked_through),
            [books.locked_through, books.locked_through],
          )
        }),
      ),

      check("returns whom they assist and for whom they approve today", () =>
        Effect.gen(function* () {
          yield* plant(acme, [...ground(acme), ...people])
          const me = yield* get(1)
          deepEqual([ids(me.assists), ids(me.approves_for)], [[9], [5]])
          matches(me.approves_for, [{ name: "Five" }])
          const another = yield* get(2)
          deepEqual([ids(another.assists), ids(another.approves_for)], [[9], [8]])
        }),
      ),

      check("returns no one to assist if the business does not have the feature", () =>
        Effect.gen(function* () {
          const features = { ...acme.business().features, expense_assistant: false }
          const rows = ground(acme).filter(({ table }) => table !== "businesses")
          const business = created("businesses", acme.business({ features }))
          yield* plant(acme, [business, ...rows, ...people])
          const me = yield* get(1)
          deepEqual([ids(me.assists), ids(me.approves_for)], [[], [5]])
        }),
      ),

      check("a token without a user has no user and no budgets", () =>
        Effect.gen(function* () {
          yield* plant(acme, [...ground(acme), ...ties, ...people])
          yield* plant(other, ground(other))
          matches(yield* get(null), {
            business: { client_id: acme.client_id },
            user: null,
            role: { name: role.name },
            owns: [],
            belongs_to: [],
            assists: [],
            approves_for: [],
          })
        }),
      ),
    ],
  },
]
