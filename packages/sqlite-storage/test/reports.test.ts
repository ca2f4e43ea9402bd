import type { SumKind } from "@outlay/domain/fields"
import { changed, created, type Sight } from "@outlay/domain/ports"
import { commit, foldReport, Sql } from "@outlay/sql-storage"
import { Effect } from "effect"
import { expect, test } from "vitest"
import { aBusiness, at, budget, business, decision, storage, transaction, user } from "./given.ts"

const owner = 3
const ownership = {
  ...{ id: "o1", client_id: 1, budget_id: "b1", user_id: owner, invite_id: null },
  ...{ is_deleted: false, created: at, updated: at },
}

const dates = ["2026-01-31T23:59:59.999Z", "2026-02-01T00:00:00.000Z", "2026-03-15T12:00:00.000Z"]

/** More than a slice for each date, of each user and each budget. */
const spent = Array.from({ length: 3_600 }, (_, n) =>
  transaction(`t${String((n * 7) % 3_600).padStart(4, "0")}`, {
    auth_date: dates[n % 3] ?? at,
    merchant_name: `M${n}`,
    user_id: [null, 1, 2, owner][Math.floor(n / 3) % 4] ?? null,
    budget_id: [null, "b1", "b2"][Math.floor(n / 12) % 3] ?? null,
    ...{ period_number: null, line_items: [], attendees: [], receipt_urls: [] },
  }),
)

const world = Effect.andThen(
  aBusiness,
  commit(
    1,
    decision({
      result: undefined,
      writes: [
        changed("businesses", business, {
          ...business,
          features: { ...business.features, expense_assistant: true },
        }),
        created("users", user(2, { expense_delegate: [owner] })),
        created("users", user(owner)),
        created("budgets", budget("b2")),
        created("budget_owners", ownership),
        ...spent.map((_) => created("transactions", _)),
      ],
    }),
  ),
)

/** Returns the merchants of what is added up, if all counts of the storage are `count`. */
const added = (count: number, sight: Sight | null, sums: SumKind | null) =>
  Effect.flatMap(Sql, ({ view }) =>
    view((reading) =>
      foldReport<Array<string>>(
        { ...reading, get: () => Effect.succeed({ count } as never) },
        {
          ...{
            client_id: 1,
            start_date: "2026-02-01",
            end_date: "2026-03-14",
            merge_by: null,
            sums,
          },
          ...{ with_line_items: false, with_custom_fields: false },
        },
        sight,
        {
          begin: () => [],
          add: (names, { merchant_name }) => [...names, merchant_name],
          ...{ addAlike: (names) => names, addSum: (names) => names, isFull: () => false },
        },
      ),
    ),
  )

const sightOf = (user_id: number): Sight => ({ user_id, today: "2026-11-21" })

test("the same transactions are added up by their dates and by reading the whole business", () =>
  storage().run(
    Effect.gen(function* () {
      yield* world
      for (const [sight, sums, count] of [
        [null, null, 1_200],
        // Two of four users, and one of three budgets for the other two.
        [sightOf(owner), null, 800],
        [sightOf(2), null, 300],
        [sightOf(9), null, 0],
      ] as const) {
        const byDate = yield* added(0, sight, sums)
        const byId = yield* added(1, sight, sums)
        expect(new Set(byDate).size).toBe(count)
        expect(byId.toSorted()).toEqual(byDate.toSorted())
        expect(byId).toHaveLength(count)
      }
      // Sums of budgets do not include a part of a month, or spending from other budgets.
      const byDate = yield* added(0, sightOf(owner), "budget")
      expect(byDate.length).toBeGreaterThan(0)
      expect((yield* added(1, sightOf(owner), "budget")).toSorted()).toEqual(byDate.toSorted())
    }),
  ))
