import { BigDecimal, Schema, SchemaTransformation } from "effect"
import { describe, expect, test } from "vitest"
import { endpoint, none } from "../src/shared/endpoint.ts"
import { openApi } from "../src/shared/openapi.ts"

const annotations = { description: "What it is.", format: "date-time", examples: ["2026-11-30"] }
const Name = Schema.Struct({ name: Schema.String.annotate({ description: "A name." }) }).annotate({
  identifier: "Name",
  description: "Somebody's name.",
})
const count = Schema.String.pipe(
  Schema.decodeTo(Schema.Int, SchemaTransformation.transform({ decode: Number, encode: String })),
)
const decimal = Schema.Finite.pipe(
  Schema.decodeTo(
    Schema.BigDecimal,
    SchemaTransformation.transform({
      decode: BigDecimal.fromNumberUnsafe,
      encode: (amount: BigDecimal.BigDecimal) => Number(BigDecimal.format(amount)),
    }),
  ),
)
const amount = BigDecimal.fromStringUnsafe("12.34")

/** Returns the properties of a body in the document, and its components. */
const documented = (fields: Schema.Struct.Fields) => {
  const body = Schema.Struct(fields).annotate({ identifier: "Body" })
  const made = endpoint({
    operation: "notes.create",
    method: "POST",
    path: "/notes",
    access: "operator",
    summary: "",
    description: "",
    params: {},
    body: body as unknown as Schema.Codec<unknown, unknown>,
    success: none,
    problems: [],
  })
  const { components } = openApi([made], { version: "1.0.0" }) as {
    readonly components: { readonly schemas: Readonly<Record<string, Record<string, unknown>>> }
  }
  const { Body, ...others } = components.schemas
  return { properties: Body?.["properties"] as Record<string, unknown>, others }
}

describe("the document contains the annotation", () => {
  const rows: ReadonlyArray<readonly [string, Schema.Top, object]> = [
    ["of a text", Schema.String.annotate(annotations), { type: "string", ...annotations }],
    [
      "of a text with a check",
      Schema.String.check(Schema.isMaxLength(9)).annotate(annotations),
      { type: "string", maxLength: 9, ...annotations },
    ],
    [
      "of the last of two",
      Schema.String.annotate({ description: "First." })
        .check(Schema.isMaxLength(9))
        .annotate(annotations),
      { type: "string", maxLength: 9, ...annotations },
    ],
    [
      "of an integer",
      Schema.Int.annotate({ format: "int64" }),
      expect.objectContaining({ type: "integer", format: "int64" }),
    ],
    ["of a key", Schema.String.annotateKey(annotations), { type: "string", ...annotations }],
    [
      "of an optional key",
      Schema.optionalKey(Schema.String).annotateKey(annotations),
      { type: "string", ...annotations },
    ],
    [
      "of a nullable value",
      Schema.NullOr(Schema.String).annotate(annotations),
      { anyOf: [{ type: "string" }, { type: "null" }], ...annotations },
    ],
    [
      "of an element",
      Schema.Array(Schema.String.check(Schema.isMaxLength(9)).annotate(annotations)),
      { type: "array", items: { type: "string", maxLength: 9, ...annotations } },
    ],
    [
      "of a use of a component",
      Name.annotateKey({ description: "Whose." }),
      { $ref: "#/components/schemas/Name", description: "Whose." },
    ],
    [
      "of a decoded value, on its decoded side",
      count.annotate({ description: "How many.", format: "int64" }),
      { type: "string", description: "How many.", format: "int64" },
    ],
    [
      "of a decoded value, on its key",
      count.annotateKey({ description: "How many." }),
      { type: "string", description: "How many." },
    ],
    [
      "with examples in wire format",
      decimal.annotate({ examples: [amount] }),
      { type: "number", format: "double", examples: [12.34] },
    ],
    [
      "without `allOf` for a single check",
      Schema.Int.check(Schema.isGreaterThanOrEqualTo(1)).annotate({ description: "Id." }),
      expect.not.objectContaining({ allOf: expect.anything() }),
    ],
  ]
  test.each(rows)("%s", (_, field, expected) =>
    expect(documented({ field }).properties["field"]).toEqual(expected),
  )

  test("also of the fields inside, in their component", () => {
    expect(documented({ field: Schema.Array(Name) }).others["Name"]).toMatchObject({
      description: "Somebody's name.",
      properties: { name: { type: "string", description: "A name." } },
    })
  })
})
