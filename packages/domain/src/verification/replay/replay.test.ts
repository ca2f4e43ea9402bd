import { Effect } from "effect"
import { expect, test } from "vitest"
import { type Kept, soundBooks, storeOf } from "../../../test/books.ts"
import { aBusiness } from "../../../test/given.ts"
import type { EventResource } from "../../core/event-types.ts"
import type { Category } from "../../core/records/categories.ts"
import { EventsAsRecorded } from "../../events/encoder.ts"
import type { SealedEvent } from "../../events/seal.ts"
import { VerificationStore } from "../store.ts"
import { recordOf } from "./record-events.ts"
import { replay } from "./replay.ts"

const created = "2026-11-01T09:00:00.000Z"
const renamed = "2026-11-02T09:00:00.000Z"

const event = (
  sequence: number,
  type: string,
  resource: EventResource,
  data: object,
  previous: object | null = null,
): SealedEvent => ({
  ...{ client_id: 7, sequence, id: `01-${sequence}`, type, resource, actor: "{}", hash: "" },
  created: sequence < 4 ? created : renamed,
  data: JSON.stringify(data),
  previous: previous === null ? null : JSON.stringify(previous),
  hidden: null,
})

const business = aBusiness({ created, updated: created })
const wallet = { client_id: 7, currency: "AUD", balance: 0, created, updated: created }
const meals: Category = {
  ...{ client_id: 7, id: "meals", name: "Meals", enabled: true, is_deleted: false },
  ...{ accounting_code_id: null, created, updated: created },
} as Category
const food: Category = { ...meals, name: "Food", updated: renamed }

const events = [
  event(1, "business.created", "businesses", { ...business, roles: [] }),
  event(2, "wallet.created", "wallets", wallet),
  event(3, "category.created", "categories", meals),
  event(4, "category.updated", "categories", food, { name: "Meals", updated: created }),
] as const

/** These events, and the rows that follow from them. */
const sound: Kept = {
  ...soundBooks,
  tables: {
    ...soundBooks.tables,
    ...{ businesses: [business], wallets: [wallet], roles: [], categories: [food] },
    ...{ budgets: [], budget_members: [] },
  },
  ...{ transactions: [], topups: [] },
  events,
}

const [, , made, changed] = events
const altered = (by: (event: SealedEvent) => SealedEvent | null): Kept => ({
  ...sound,
  events: events.flatMap((each) => by(each) ?? []),
})
const inCategory = (...categories: ReadonlyArray<Category>): Kept => ({
  ...sound,
  tables: { ...sound.tables, categories },
})

const rows: ReadonlyArray<readonly [string, Kept, ReadonlyArray<string>]> = [
  ["nothing if all rows follow from their events", sound, []],
  [
    "nothing in a total, which only the ledger explains",
    { ...sound, tables: { ...sound.tables, wallets: [{ ...wallet, balance: 5 }] } },
    [],
  ],
  [
    "a changed row",
    inCategory({ ...food, name: "Other" }),
    ["categories meals 01-4 name: differs from the last event"],
  ],
  [
    "a removed row",
    inCategory(),
    ["categories meals 01-4 null: is missing, and no event reports its deletion"],
  ],
  [
    "a row without events",
    inCategory(food, { ...food, id: "travel" }),
    ["categories travel null null: no event reports it"],
  ],
  [
    "a missing creation",
    altered((each) => (each === made ? null : each)),
    ["categories meals 01-4 null: no event reports its creation"],
  ],
  [
    "a second creation",
    altered((each) => ({ ...each, previous: null })),
    ["categories meals 01-4 null: is created a second time"],
  ],
  [
    "wrong previous values and a wrong time",
    altered((each) =>
      each === changed ? { ...each, id: "00", previous: '{"name":"Drinks"}' } : each,
    ),
    [
      "categories meals 00 name: the previous value in the event differs from the event before it",
      "categories meals 00 updated: the previous value in the event differs from the event before it",
      "categories meals 00 created: its events are out of order",
    ],
  ],
  [
    "a row after its removal",
    altered((each) => (each.resource === "wallets" ? { ...each, type: "wallet.deleted" } : each)),
    ["wallets AUD 01-2 null: is there, after wallet.deleted"],
  ],
  [
    "events without a record, and one whose data is not an object",
    altered((each) => {
      if (each === changed) return { ...each, data: "{" }
      if (each === made) return { ...each, resource: "gifts" as EventResource }
      return each.resource === "businesses" ? { ...each, data: "[]" } : each
    }),
    [
      "categories  01-4 null: the event has no record",
      "gifts  01-3 null: the event has no record",
      "categories meals null null: no event reports it",
      "businesses 7 01-1 null: its data cannot be read",
    ],
  ],
]

test.each(rows)("a replay finds %s", (_, books, found) => {
  const progress: Array<number> = []
  const result = replay(7, (events) => progress.push(events)).pipe(
    Effect.provideService(VerificationStore, storeOf(books)),
    Effect.provide(EventsAsRecorded),
    Effect.runSync,
  )
  const texts = result.unexplained.first.map(
    ({ resource, id, event_id, field, what }) => `${resource} ${id} ${event_id} ${field}: ${what}`,
  )
  expect(texts.toSorted()).toEqual(found.toSorted())
  expect(progress.at(-1)).toBe(result.events)
})

const link = { client_id: 7, resource: "custom_field_budgets", previous: null } as const

test.each<readonly [Parameters<typeof recordOf>[0], string]>([
  [{ ...link, data: '{"id":"b"}', hidden: '{"custom_field_id":"f"}' }, "f b"],
  [{ ...link, data: '{"id":"b"}', hidden: null }, ""],
  [{ ...link, data: '{"id":"b"}', hidden: '{"custom_field_id":"f"}', previous: "{" }, ""],
  [
    { ...link, resource: "budget_periods", data: '{"budget_id":"b","number":2}', hidden: null },
    "b 2",
  ],
  [{ ...link, resource: "wallets", data: '{"currency":"AUD"}', hidden: null }, "AUD"],
  [{ ...link, resource: "businesses", data: "{}", hidden: null }, "7"],
])("the record of %j is %j", (of, record) => {
  expect(recordOf(of)).toBe(record)
})
