import {
  type Candidate,
  changed,
  created,
  money,
  newestFirst,
  nothing,
  type Place,
  type Reassessment,
  ReassessmentStore,
  removed,
  type Transaction,
} from "@outlay/domain"
import { Effect, Result } from "effect"
import { describe, expect } from "vitest"
import { acme, at, ground, other, plant } from "./given.ts"
import { checks, type Storage } from "./judge.ts"

const { client_id } = acme

const fresh: Reassessment = {
  ...{ client_id, auth_date: null, transaction_id: null, again: false },
  ...{ created: at(1), updated: at(1) },
}

const item = acme.lineItem(1, { amount: money(1_000) })
const receipt_urls = ["https://example.test/1"]

/** Several of one instant among others; with all that an expense needs, or without. */
const rows: ReadonlyArray<Transaction> = [
  { auth_date: at(3) },
  { auth_date: at(5), receipt_urls, line_items: [item, { ...item, amount: money(250) }] },
  { auth_date: at(3), receipt_urls, line_items: [item] },
  { auth_date: at(3), line_items: [{ ...item, amount: money(1_250) }] },
  { auth_date: at(3), amount: money(0), fx_amount: money(0), receipt_urls },
  { auth_date: at(1), receipt_urls, line_items: [{ ...item, amount: money(1_250) }] },
  { auth_date: at(4), expense_status: "COMPLETE" as const },
].map((fields, n) => acme.transaction(n + 1, { expense_status: "INCOMPLETE_EXPENSE", ...fields }))

const placesOf = (found: ReadonlyArray<Place>) => found.map(({ auth_date, id }) => [auth_date, id])

/** What a `ReassessmentStore` promises. */
export const reassessmentStoreSuite = (name: string, storage: Storage<ReassessmentStore>): void => {
  const check = checks(storage)

  describe(`${name}: ReassessmentStore`, () => {
    check("keeps one of a business, as it was written, until it is removed", () =>
      Effect.gen(function* () {
        const store = yield* ReassessmentStore
        yield* plant(acme, ground(acme))
        yield* plant(other, ground(other))
        const write = (...writes: Parameters<typeof plant>[1]) =>
          store.change(client_id, (found) => Result.succeed({ ...nothing(found), writes }))
        expect(yield* write(created("reassessments", fresh))).toBeNull()
        expect(yield* store.find(client_id)).toEqual(fresh)
        expect(yield* store.find(other.client_id)).toBeNull()
        const after = { ...fresh, auth_date: at(3), transaction_id: acme.uuid(1), again: true }
        expect(yield* write(changed("reassessments", fresh, after))).toEqual(fresh)
        expect(yield* store.find(client_id)).toEqual(after)
        expect(yield* write(removed("reassessments", after))).toEqual(after)
        expect(yield* store.find(client_id)).toBeNull()
      }),
    )

    check("names the businesses that have one, ascending, part by part", () =>
      Effect.gen(function* () {
        const store = yield* ReassessmentStore
        for (const of of [other, acme]) {
          const row = { ...fresh, client_id: of.client_id }
          yield* plant(of, [...ground(of), created("reassessments", row)])
        }
        const both = [acme.client_id, other.client_id]
        expect(yield* store.due(0, 500)).toEqual(both)
        expect(yield* store.due(0, 1)).toEqual(both.slice(0, 1))
        expect(yield* store.due(acme.client_id, 1)).toEqual(both.slice(1))
        expect(yield* store.due(other.client_id, 1)).toEqual([])
      }),
    )

    check("lists what is incomplete, the newest first, from any place and in any part", () =>
      Effect.gen(function* () {
        const store = yield* ReassessmentStore
        const write = rows.toReversed().map((row) => created("transactions", row))
        yield* plant(acme, [...ground(acme), ...write])
        const foreign = other.transaction(1, { expense_status: "INCOMPLETE_EXPENSE" })
        yield* plant(other, [...ground(other), created("transactions", foreign)])
        const expected = rows
          .filter((_) => _.expense_status === "INCOMPLETE_EXPENSE")
          .toSorted(newestFirst)
        for (const [n, place] of [null, ...expected].entries()) {
          for (const limit of [1, 2, 3, 500]) {
            const found = yield* store.incomplete(client_id, place, limit)
            expect(placesOf(found)).toEqual(placesOf(expected.slice(n, n + limit)))
          }
        }
        const complete = rows.at(-1) ?? null
        expect(placesOf(yield* store.incomplete(client_id, complete, 1))).toEqual([
          [at(3), acme.uuid(1)],
        ])
      }),
    )

    check("says of each whether settings alone decide, and about how large it is", () =>
      Effect.gen(function* () {
        const store = yield* ReassessmentStore
        yield* plant(acme, [...ground(acme), ...rows.map((row) => created("transactions", row))])
        const found: ReadonlyArray<Candidate> = yield* store.incomplete(client_id, null, 500)
        const could = found.filter((_) => _.could_be_complete)
        expect(could.map((_) => _.id).toSorted()).toEqual([2, 5, 6].map(acme.uuid))
        const entry_text = "x".repeat(100_000)
        const said = [{ custom_field_id: null, field_name: "Project", entry_text }]
        const [, small] = rows
        if (small === undefined) throw new Error("two are needed")
        const large = {
          ...small,
          line_items: small.line_items.map((_) => ({ ..._, custom_fields: said })),
        }
        yield* plant(acme, [changed("transactions", small, large)])
        const [after] = yield* store.incomplete(client_id, null, 1)
        const before = could.find((_) => _.id === small.id)
        expect(before?.size).toBeLessThan(10_000)
        expect(after?.size).toBeGreaterThan(100_000)
      }),
    )
  })
}
