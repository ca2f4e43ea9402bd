import { describe, expect, test } from "vitest"
import { kinds } from "./kinds.ts"
import { Lookups } from "./lookups.ts"
import { type ReadEvent, RecordHistory } from "./record-history.ts"

const lookups = new Lookups({ roles: [], budgets: [], tax_rates: [], categories: [] })

const at = (second: number): string => `2026-01-01T00:00:0${second}.000Z`
const idAt = (second: number, rest = "0"): string => `019b76da-a80${second}-700${rest}`

const policy = (fields: object = {}) => ({
  ...{ client_id: 7, id: "p", name: "Large", budget_id: null, above_amount: null },
  ...{ created: at(0), updated: at(0) },
  ...fields,
})

const event = (changes: Partial<ReadEvent> = {}): ReadEvent => ({
  ...{ id: idAt(0), type: "policy.created", created: at(0) },
  ...{ data: policy(), previous: null, hidden: [] },
  ...changes,
})

const renamed = (changes: Partial<ReadEvent> = {}): ReadEvent =>
  event({
    ...{ id: idAt(1), type: "policy.updated", created: at(1) },
    data: policy({ name: "Larger", updated: at(1) }),
    previous: { name: "Large", updated: at(0) },
    ...changes,
  })

const deleted = event({
  ...{ id: idAt(2), type: "policy.deleted", created: at(2) },
  data: policy({ name: "Larger", updated: at(1) }),
  previous: {},
})

const hiding = { hidden: ["name"] }

const disordered = ["created: its events are out of order"]

interface Row {
  readonly name: string
  readonly events: ReadonlyArray<ReadEvent>
  readonly row?: object | null
  readonly found: ReadonlyArray<string>
}

const rows: ReadonlyArray<Row> = [
  { name: "a creation", events: [event()], row: policy(), found: [] },
  { name: "a change", events: [event(), renamed()], found: [] },
  { name: "a deletion", events: [event(), renamed(), deleted], row: null, found: [] },
  {
    name: "a new record with the key of a deleted one",
    events: [event(), renamed(), deleted, event({ id: idAt(3), created: at(3) })],
    row: policy(),
    found: [],
  },
  {
    name: "a field that the interface shows only since the change",
    events: [event(hiding), renamed({ previous: { name: null, updated: at(0) } })],
    found: [],
  },
  {
    name: "a field that the interface hides since the change",
    events: [event(), renamed({ ...hiding, previous: { name: null, updated: at(0) } })],
    found: [],
  },
  {
    name: "a change after the deletion",
    events: [event(), renamed(), deleted, renamed({ id: idAt(3), created: at(3) })],
    found: ["null: no event reports its creation"],
  },
  {
    name: "a clock that was set back",
    events: [
      event({ id: idAt(5), created: at(5) }),
      renamed({ data: policy({ name: "Larger", updated: at(1) }) }),
    ],
    found: [],
  },
  {
    name: "swapped times",
    events: [event({ created: at(1) }), renamed({ created: at(0) })],
    found: disordered,
  },
  {
    name: "swapped ids",
    events: [event({ id: idAt(1) }), renamed({ id: idAt(0) })],
    found: disordered,
  },
  {
    name: "two processes within a millisecond",
    events: [event({ id: idAt(0, "9") }), renamed({ id: idAt(0, "1"), created: at(0) })],
    found: [],
  },
  {
    name: "a field that an event omits",
    events: [event({ data: { ...policy(), name: undefined } })].map((each) => ({
      ...each,
      data: JSON.parse(JSON.stringify(each.data)),
    })),
    row: policy(),
    found: ["name: differs from the last event"],
  },
  {
    name: "a row with its fields in another order",
    events: [event()],
    row: Object.fromEntries(Object.entries(policy()).reverse()),
    found: [],
  },
]

const authorised = (hidden: object = {}) =>
  event({
    ...{ type: "transaction.declined", hidden: Object.keys(hidden) },
    data: { ...shownTransaction(), ...hidden },
  })

const explained = {
  ...{ external_id: "a-1", decline_code: "insufficient_funds", explanation: "0.00 left" },
}

const shownTransaction = (fields: object = {}) => ({
  ...{ client_id: 7, id: "t", transaction_type: "CHARGE", status: "DECLINED" },
  ...{ expense_status: "COMPLETE", auth_date: at(0), cleared_date: null, merchant_name: "Bakery" },
  ...{ currency: "AUD", amount: -1, fx_amount: -1, gst: 0, attendees: [], receipt_urls: [] },
  ...{ custom_fields: [], line_items: [], user: null, budget: null },
  ...{ created: at(0), updated: at(0), ...fields },
})

const visited = event({
  ...{ id: idAt(1), type: "transaction.updated", created: at(1) },
  data: shownTransaction({ merchant_name: "Baker", updated: at(1) }),
  previous: { merchant_name: "Bakery", updated: at(0) },
})

const rowOfTransaction = (fields: object) => ({
  ...shownTransaction({ merchant_name: "Baker", updated: at(1) }),
  ...{ user_id: null, budget_id: null, ...explained, ...fields },
})

const constants: ReadonlyArray<Row> = [
  {
    name: "equal to the first event",
    events: [authorised(explained), visited],
    row: {},
    found: [],
  },
  {
    name: "altered",
    events: [authorised(explained), visited],
    row: { external_id: "a-2", decline_code: null, explanation: "10.00 left" },
    found: ["external_id", "decline_code", "explanation"],
  },
  {
    name: "added to a transaction without them",
    events: [authorised({ external_id: "a-1" }), visited],
    row: {},
    found: ["decline_code", "explanation"],
  },
  { name: "missing in all events", events: [authorised(), visited], row: {}, found: [] },
]

test.each(constants)("the constant fields of a transaction: $name", (given) => {
  const { events, row, found } = given
  const record = { resource: "transactions", id: "t" } as const
  const stored = rowOfTransaction(row ?? {})
  const history = new RecordHistory({ ...record, kind: kinds.transactions, row: stored }, lookups)
  for (const each of events) history.take(each)
  expect(history.end().map(({ field }) => field)).toEqual(found)
})

describe("the history of a record", () => {
  test.each(rows)("$name", ({ events, row = events.at(-1)?.data ?? null, found }) => {
    const record = { resource: "policies", id: "p", kind: kinds.policies } as const
    const history = new RecordHistory({ ...record, row: row as never }, lookups)
    for (const each of events) history.take(each)
    expect(history.end().map(({ field, what }) => `${field}: ${what}`)).toEqual(found)
  })
})
