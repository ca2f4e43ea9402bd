import { isCurrency, isDate, parseTimestamp } from "@outlay/domain/rules"
import { Schema, SchemaTransformation } from "effect"
import { says } from "./code.ts"

/**
 * Returns true if a text has more than `max` characters, counted as JSON Schema does, not in UTF-16
 * units. A text with more than two units per allowed character is not counted.
 */
export const longerThan = (text: string, max: number): boolean => {
  if (text.length <= max) return false
  if (text.length > 2 * max) return true
  let count = 0
  for (const _ of text) if (++count > max) return true
  return false
}

/** Maximum number of consecutive combining marks in Unicode's stream-safe text (UAX #15). */
const maxMarks = 30
const manyMarks = new RegExp(`(?:^|\\P{M})\\p{M}{${maxMarks + 1}}`, "u")

/**
 * Returns true if a letter has more combining marks than any writing system uses. Normalisation
 * sorts marks by comparing each with its neighbours, so the cost of a long run is quadratic.
 */
export const hasManyMarks = (text: string): boolean =>
  text.length > maxMarks && manyMarks.test(text)

/**
 * Returns checks of the text as it was sent. They run before costly ones, and a failure skips
 * those.
 */
export const bounded = (max: number, least = 0, tooLong = `Must have at most ${max} characters.`) =>
  [
    Schema.makeFilter(
      (text: string) => !longerThan(text, max),
      {
        ...says("too_long", tooLong, { maximum: max, of: "characters" }),
        toJsonSchema: () => ({ ...(least > 0 && { minLength: least }), maxLength: max }),
      },
      true,
    ),
    Schema.makeFilter(
      (text: string) => !hasManyMarks(text),
      {
        ...says("too_many_marks", `A character can have at most ${maxMarks} combining marks.`),
        toJsonSchema: () => ({}),
      },
      true,
    ),
  ] as const

const controls = /\p{Cc}/u
const controlsButBreaks = /[^\P{Cc}\n\t]/u
const lineBreaks = /\r\n?/gu

const normalised = (
  max: number,
  options: { readonly description: string; readonly example: string; readonly breaks: boolean },
) => {
  const wire = Schema.String.annotate({
    description: options.description,
    examples: [options.example],
  }).check(...bounded(max, 1))
  const normalisedText = Schema.String.check(
    Schema.makeFilter(
      (text: string) => text !== "",
      says("too_short", "Must not be empty.", { of: "characters" }),
    ),
    Schema.makeFilter(
      (text: string) => !(options.breaks ? controlsButBreaks : controls).test(text),
      says("control_character", "Must not contain control characters."),
    ),
  )
  const decode = options.breaks
    ? (text: string) => text.replace(lineBreaks, "\n").normalize("NFC").trim()
    : (text: string) => text.normalize("NFC").trim()
  return wire.pipe(
    Schema.decodeTo(
      normalisedText,
      SchemaTransformation.transform({ decode, encode: (text) => text }),
    ),
  )
}

/**
 * "Its length is judged as it came, before anything costly is done with it; then NFC-normalised;
 * leading and trailing white space trimmed; empty after that, or any control character: 400." At
 * most `max` characters as sent.
 */
export const text = (max: number, example = "Travel") =>
  normalised(max, { description: `Text, at most ${max} characters.`, example, breaks: false })

/**
 * "Line breaks and tabs are allowed in a `description`"; "CR LF and CR become LF". At most 500
 * characters.
 */
export const description = normalised(500, {
  description: "Text, at most 500 characters; line breaks are allowed.",
  example: "Travel to the Perth office",
  breaks: true,
})

