import { money } from "@outlay/domain"
import { Fields, records } from "@outlay/domain/fields"
import { Schema } from "effect"
import { describe, expect, test } from "vitest"
import { shown } from "../src/resources.ts"
import {
  field,
  listOf,
  nullOr,
  onlyWhere,
  present,
  type Wire,
  wire,
  within,
} from "../src/shared/wire.ts"

const features = { expense_assistant: true, itemised_tax: true, hold_to_wallet: false }
const business = { client_id: 7, currency: "AUD", features }

const Part = Schema.Struct({
  client_id: Fields.client_id,
  cost: Fields.amount("What it costs."),
  secret: Fields.internal(Fields.text("Never shown.")),
}).annotate({ identifier: "Part", description: "A part." })

const Whole = Schema.Struct({
  client_id: Fields.client_id,
  id: Fields.uuid("The id."),
  currency: Fields.currencyCode("Of `fx_amount`."),
  amount: Fields.amount("In the business's own."),
  fx_amount: Fields.amount("The same.", { field: "currency" }),
  limit: Fields.nullable(Fields.amount(), "The most; null: any."),
  rate: Fields.fraction("A share.", 1_000),
  parts: Fields.listOf(Part, "What it is made of."),
  first: Fields.nullable(Part, "The first of them, or null."),
  tags: Fields.listOf(Fields.text(), "Words."),
  hash: Fields.internal(Fields.text("Never shown.")),
}).annotate({ identifier: "Whole", description: "Something with all kinds of fields." })

const part = { client_id: 7, cost: money(250), secret: "s" }
const whole = {
  client_id: 7,
  id: "0199a7c2-4f10-7c3a-9b52-6d1e8f0a2b3c",
  currency: "JPY",
  amount: money(-1_005),
  fx_amount: money(-980),
  limit: null,
  rate: 125,
  parts: [part, { ...part, cost: money(1) }],
  first: part,
  tags: ["a"],
  hash: "h",
}

describe("a record on the wire", () => {
  const form = wire(Whole)

  test("has amounts in major units of their currencies, and no internal fields", () => {
    expect(form.encode({ ...whole, more: "not of the record" } as typeof whole, business)).toEqual({
      id: whole.id,
      currency: "JPY",
      amount: -10.05,
      fx_amount: -980,
      limit: null,
      rate: 0.125,
      parts: [{ cost: 2.5 }, { cost: 0.01 }],
      first: { cost: 2.5 },
      tags: ["a"],
    })
  })

  test("is decoded to the values of the record", () => {
    const { client_id, hash, ...visible } = whole
    const parts = [{ cost: 250 }, { cost: 1 }]
    expect(form.restore(form.encode(whole, business) as never, business)).toEqual({
      ...visible,
      parts,
      first: parts[0],
    })
    expect(form.restore({ amount: null, fx_amount: 5, other: 1 }, business)).toEqual({
      ...{ amount: null, fx_amount: 5, other: 1 },
    })
  })

  test("has a description for each field", () => {
    const { schema } = wire(Whole, { identifier: "Other", example: undefined as never })
    expect(Schema.resolveAnnotations(schema as never)).toMatchObject({
      identifier: "Other",
      description: "Something with all kinds of fields.",
    })
    const fields = (schema as unknown as typeof Whole).fields
    expect(Object.keys(fields)).not.toContain("hash")
    expect(Fields.annotationsOf(fields.amount)["description"]).toBe(
      "In the business's own. In major units.",
    )
    expect(Fields.annotationsOf(fields.id)["format"]).toBe("uuid")
  })

  test("has one schema wherever it is used", () => {
    expect(wire(Part).schema).toBe(wire(Part).schema)
  })
})

describe("a field with another encoding", () => {
  const partForm = wire(Part)
  const form = wire(Whole, {
    changes: {
      first: present(within(partForm)),
      parts: listOf(partForm, "The parts."),
      limit: onlyWhere(({ features }) => features.itemised_tax, field(Whole.fields.limit)),
      extra: nullOr(within(partForm), "One more, or null."),
    },
  })

  test.each([
    ["is absent if it is null", { first: null }, business, "first"],
    [
      "is absent if the business does not have the feature",
      {},
      { ...business, features: { ...features, itemised_tax: false } },
      "limit",
    ],
  ])("%s", (_, changes, of, name) => {
    expect(form.encode({ ...whole, extra: null, ...changes } as never, of)).not.toHaveProperty(name)
    expect(form.encode({ ...whole, extra: null } as never, business)).toHaveProperty(name)
  })

  test("is decoded", () => {
    const written = form.encode({ ...whole, extra: part } as never, business)
    expect(form.restore(written, business)).toMatchObject({
      first: { cost: 250 },
      extra: { cost: 250 },
      limit: null,
    })
  })
})

const plain = { ...business, features: { ...features, itemised_tax: false } }

/** Returns the example of a schema. */
const exampleOf = ({ schema }: Wire<never, object>): { readonly [name: string]: unknown } =>
  (Fields.annotationsOf(schema as never)["examples"] as ReadonlyArray<never>)[0] as never

describe("records in events", () => {
  test.each(Object.entries<Wire<never, object>>(shown))(
    "%s: an example is encoded and decoded without changes",
    (_, form) => {
      const example = exampleOf(form)
      const restored = form.restore(example, plain)
      expect(form.encode({ invite: null, user: null, ...restored } as never, plain)).toEqual(
        example,
      )
    },
  )
})

describe("descriptions", () => {
  const undescribed = Object.entries(records).flatMap(([table, { record }]) =>
    Object.entries(record.fields)
      .filter(([, field]) => !("description" in Fields.annotationsOf(field)))
      .map(([name]) => `${table}.${name}`),
  )
  test("every field of every record has one", () => expect(undescribed).toEqual([]))
})
