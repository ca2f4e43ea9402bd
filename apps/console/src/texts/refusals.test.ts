import { readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, test } from "vitest"
import { english } from "./english.ts"
import { german } from "./german.ts"
import { developerCodes } from "./refusals.ts"
import { swiss } from "./swiss.ts"
import { translationOf } from "./translation.ts"

const path = join(import.meta.dirname, "../../../../docs/openapi.json")
const document = JSON.parse(readFileSync(path, "utf8"))

interface Schema {
  readonly type?: string | ReadonlyArray<string>
  readonly format?: string
  readonly enum?: ReadonlyArray<string>
  readonly anyOf?: ReadonlyArray<Schema>
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: ReadonlyArray<string>
}

/** Values of each error code, derived by `packages/http-contract` from every problem. */
const codes: Readonly<Record<string, Schema>> = document["x-problem-values"].properties

/** Codes that only the operator's operations return. */
const operatorCodes = (): ReadonlySet<string> => {
  const found = { operator: new Set<string>(), business: new Set<string>() }
  const collect = (part: unknown, into: Set<string>): void => {
    if (typeof part !== "object" || part === null) return
    const { code } = part as { readonly code?: Schema }
    for (const each of code?.enum ?? []) into.add(each)
    for (const each of Object.values(part)) collect(each, into)
  }
  for (const [path, methods] of Object.entries(document.paths)) {
    const side = path.startsWith("/operator") ? "operator" : "business"
    collect(methods, found[side])
  }
  return new Set([...found.operator].filter((code) => !found.business.has(code)))
}

/** Returns every value of a small schema, otherwise an example. */
const samples = (schema: Schema): ReadonlyArray<unknown> => {
  if (schema.enum !== undefined) return schema.enum
  if (schema.anyOf !== undefined) return schema.anyOf.flatMap(samples)
  if (schema.properties !== undefined) {
    return [
      Object.fromEntries(
        Object.entries(schema.properties).map(([name, each]) => [name, samples(each)[0]]),
      ),
    ]
  }
  if (schema.items !== undefined) return [samples(schema.items)]
  if (schema.type === "null") return [null]
  if (schema.type === "integer" || schema.type === "number") return [1234]
  if (schema.format === "date") return ["2026-11-30"]
  return [schema.format === "date-time" ? "2026-11-30T12:00:00.000Z" : "EUR"]
}

/** Returns the values of a code: once with all, and once with only the required ones. */
const cases = ({ properties = {}, required = [] }: Schema): ReadonlyArray<object> => {
  let all: ReadonlyArray<object> = [{}]
  for (const [name, schema] of Object.entries(properties)) {
    const isOptional = !required.includes(name)
    const each = samples(schema).map((value) => ({ [name]: value }))
    all = all.flatMap((one) => [
      ...(isOptional ? [one] : []),
      ...each.map((_) => ({ ...one, ..._ })),
    ])
  }
  return all
}

/** Returns values that throw when a property outside the description is read. */
const guarded = (values: object, schema: Schema): object =>
  new Proxy(values, {
    get: (props, name) => {
      if (typeof name === "string" && !(name in (schema.properties ?? {}))) {
        throw new Error(`The API has no value ${name} here.`)
      }
      return Reflect.get(props, name)
    },
  })

const detail = "An English sentence."
const met = Object.entries(codes).filter(
  ([code]) => !(developerCodes as ReadonlyArray<string>).includes(code),
)

describe.each([
  ["German", "de", german],
  ["English", "en-AU", english],
] as const)("refusals in %s", (_, language, { refusals }) => {
  const say = translationOf(language, refusals)

  test.each(met)("%s has a sentence for its values", (code, schema) => {
    for (const values of cases(schema)) {
      const sentence = say({ code, detail, values: guarded(values, schema) as never })
      expect(sentence).not.toBe(detail)
      expect(sentence).toMatch(/^[A-ZÄÖÜ„“].*[.…]$/u)
      expect(sentence).not.toMatch(/undefined|null|NaN|\[object|_/u)
    }
  })

  test("there are no others; texts only in English are for the operator or for programs", () => {
    expect(met.length).toBeGreaterThan(90)
    expect(Object.keys(refusals).sort()).toEqual(met.map(([code]) => code).sort())
    const [ofPrograms, ofOperator] = [
      developerCodes.filter((code) => !operatorCodes().has(code)),
      developerCodes.filter((code) => operatorCodes().has(code)),
    ]
    expect(ofPrograms).toHaveLength(18)
    expect(ofOperator.sort()).toEqual([...operatorCodes()].sort())
  })

  test("a refusal without its own text has that of the service", () => {
    expect(say({ code: "of_tomorrow", detail })).toBe(detail)
  })
})

describe("refusals have correct plurals, and claim no more than is known", () => {
  const aud = (amount: number) => ({ amount, currency: "AUD" })
  test.each([
    ["too_many_sign_in_links", { retry_after: 1 }, "in 1 second.", "in einer Sekunde noch"],
    ["too_many_sign_in_links", { retry_after: 59 }, "in 59 seconds.", "in 59 Sekunden noch"],
    ["too_many_sign_in_links", { retry_after: 60 }, "in 1 minute.", "in einer Minute noch"],
    ["too_many_sign_in_links", { retry_after: 843 }, "in 15 minutes.", "in 15 Minuten noch"],
    ["too_long", { maximum: 1, of: "items" }, "1 entry is allowed", "1 Eintrag ist erlaubt"],
    ["too_long", { maximum: 1 }, "1 character is allowed", "1 Zeichen ist erlaubt"],
    [
      "insufficient_funds",
      { available: aud(-5), requested: aud(9) },
      "Nothing is",
      "Es ist nichts",
    ],
    ["last_budget_owner", { budgets: [{ name: "A" }, { name: "B" }] }, "“A” or “B”", "„A“ und „B“"],
    ["unauthorized", undefined, "not valid, or no longer valid", "gilt nicht oder nicht mehr"],
    ["unknown_currency", undefined, "is not known, or", "ist nicht bekannt, oder"],
    ["chained_assistant", undefined, "and be one at the same time", "und zugleich selbst"],
    ["storage_unavailable", undefined, "not available", "nicht verfügbar"],
    [
      "not_an_approver",
      { action: "approve", status: "PENDING" },
      "who is away",
      "die abwesend sind",
    ],
    ["needs_approval", { policy: "P", amount: aud(9) }, "who is away", "die abwesend sind"],
  ] as const)("%s %o", (code, values, inEnglish, inGerman) => {
    const problem = { code, detail, ...(values !== undefined && { values: values as never }) }
    expect(translationOf("en-AU", english.refusals)(problem)).toContain(inEnglish)
    expect(translationOf("de", german.refusals)(problem)).toContain(inGerman)
  })
})

describe("refusals of a country", () => {
  const say = translationOf("de", german.refusals)

  test("amounts, days and quotation marks are those of the country", () => {
    const available = { amount: 1234.5, currency: "CHF" }
    const funds = { available, requested: { amount: 2000, currency: "CHF" } }
    const problem = { code: "insufficient_funds", detail, values: funds }
    expect(translationOf("de-CH", swiss.refusals)(problem)).toMatch(
      /^Nur CHF\u00a01’234\.50 sind verfügbar: CHF\u00a02’000\.00 lassen sich/u,
    )
    expect(say(problem)).toContain("1.234,50\u00a0CHF")
    const known = { code: "custom_field_exists", detail, values: { name: "Straße" } }
    expect(translationOf("de-CH", swiss.refusals)(known)).toContain("«Straße»")
  })
})
