import { Result, Schema } from "effect"
import { describe, expect, test } from "vitest"
import { Amount, NonNegativeAmount, NonZeroAmount } from "../src/shared/amount.ts"
import { decodeBody } from "../src/shared/faults.ts"
import { exactlyOnePerson, personFields } from "../src/shared/person.ts"
import {
  CalendarDate,
  CurrencyCode,
  description,
  Email,
  IntegerId,
  IntegerOrDigits,
  list,
  nonEmptyList,
  Timestamp,
  text,
  Uuid,
  uniqueList,
} from "../src/shared/text.ts"

const Everything = Schema.Struct({
  name: Schema.optionalKey(text(5)),
  note: Schema.optionalKey(Schema.NullOr(description)),
  email: Schema.optionalKey(Email),
  amount: Schema.optionalKey(Amount),
  reset_amount: Schema.optionalKey(NonNegativeAmount),
  change: Schema.optionalKey(NonZeroAmount),
  currency: Schema.optionalKey(CurrencyCode),
  at: Schema.optionalKey(Timestamp),
  day: Schema.optionalKey(CalendarDate),
  id: Schema.optionalKey(Uuid),
  user_id: Schema.optionalKey(IntegerId),
  invite_id: Schema.optionalKey(IntegerOrDigits),
  kind: Schema.optionalKey(Schema.NullOr(Schema.Literals(["A", "B"]))),
  flag: Schema.optionalKey(Schema.Boolean),
  people: Schema.optionalKey(nonEmptyList(exactlyOnePerson(personFields))),
  names: Schema.optionalKey(uniqueList(text(5))),
  any: Schema.optionalKey(list(Schema.Json)),
})

const Required = Schema.Struct({ first: Schema.String, "a/b~c": Schema.Finite })

const faultsOf = (schema: Schema.Codec<unknown, unknown>, value: unknown) => {
  const result = decodeBody(schema, value)
  return Result.isFailure(result)
    ? result.failure.map(({ pointer, code }) => `${pointer} ${code}`).sort()
    : []
}

const everything = Everything as unknown as Schema.Codec<unknown, unknown>
const uuid = "0199a7c2-4f10-7c3a-9b52-6d1e8f0a2b3c"

