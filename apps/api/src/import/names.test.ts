import {
  Budgets,
  Businesses,
  CurrentActor,
  type Money,
  operator,
  UnitOfWork,
  Users,
} from "@outlay/domain"
import { Effect } from "effect"
import { expect, test } from "vitest"
import { servicesLayer } from "../layers.ts"
import { makeNames } from "./names.ts"
import type { Draft } from "./row.ts"

const draft: Draft = {
  ...{ row: {}, user: "8577", budget: "Books", category: "Fiction", accounting_code: "400" },
  ...{ fields: [{ field_name: "Floor", entry_text: "2" }], description: null },
  ...{ amount: 100 as Money, gst: 0 as Money },
}

test("the second of two concurrent imports finds what the first has created", async () => {
  const imported = Effect.gen(function* () {
    const { client_id } = yield* Businesses.use((_) => _.create({ name: "Library" }))
    const { atomically } = yield* UnitOfWork
    const makeAll = makeNames({
      ...{ client_id, userName: "Card {}", emailDomain: "cards.example.com" },
      ...{ createUsers: true, createBudgets: true, createCategories: true, createFields: true },
    })
    const [one, other] = yield* Effect.all([makeAll, makeAll])
    const resolve = (names: typeof one) =>
      atomically(names.making(names.resolve(draft)), { client_id })
    const ids = [yield* resolve(one), yield* resolve(other), yield* resolve(one)]
    const page = { offset: 0, limit: 10 }
    const users = yield* Users.use((_) => _.list(client_id, {}, page))
    const budgets = yield* Budgets.use((_) => _.list(client_id, {}, page))
    return { ids, made: [one.made(), other.made()], counts: [users.count, budgets.count] }
  })
  const { ids, made, counts } = await Effect.runPromise(
    imported.pipe(
      Effect.provideService(CurrentActor, operator),
      Effect.provide(servicesLayer({ file: ":memory:" })),
    ),
  )
  expect(ids).toEqual([ids[0], ids[0], ids[0]])
  const all = { users: 1, budgets: 1, categories: 1, accounting_codes: 1, custom_fields: 1 }
  const none = { users: 0, budgets: 0, categories: 0, accounting_codes: 0, custom_fields: 0 }
  expect(made).toEqual([
    { ...all, options: 1 },
    { ...none, options: 0 },
  ])
  expect(counts).toEqual([1, 1])
})
