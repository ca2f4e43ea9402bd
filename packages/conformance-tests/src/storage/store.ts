import { equal } from "node:assert/strict"
import { money } from "@outlay/domain"
import type { Budget, Business, Policy, User } from "@outlay/domain/fields"
import { created, nothing, Questions, Store } from "@outlay/domain/ports"
import { Effect, Result } from "effect"
import { deepEqual } from "./assert.ts"
import { check, type Ground, type StorageCase, type Suites } from "./cases.ts"
import { changeCases } from "./change.ts"
import { acme, ground, other, plant, type Tenant } from "./given.ts"

const { all, allBy, answerTo, known, look, one, pageOf, seen } = Questions

interface Tables {
  readonly policies: Policy
  readonly users: User
  readonly budgets: Budget
}

/** A test, and the numbers of the matching rows in the order of their ids. */
type Expected<R> = readonly [
  where: Questions.Where<R>,
  numbers: ReadonlyArray<number>,
  either?: ReadonlyArray<Questions.Where<R>>,
]

const rows = [
  created("users", acme.user(11, { delegate_approver: acme.integer(1) })),
  created("users", acme.user(12, { is_deleted: true })),
  created("users", acme.user(13, { is_deleted: true, out_of_office_mode: true })),
  created("budgets", acme.budget(21, { reset_amount: money(1_000) })),
  created("budgets", acme.budget(23, { reset_amount: money(900), categories: ["b", "a"] })),
  created("budgets", acme.budget(22, { reset_amount: money(900), categories: ["a"] })),
  created("policies", acme.policy(14, { name: "B", above_amount: money(1_000) })),
  created("policies", acme.policy(13, { name: "b", above_amount: money(900) })),
  created("policies", acme.policy(12, { name: "a", budget_id: acme.uuid(22) })),
  created("policies", acme.policy(11, { name: "b", budget_id: acme.uuid(21) })),
]

/** Rows of the other business match the same tests. */
const planted = Effect.gen(function* () {
  yield* plant(acme, [...ground(acme), ...rows])
  yield* plant(other, [
    ...ground(other),
    created("budgets", other.budget(21, { categories: ["a", "b"] })),
    created("policies", other.policy(11, { name: "b", above_amount: money(900) })),
    created("policies", other.policy(12, { name: "a", budget_id: other.uuid(21) })),
  ])
})

const readQuestion = <A>(question: Questions.Question<A>, of: Tenant = acme) =>
  Effect.flatMap(Store, (store) => store.read(of.client_id, answerTo(question)))

const numberOf = ({ id }: { readonly id: string | number }): number =>
  typeof id === "number" ? id % 1_000 : Number(id.slice(-12))

/** All were created at one instant, so that they are in the order of their ids. */
const byAge = [["created", "ascending"]] as const

/** Checks that a full list and a page have exactly the matching rows. */
const passing = <T extends keyof Tables>(
  name: string,
  of: T,
  tests: ReadonlyArray<Expected<Tables[T]>>,
): StorageCase<Store | Ground> => {
  // The type does not matter here: each table has the fields of its tests.
  const table = of as "policies"
  return check(name, () =>
    Effect.gen(function* () {
      yield* planted
      for (const each of tests) {
        const [where, expected, either = []] = each as unknown as Expected<Policy>
        const found = yield* readQuestion(all(table, where, byAge, either))
        deepEqual(found.map(numberOf), expected)
        const part = { offset: 0, limit: Math.max(1, expected.length - 1) }
        const page = yield* readQuestion(pageOf(table, where, byAge, part, either))
        deepEqual(page, { count: expected.length, results: found.slice(0, part.limit) })
      }
    }),
  )
}

const ordered = <T extends keyof Tables>(table: T, order: Questions.Order<Tables[T]>) =>
  Effect.map(
    readQuestion(all(table as "policies", {}, order as unknown as Questions.Order<Policy>)),
    (found) => found.map(numberOf),
  )