/** Cases that run with the interpreted and with the compiled Schema. */
export const faultsTable = (engine: string): void => {
  describe(`errors, ${engine}`, () => {
    test.each<[unknown, ReadonlyArray<string>]>([
      [{ name: "" }, ["/name too_short"]],
      [{ name: " \t " }, ["/name too_short"]],
      [{ name: "123456" }, ["/name too_long"]],
      [{ name: "𝄞𝄞𝄞𝄞𝄞" }, []],
      [{ name: "𝄞𝄞𝄞𝄞𝄞𝄞" }, ["/name too_long"]],
      [{ name: "12345 " }, ["/name too_long"]],
      [{ name: "e\u0301e\u0301e" }, []],
      [{ name: "e\u0301e\u0301e\u0301" }, ["/name too_long"]],
      [{ note: `a${"\u0300".repeat(30)} b${"\u0315".repeat(30)}` }, []],
      [{ note: `a${"\u0300\u0315".repeat(15)}\u0300` }, ["/note too_many_marks"]],
      [{ note: "\u0f73".repeat(31) }, ["/note too_many_marks"]],
      [{ email: ` a@b.de${" ".repeat(254)}` }, ["/email too_long"]],
      [{ name: "a\u0000b" }, ["/name control_character"]],
      [{ name: "a\nb" }, ["/name control_character"]],
      [{ name: "a\u0085b" }, ["/name control_character"]],
      [{ name: 5 }, ["/name wrong_type"]],
      [{ name: null }, ["/name wrong_type"]],
      [{ note: null }, []],
      [{ note: "a\r\n\tb" }, []],
      [{ note: "a\u0007" }, ["/note control_character"]],
      [{ note: "x".repeat(501) }, ["/note too_long"]],
      [{ note: 1 }, ["/note wrong_type"]],
      [{ email: "sam@example.com" }, []],
      [{ email: "Sam.O'Neil+x@ex-ample.co.uk" }, []],
      [{ email: "sam" }, ["/email invalid_email"]],
      [{ email: "sam@localhost" }, ["/email invalid_email"]],
      [{ email: "a@b@c.de" }, ["/email invalid_email"]],
      [{ email: "a..b@c.de" }, ["/email invalid_email"]],
      [{ email: ".a@c.de" }, ["/email invalid_email"]],
      [{ email: "a@-c.de" }, ["/email invalid_email"]],
      [{ email: "a@c..de" }, ["/email invalid_email"]],
      [{ email: "a\r\nBcc: x@c.de" }, ["/email invalid_email"]],
      [{ email: "a\u200b@c.de" }, ["/email invalid_email"]],
      [{ email: `${"a".repeat(64)}@c.de` }, []],
      [{ email: `${"a".repeat(65)}@c.de` }, ["/email invalid_email"]],
      [{ email: `a@${"b".repeat(60)}.${"c".repeat(200)}.de` }, ["/email too_long"]],
      [{ amount: 9_999_999_999.99 }, []],
      [{ amount: 9_999_999_999.991 }, ["/amount amount_out_of_range"]],
      [{ amount: -1e10 }, ["/amount amount_out_of_range"]],
      [{ amount: 1e308 }, ["/amount amount_out_of_range"]],
      [{ amount: Infinity }, ["/amount amount_out_of_range"]],
      [{ amount: "1" }, ["/amount wrong_type"]],
      [{ reset_amount: -0.01 }, ["/reset_amount out_of_range"]],
      [{ reset_amount: 0 }, []],
      [{ change: 0 }, ["/change zero_amount"]],
      [{ change: -0 }, ["/change zero_amount"]],
      [{ currency: "AUD" }, []],
      [{ currency: "aud" }, ["/currency unknown_currency"]],
      [{ at: "2026-01-01T00:00:00+11:00" }, []],
      [{ at: "2026-01-01" }, ["/at invalid_timestamp"]],
      [{ at: "2026-01-01T23:59:60Z" }, ["/at invalid_timestamp"]],
      [{ day: "2024-02-29" }, []],
      [{ day: "2025-02-29" }, ["/day invalid_date"]],
      [{ id: uuid }, []],
      [{ id: uuid.toUpperCase() }, ["/id malformed"]],
      [{ user_id: 1 }, []],
      [{ user_id: 0 }, ["/user_id out_of_range"]],
      [{ user_id: 1.5 }, ["/user_id out_of_range"]],
      [{ user_id: 2 ** 53 }, ["/user_id out_of_range"]],
      [{ user_id: "1" }, ["/user_id wrong_type"]],
      [{ invite_id: 31 }, []],
      [{ invite_id: "31" }, []],
      [{ invite_id: "031" }, ["/invite_id malformed"]],
      [{ invite_id: "9007199254740993" }, ["/invite_id malformed"]],
      [{ invite_id: true }, ["/invite_id wrong_type"]],
      [{ kind: "A" }, []],
      [{ kind: null }, []],
      [{ kind: "C" }, ["/kind not_allowed"]],
      [{ kind: 5 }, ["/kind wrong_type"]],
      [{ flag: "true" }, ["/flag wrong_type"]],
      [{ flag: 1 }, ["/flag wrong_type"]],
      [{ people: [] }, ["/people too_short"]],
      [{ people: [{ user: { id: 1 } }, { invite: { id: "2" } }] }, []],
      [{ people: [{}] }, ["/people/0 not_one_of"]],
      [{ people: [{ user: { id: 1 }, invite: { id: 1 } }] }, ["/people/0 not_one_of"]],
      [
        { people: [{ user: { id: "x", y: 1 } }] },
        ["/people/0/user/id wrong_type", "/people/0/user/y unknown_field"],
      ],
      [{ names: ["a", "a "] }, ["/names not_unique"]],
      [{ any: Array(1_000).fill(0) }, []],
      [{ any: Array(1_001).fill(0) }, ["/any too_long"]],
      [{ any: [Array(1_001).fill(0)] }, ["/any/0 too_long"]],
      [{ nmae: 1 }, ["/nmae unknown_field"]],
      [JSON.parse('{"__proto__": {"flag": true}}'), ["/__proto__ unknown_field"]],
      [{ constructor: 1, toString: 2 }, ["/constructor unknown_field", "/toString unknown_field"]],
      [[], [" wrong_type"]],
      [null, [" wrong_type"]],
      ["x", [" wrong_type"]],
    ])("%j: %j", (value, faults) => expect(faultsOf(everything, value)).toEqual(faults))

    test("all errors are reported, not only the first", () =>
      expect(faultsOf(everything, { name: "", day: "x", flag: 1, zz: 0 })).toEqual([
        "/day invalid_date",
        "/flag wrong_type",
        "/name too_short",
        "/zz unknown_field",
      ]))

    test("missing fields have pointers that are escaped by RFC 6901", () =>
      expect(faultsOf(Required as Schema.Codec<unknown, unknown>, {})).toEqual([
        "/a~1b~0c missing",
        "/first missing",
      ]))

    test("text is normalised and trimmed, and its line breaks are LF", () => {
      const result = decodeBody(everything, { name: " e\u0301 ", note: " a\r\nb\rc " })
      expect(result).toEqual(Result.succeed({ name: "\u00e9", note: "a\nb\nc" }))
    })

    test("amounts are exact decimals, and timestamps are UTC with milliseconds", () => {
      const body = { amount: 0.1, change: -1e-7, at: "2026-01-01T11:00:00+11:00" }
      const result = decodeBody(everything, body)
      expect(JSON.parse(JSON.stringify(Result.getOrThrow(result)))).toMatchObject({
        amount: { value: "1", scale: 1 },
        change: { value: "-1", scale: 7 },
        at: "2026-01-01T00:00:00.000Z",
      })
    })
  })
}
