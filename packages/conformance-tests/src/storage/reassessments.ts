import { equal, ok } from "node:assert/strict"
import { money } from "@outlay/domain"
import type { Candidate, Place, Reassessment, Transaction } from "@outlay/domain/fields"
import {
  changed,
  created,
  nothing,
  pendingReassessment,
  ReassessmentStore,
  removed,
} from "@outlay/domain/ports"
import { newestFirst } from "@outlay/domain/rules"
import { Effect, Result } from "effect"
import { change, read } from "./access.ts"
import { deepEqual } from "./assert.ts"
import { check, type Suites } from "./cases.ts"
import { acme, at, ground, other, plant } from "./given.ts"

const { client_id } = acme

const fresh: Reassessment = {
  ...{ client_id, auth_date: null, transaction_id: null, again: false },
  ...{ created: at(1), updated: at(1) },
}

const item = acme.lineItem(1, { amount: money(1_000) })
const receipt_urls = ["https://example.test/1"]

/** Several rows of one instant among others, with complete or incomplete expense details. */
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

/** Guarantees of a storage for reassessments. */
export const reassessmentStoreSuites: Suites<ReassessmentStore> = [
  {
    name: "Reassessments",
    cases: [
      check("stores one per business, unchanged, until it is removed", () =>
        Effect.gen(function* () {
          const pendingOf = (of: typeof acme) => read(of, pendingReassessment)
          yield* plant(acme, ground(acme))
          yield* plant(other, ground(other))
          const write = (...writes: Parameters<typeof plant>[1]) =>
            change(acme, pendingReassessment, (found) =>
              Result.succeed({ ...nothing(found), writes }),
            )
          equal(yield* write(created("reassessments", fresh)), null)
          deepEqual(yield* pendingOf(acme), fresh)
          equal(yield* pendingOf(other), null)
          const after = { ...fresh, auth_date: at(3), transaction_id: acme.uuid(1), again: true }
          deepEqual(yield* write(changed("reassessments", fresh, after)), fresh)
          deepEqual(yield* pendingOf(acme), after)
          deepEqual(yield* write(removed("reassessments", after)), after)
          equal(yield* pendingOf(acme), null)
        }),
      ),

      check("lists the businesses that have one, ascending, in parts", () =>
        Effect.gen(function* () {
          const store = yield* ReassessmentStore
          for (const of of [other, acme]) {
            const row = { ...fresh, client_id: of.client_id }
            yield* plant(of, [...ground(of), created("reassessments", row)])
          }
          const both = [acme.client_id, other.client_id]
          deepEqual(yield* store.due(0, 500), both)
          deepEqual(yield* store.due(0, 1), both.slice(0, 1))
          deepEqual(yield* store.due(acme.client_id, 1), both.slice(1))
          deepEqual(yield* store.due(other.client_id, 1), [])
        }),
      ),

      check("lists incomplete transactions, newest first, from any position and in any part", () =>
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
              deepEqual(placesOf(found), placesOf(expected.slice(n, n + limit)))
            }
          }
          const complete = rows.at(-1) ?? null
          deepEqual(placesOf(yield* store.incomplete(client_id, complete, 1)), [
            [at(3), acme.uuid(1)],
          ])
        }),
      ),

      check("says for each whether settings alone decide, and its approximate size", () =>
        Effect.gen(function* () {
          const store = yield* ReassessmentStore
          yield* plant(acme, [...ground(acme), ...rows.map((row) => created("transactions", row))])
          const found: ReadonlyArray<Candidate> = yield* store.incomplete(client_id, null, 500)
          const could = found.filter((_) => _.could_be_complete)
          deepEqual(could.map((_) => _.id).toSorted(), [2, 5, 6].map(acme.uuid))
          const entry_text = "x".repeat(100_000)
          const fieldValues = [{ custom_field_id: null, field_name: "Project", entry_text }]
          const [, small] = rows
          if (small === undefined) throw new Error("two are needed")
          const large = {
            ...small,
            line_items: small.line_items.map((_) => ({ ..._, custom_fields: fieldValues })),
          }
          yield* plant(acme, [changed("transactions", small, large)])
          const [after] = yield* store.incomplete(client_id, null, 1)
          const before = could.find((_) => _.id === small.id)
          ok(before !== undefined && before.size < 10_000)
          ok(after !== undefined && after.size > 100_000)
        }),
      ),
    ],
  },
]