const questions = [
  passing("equal to a value or null, or not equal", "policies", [
    [{}, [11, 12, 13, 14]],
    [{ name: "b" }, [11, 13]],
    [{ name: "c" }, []],
    [{ name: "b", budget_id: undefined }, [11, 13]],
    [{ above_amount: null }, [11, 12]],
    [{ above_amount: money(900) }, [13]],
    [{ name: "b", above_amount: null }, [11]],
    [{ name: { not: "b" } }, [12, 14]],
    [{ above_amount: { not: null } }, [13, 14]],
    [{ above_amount: { not: money(900) } }, [11, 12, 14]],
    [{ budget_id: { not: acme.uuid(21) } }, [12, 13, 14]],
  ]),

  passing("one of no, some and many values", "policies", [
    [{ name: { in: [] } }, []],
    [{ name: { in: ["a", "B", "c"] } }, [12, 14]],
    [{ above_amount: { in: [900, 1_000, 7].map(money) } }, [13, 14]],
    [{ id: { in: Array.from({ length: 3_000 }, (_, n) => acme.uuid(n + 13)) } }, [13, 14]],
    [{ id: { in: [acme.uuid(11), acme.uuid(11), other.uuid(12)] } }, [11]],
  ]),

  passing(
    "less than a value, or at least that value: texts by code unit, numbers by size, never null",
    "policies",
    [
      [{ name: { below: "b" } }, [12, 14]],
      [{ name: { between: ["a", "b"] } }, [12]],
      [{ above_amount: { between: [money(0), money(1_000)] } }, [13]],
      [{ name: { from: "b" } }, [11, 13]],
      [{ above_amount: { below: money(1_000) } }, [13]],
      [{ above_amount: { from: money(1_000) } }, [14]],
      [{ above_amount: { from: money(0) } }, [13, 14]],
      [{ above_amount: { below: money(0) } }, []],
    ],
  ),

  passing("flags", "users", [
    [{ is_deleted: false }, [1, 2, 3, 4, 11]],
    [{ is_deleted: true }, [12, 13]],
    [{ is_deleted: { not: false } }, [12, 13]],
    [{ is_deleted: { in: [true] }, out_of_office_mode: false }, [12]],
    [{ is_deleted: false, delegate_approver: { not: null } }, [11]],
  ]),

  passing("a list with an element", "budgets", [
    [{ categories: { has: "a" } }, [22, 23]],
    [{ categories: { has: "b" } }, [23]],
    [{ categories: { has: "c" } }, []],
    [{ categories: { has: "a" }, reset_amount: { not: money(900) } }, []],
    [{ categories: { empty: false } }, [22, 23]],
    [{ categories: { empty: true }, reset_amount: money(1_000) }, [21]],
  ]),

  passing("one of several tests, in addition to the first", "policies", [
    [{}, [11, 13, 14], [{ budget_id: null }, { budget_id: acme.uuid(21) }]],
    [{ name: "b" }, [11, 13], [{ budget_id: null }, { budget_id: acme.uuid(21) }]],
    [{ name: "b" }, [13], [{ above_amount: { not: null } }, { name: "a" }]],
    [{ name: "b" }, [], [{ name: "a" }]],
    [{ name: "b" }, [11, 13], [{ name: "a" }, {}]],
    [{}, [13], [{ name: "b", above_amount: { not: null } }]],
  ]),

  check("returns one row by its key if it matches the other tests; otherwise null", () =>
    Effect.gen(function* () {
      yield* planted
      const id = acme.uuid(13)
      deepEqual(
        yield* readQuestion(one("policies", { id })),
        acme.policy(13, { name: "b", above_amount: money(900) }),
      )
      equal((yield* readQuestion(one("policies", { id, name: "b" })))?.id, id)
      equal((yield* readQuestion(one("policies", { above_amount: money(900) })))?.id, id)
      equal(yield* readQuestion(one("policies", { id, name: "a" })), null)
      equal(yield* readQuestion(Questions.countOf("policies", { name: "b" })), 2)
      const [twelve] = yield* readQuestion(all("users", { id: acme.integer(12) }))
      const email_key = twelve?.email.toLowerCase() ?? ""
      deepEqual(yield* readQuestion(all("users", { email_key })), [twelve])
      deepEqual(yield* readQuestion(all("users", { email_key: email_key.toUpperCase() })), [])
      equal(yield* readQuestion(one("policies", { id, above_amount: null })), null)
      equal(yield* readQuestion(one("policies", { id: acme.uuid(15) })), null)
      equal(yield* readQuestion(one("policies", { id }), other), null)
      deepEqual(yield* readQuestion(one("businesses")), acme.business())
      deepEqual(yield* readQuestion(one("wallets", { currency: "AUD" }), other), other.wallet())
      equal(yield* readQuestion(one("businesses", { name: "Another" })), null)
    }),
  ),
]

