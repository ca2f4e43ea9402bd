import { createHash } from "node:crypto"
import { describe, expect, test } from "vitest"
import type { NewEvent } from "../core/events.ts"
import { EventChain } from "./chain.ts"
import { noHead, type SealedEvent, sealed } from "./seal.ts"

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex")

const seal = {
  business: {
    client_id: 7,
    currency: "AUD",
    features: { expense_assistant: false, itemised_tax: false, hold_to_wallet: false },
  },
  sha256,
  encode: (_: string, record: object) => record,
}

const event: NewEvent = {
  type: "policy.updated",
  resource: "policies",
  data: { id: "p" },
  previous: null,
}

const at = (n: number): string => `2026-01-01T00:00:0${n}.000Z`

/** Five consecutive events of one business. */
const history: Array<SealedEvent> = []
for (const n of [1, 2, 3, 4, 5]) {
  const head = history.at(-1) ?? noHead
  history.push(sealed(head, event, { id: `e${n}`, now: at(n), actor: "{}" }, seal))
}

const altered = (n: number, changes: Partial<SealedEvent>) =>
  history.map((each) => (each.sequence === n ? { ...each, ...changes } : each))

const hash = "it, or the one before it, was altered"
const missing = "an event before it is missing"

const rows: ReadonlyArray<readonly [string, ReadonlyArray<SealedEvent>, ReadonlyArray<string>]> = [
  ["no event", [], []],
  ["an unchanged history", history, []],
  ["changed data", altered(3, { data: '{"id":"q"}' }), [`e3 hash: ${hash}`]],
  ["changed previous values", altered(3, { previous: "{}" }), [`e3 hash: ${hash}`]],
  ["a changed actor", altered(3, { actor: '{"type":"system"}' }), [`e3 hash: ${hash}`]],
  ["a changed id", altered(3, { id: "x" }), [`x hash: ${hash}`]],
  ["a changed hash", altered(3, { hash: "0" }), [`e3 hash: ${hash}`, `e4 hash: ${hash}`]],
  ["a changed hash of the newest event", altered(5, { hash: "0" }), [`e5 hash: ${hash}`]],
  [
    "a changed time",
    altered(3, { created: at(9) }),
    [`e3 hash: ${hash}`, "e4 created: it is out of order"],
  ],
  [
    "an unknown type",
    altered(3, { type: "policy.lost" }),
    [`e3 hash: ${hash}`, "e3 type: unknown event type"],
  ],
  [
    "a changed kind of record",
    altered(3, { resource: "topups" }),
    ["e3 resource: it is of another type"],
  ],
  ["a missing first event", history.slice(1), [`e2 sequence: ${missing}`]],
  ["a missing event", history.filter(({ id }) => id !== "e3"), [`e4 sequence: ${missing}`]],
  ["a missing newest event, which only a saved head shows", history.slice(0, -1), []],
  ["changed hidden fields, which only the row shows", altered(3, { hidden: "{}" }), []],
]

describe("the chain of events checks", () => {
  test.each(rows)("%s", (_, events, found) => {
    const chain = new EventChain(sha256)
    const faults = events.flatMap((each) => chain.take(each))
    expect(faults.map(({ event_id, field, what }) => `${event_id} ${field}: ${what}`)).toEqual(
      found,
    )
    const last = events.at(-1)
    expect(chain.head).toEqual(
      last === undefined ? null : { sequence: last.sequence, hash: last.hash },
    )
  })
})