const local = /^[^\s@"(),:;<>[\\\]\p{Cc}\p{Cf}]{1,64}$/u
const label = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?$/u

const isEmail = (text: string): boolean => {
  const at = text.indexOf("@")
  if (at < 1 || at !== text.lastIndexOf("@")) return false
  const name = text.slice(0, at)
  if (!local.test(name) || name.startsWith(".") || name.endsWith(".") || name.includes("..")) {
    return false
  }
  const labels = text.slice(at + 1).split(".")
  return labels.length > 1 && labels.every((each) => label.test(each))
}

/**
 * An e-mail address of at most 254 characters, "stored as given" (trimmed and NFC-normalised, as
 * all text). Quoted local parts, comments and address literals are refused.
 */
export const Email = Schema.String.annotate({
  description: "An e-mail address, at most 254 characters.",
  format: "email",
  examples: ["sam@example.com"],
})
  .check(...bounded(254, 0, "An e-mail address has at most 254 characters."))
  .pipe(
    Schema.decodeTo(
      Schema.String.check(
        Schema.makeFilter(
          isEmail,
          says("invalid_email", "Must be an e-mail address, such as name@example.com."),
        ),
      ),
      SchemaTransformation.transform({
        decode: (email) => email.normalize("NFC").trim(),
        encode: (email: string) => email,
      }),
    ),
  )

/** An active ISO 4217 code, in capitals. */
export const CurrencyCode = Schema.String.annotate({
  description: "The ISO 4217 code of a currency.",
  examples: ["AUD"],
}).check(
  Schema.makeFilter(isCurrency, {
    ...says("unknown_currency", "Must be an active ISO 4217 code in capitals, such as AUD."),
    toJsonSchema: () => ({ pattern: "^[A-Z]{3}$" }),
  }),
)

/** An instant: any RFC 3339 date-time is accepted, and stored in UTC with milliseconds. */
export const Timestamp = Schema.String.annotate({
  description: "RFC 3339 date-time in UTC with milliseconds.",
  format: "date-time",
  examples: ["2026-11-30T12:00:00.000Z"],
})
  .check(
    Schema.makeFilter((text: string) => parseTimestamp(text) !== null, {
      ...says(
        "invalid_timestamp",
        "Must be an RFC 3339 date-time in UTC, such as 2026-11-30T12:00:00.000Z.",
      ),
      toJsonSchema: () => ({}),
    }),
  )
  .pipe(
    Schema.decodeTo(
      Schema.String,
      SchemaTransformation.transform({
        decode: (text) => parseTimestamp(text) as string,
        encode: (timestamp: string) => timestamp,
      }),
    ),
  )

/** "`YYYY-MM-DD`, a real calendar day, else 400 `invalid_date`." */
export const CalendarDate = Schema.String.annotate({
  description: "A UTC day.",
  format: "date",
  examples: ["2026-11-30"],
}).check(
  Schema.makeFilter(isDate, {
    ...says(
      "invalid_date",
      "Must be a valid calendar date in the form YYYY-MM-DD, such as 2026-11-30.",
    ),
    toJsonSchema: () => ({}),
  }),
)

/** A UUID in lower-case canonical form, of any version. */
export const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u

/** An id that is a UUID in lower-case canonical form. */
export const Uuid = Schema.String.annotate({
  description: "An id.",
  format: "uuid",
  examples: ["0199a7c2-4f10-7c3a-9b52-6d1e8f0a2b3c"],
}).check(
  Schema.makeFilter((text: string) => uuidPattern.test(text), {
    ...says("malformed", "Must be a UUID in lower case."),
    toJsonSchema: () => ({}),
  }),
)

const anId = "Write the id as it was given: an integer from 1."

const anIntegerId = { description: "An id.", examples: [12], format: "int64" }

/** An id that is an integer from 1. */
export const IntegerId = Schema.Number.annotate(anIntegerId).check(
  Schema.isInt(says("out_of_range", anId, { minimum: 1 })).abort(),
  Schema.isGreaterThanOrEqualTo(1, says("out_of_range", anId, { minimum: 1 })),
)

const digits = /^[1-9][0-9]{0,15}$/u

/** "The id is the integer, or the same digits as a string." */
export const IntegerOrDigits = Schema.Union([
  IntegerId,
  Schema.String.annotate({ description: "The digits of an id.", examples: ["31"] })
    .check(
      Schema.makeFilter((text: string) => digits.test(text) && Number.isSafeInteger(+text), {
        ...says("malformed", "Must be an integer of at least 1, or its decimal digits."),
        toJsonSchema: () => ({ pattern: digits.source }),
      }),
    )
    .pipe(
      Schema.decodeTo(
        Schema.Number,
        SchemaTransformation.transform({ decode: Number, encode: (id: number) => String(id) }),
      ),
    ),
])

/** "A list in a body 1000 items." */
export const maxItems = 1_000

const atMost = (max: number) =>
  Schema.isMaxLength(
    max,
    says("too_long", `The list can have at most ${max} items.`, { maximum: max, of: "items" }),
  )

/** A list of at most `max` items, by default 1000. */
export const list = <S extends Schema.Top>(item: S, max = maxItems) =>
  Schema.Array(item).check(atMost(max))

/** A list of at least one item. */
export const nonEmptyList = <S extends Schema.Top>(item: S, max = maxItems) =>
  Schema.Array(item).check(
    Schema.isMinLength(
      1,
      says("too_short", "The list must have at least one item.", { of: "items" }),
    ),
    atMost(max),
  )

/** A list without duplicate items. */
export const uniqueList = <S extends Schema.Top>(item: S, max = maxItems) =>
  Schema.Array(item).check(
    Schema.isUnique(says("not_unique", "The list must not have duplicate items.")),
    atMost(max),
  )