const orders = [
  check("returns some fields of the rows, for the same rows in the same order", () =>
    Effect.gen(function* () {
      yield* planted
      const order = [["name", "descending"]] as const
      const whole = yield* readQuestion(all("policies", {}, order))
      const some = yield* readQuestion(allBy("policies", ["id", "name"], {}, order))
      deepEqual(
        some.map(({ id, name }) => ({ id, name })),
        whole.map(({ id, name }) => ({ id, name })),
      )
      equal(some.length, 4)
    }),
  ),

  check("orders texts by code unit, numbers by size, and ties by key in either direction", () =>
    Effect.gen(function* () {
      yield* planted
      deepEqual(yield* ordered("policies", [["name", "ascending"]]), [14, 12, 11, 13])
      deepEqual(yield* ordered("policies", [["name", "descending"]]), [11, 13, 12, 14])
      deepEqual(yield* ordered("budgets", [["reset_amount", "ascending"]]), [22, 23, 21])
      deepEqual(yield* ordered("budgets", [["reset_amount", "descending"]]), [21, 22, 23])
      const both = [
        ["reset_amount", "ascending"],
        ["name", "descending"],
      ] as const
      deepEqual(yield* ordered("budgets", both), [23, 22, 21])
      deepEqual(yield* ordered("users", [["id", "descending"]]), [13, 12, 11, 4, 3, 2, 1])
    }),
  ),

  check("pages cover the matches; past the end a page is empty, with the true count", () =>
    Effect.gen(function* () {
      yield* planted
      const order = [["name", "ascending"]] as const
      const pages = yield* Effect.forEach([0, 2, 3, 4, 400], (offset) =>
        readQuestion(pageOf("policies", {}, order, { offset, limit: 2 })),
      )
      deepEqual(
        pages.map(({ count, results }) => [count, results.map(numberOf)]),
        [
          [4, [14, 12]],
          [4, [11, 13]],
          [4, [13]],
          [4, []],
          [4, []],
        ],
      )
      const none = pageOf("policies", { name: "c" }, order, { offset: 0, limit: 2 })
      deepEqual(yield* readQuestion(none), { count: 0, results: [] })
    }),
  ),
]

/** Looks up the budgets of policies with a name: they are requested once the policies are known. */
const budgetsOf = (name: string) =>
  look({ policies: all("policies", { name }, byAge), nothing: known(null) }, (first) => {
    const ids = first.policies.flatMap(({ budget_id }) => budget_id ?? [])
    return look({ budgets: all("budgets", { id: { in: ids } }, byAge) }, ({ budgets }) =>
      seen({ ...first, budgets }),
    )
  })

const business = look({ business: one("businesses") }, seen)

/** Guarantees of a `Store`. */
export const storeSuites: Suites<Store> = [
  { name: "Store.read: matching rows", cases: questions },
  { name: "Store.read: order", cases: orders },

  {
    name: "Store.change",
    cases: [
      ...changeCases<{ readonly business: Business | null }, Store>(
        ({ client_id }, decide) =>
          Effect.flatMap(Store, (store) => store.change(client_id, business, decide)),
        (context) => context.business ?? acme.business(),
      ),

      check("looks depend on earlier results, like a read, and see earlier changes", () =>
        Effect.gen(function* () {
          yield* planted
          const store = yield* Store
          const change = (name: string, writes: typeof rows = []) =>
            store.change(acme.client_id, budgetsOf(name), (context) =>
              Result.succeed({ ...nothing(context), writes }),
            )
          const found = yield* change("a", [
            created("policies", acme.policy(15, { name: "a", budget_id: acme.uuid(23) })),
          ])
          equal(found.nothing, null)
          deepEqual(found.policies.map(numberOf), [12])
          deepEqual(found.budgets.map(numberOf), [22])
          const after = yield* change("a")
          deepEqual(after.budgets.map(numberOf), [22, 23])
          deepEqual(yield* store.read(acme.client_id, budgetsOf("a")), after)
          deepEqual((yield* change("c")).budgets, [])
        }),
      ),
    ],
  },
]
