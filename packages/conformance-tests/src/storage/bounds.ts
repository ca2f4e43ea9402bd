import { money } from "@outlay/domain"
import { type Records, records, type TableName } from "@outlay/domain/fields"
import { created, Questions, type Store, type Write } from "@outlay/domain/ports"
import { Effect, type Schema, type SchemaAST } from "effect"
import { read } from "./access.ts"
import { deepEqual } from "./assert.ts"
import { check, type Ground, type StorageCase, type StorageSuite, type Suites } from "./cases.ts"
import { acme, at, ground, plant } from "./given.ts"

/** Valid row `n` of each table; only the column under test is changed. */
const rows: { readonly [T in TableName]?: (n: number) => Records[T] } = {
  users: acme.user,
  invites: acme.invite,
  budgets: acme.budget,
  budget_members: acme.member,
  topups: acme.topup,
  policies: acme.policy,
  webhooks: acme.webhook,
  webhook_deliveries: acme.delivery,
  categories: acme.category,
  accounting_codes: acme.accountingCode,
  transactions: acme.transaction,
  tax_rates: acme.taxRate,
  custom_fields: acme.customField,
  custom_field_options: acme.option,
  tokens: acme.token,
}

/** Records that rows refer to. */
const standing: ReadonlyArray<Write> = [
  ...ground(acme),
  created("budgets", acme.budget(1)),
  created("custom_fields", acme.customField(1)),
  created("webhooks", acme.webhook(1)),
]

const astral = "\u{1F9FE}"

/** Texts that a column loses if it is too short, trims, folds case or counts in the wrong units. */
const texts: ReadonlyArray<string> = [
  "x".repeat(256),
  "x".repeat(1_000),
  astral.repeat(500),
  "é".repeat(300),
  " leading",
  "trailing ",
  " ",
  "",
  "one\ntwo\tthree",
  'O\'Brien "and" \\ % _ ; --',
  "e\u0301 is not é",
  "null",
  "0012",
  "1e3",
  "株式会社 𠮷",
]

/**
 * Amounts on both sides of the limits of 24, 31, 32 and 53 bits, and the largest of the interface.
 */
const amounts: ReadonlyArray<number> = [
  ...[0, 1, 5, 16_777_217, 2_147_483_647, 2_147_483_648, 4_294_967_295, 4_294_967_297],
  ...[999_999_999_999, Number.MAX_SAFE_INTEGER],
].flatMap((value) => (value === 0 ? [0] : [value, -value]))

const instants: ReadonlyArray<string> = [
  "2026-01-05T09:00:00.001Z",
  "2026-01-05T09:00:00.120Z",
  "2026-12-31T23:59:59.999Z",
  "2024-02-29T00:00:00.000Z",
]
const days: ReadonlyArray<string> = ["2024-02-29", "2026-01-01", "2026-12-31"]

/** More than fits in a page, a packet of bound values, or an arbitrary limit. */
const listLength = 150

const byFormat: { readonly [format: string]: ReadonlyArray<string> } = {
  "date-time": instants,
  date: days,
  email: [`${"a".repeat(200)}@example.test`, "Straße@Example.test", "e\u0301@example.test"],
  uri: [`https://example.test/${"a".repeat(1_900)}`, "https://example.test/?a=b%20c&d=é"],
  uuid: [],
}

const annotation = (ast: SchemaAST.AST, name: string): unknown => ast.annotations?.[name]

/**
 * Returns values at the bounds of a field, according to its description; none for keys, choices and
 * numbers.
 */
const boundsOf = (ast: SchemaAST.AST): ReadonlyArray<unknown> => {
  switch (ast._tag) {
    case "String":
      return byFormat[String(annotation(ast, "format"))] ?? texts
    case "Number":
      return annotation(ast, "currency") === undefined ? [] : amounts.map(money)
    case "Boolean":
      return [true, false]
    case "Arrays": {
      const items = boundsOf(ast.rest[0] as SchemaAST.AST)
      if (items.length === 0 || items.some((item) => typeof item !== "string")) return []
      return [
        items,
        Array.from({ length: listLength }, (_, n) => `${items[n % items.length]} ${n}`),
        [],
      ]
    }
    case "Union": {
      const members = ast.types.filter(({ _tag }) => _tag !== "Null")
      const [member] = members
      if (member === undefined || members.length > 1) return []
      const values = boundsOf(member)
      return values.length === 0 ? [] : [...values, null]
    }
    default:
      return []
  }
}

/** Columns whose texts have a format that is not in the description. */
const formed = ["currency", "wallet_currency", "digest", "secret", "event_types", "decline_code"]

const columnsOf = (table: TableName) => {
  const { ast } = records[table].record as Schema.Top
  if (ast._tag !== "Objects") return []
  return ast.propertySignatures.flatMap(({ name, type }) => {
    const values = formed.includes(String(name)) ? [] : boundsOf(type)
    return values.length === 0 ? [] : [{ name: String(name), values }]
  })
}

/** Far from the numbers of other rows. */
const first = 500

const rowAt = <T extends TableName>(table: T, n: number): Records[T] => {
  const make = rows[table] as ((n: number) => Records[T]) | undefined
  if (make === undefined) throw new TypeError(`No rows of ${table}`)
  return make(n)
}

const readById = (table: TableName, id: unknown) =>
  read(acme, Questions.answerTo(Questions.one(table as "roles", { id: id as string })))

const column = (
  table: TableName,
  name: string,
  values: ReadonlyArray<unknown>,
): StorageCase<Store | Ground> =>
  check(`${name} is stored unchanged at its bounds`, () =>
    Effect.gen(function* () {
      const made = values.map((value, n) => ({ ...rowAt(table, first + n), [name]: value }))
      yield* plant(acme, [...standing, ...made.map((row) => created(table, row as never))])
      for (const row of made) deepEqual(yield* readById(table, (row as { id: unknown }).id), row)
    }),
  )

const suiteOf = (table: TableName): StorageSuite<Store | Ground> => ({
  name: `Bounds: ${table}`,
  cases: columnsOf(table).map(({ name, values }) => column(table, name, values)),
})

const page = (table: TableName, limit: number) =>
  read(
    acme,
    Questions.answerTo(
      Questions.pageOf(table as "roles", {}, [["created", "ascending"]], { offset: 0, limit }),
    ),
  )

/** Integers that would sort differently as text: 9 before 10 before 100. */
const integers = [9, 10, 99, 100, 101, 999, 1_000, 10_000]

const lists: StorageSuite<Store | Ground> = {
  name: "Bounds: lists",
  cases: [
    check("a list has all of its items", () =>
      Effect.gen(function* () {
        const made = Array.from({ length: 300 }, (_, n) => acme.category(first + n))
        const writes = made.map((row) => created("categories", row))
        yield* plant(acme, [...standing, ...writes])
        const { results, count } = yield* page("categories", 500)
        deepEqual([results.length, count], [made.length, made.length])
      }),
    ),
    check("ids that break a tie are in numeric order", () =>
      Effect.gen(function* () {
        const made = integers.toReversed().map((id) => ({ ...acme.invite(id), id, created: at(1) }))
        yield* plant(acme, [...standing, ...made.map((row) => created("invites", row))])
        const { results } = yield* page("invites", 500)
        deepEqual(
          results.map(({ id }) => id as unknown),
          integers,
        )
      }),
    ),
    check("a webhook stores every secret with its expiry", () =>
      Effect.gen(function* () {
        const secrets = [
          { secret: `whsec_${"a".repeat(300)}`, expires_at: null },
          { secret: "whsec_before", expires_at: "2026-11-22T12:00:00.001Z" },
          { secret: "whsec_first", expires_at: "2026-11-22T12:00:00.999Z" },
        ]
        const row = acme.webhook(first, { secrets })
        yield* plant(acme, [...standing, created("webhooks", row)])
        deepEqual(yield* readById("webhooks", row.id), row)
      }),
    ),
    check("a transaction stores every line item, regardless of the amounts", () =>
      Effect.gen(function* () {
        const line_items = amounts
          .filter((value) => value >= 0)
          .flatMap((value) => Array.from({ length: 12 }, () => value))
          .map((value, n) =>
            acme.lineItem(n, {
              amount: money(value),
              description: texts[n % texts.length] ?? "",
              custom_fields: [
                { custom_field_id: null, field_name: `Field ${n} `, entry_text: `${astral} ${n} ` },
              ],
            }),
          )
        const row = acme.transaction(first, { line_items })
        yield* plant(acme, [...standing, created("transactions", row)])
        deepEqual(yield* readById("transactions", row.id), row)
      }),
    ),
  ],
}

/**
 * Guarantees of a storage at the bounds of every column, derived from the descriptions of the
 * records: money in 64 bits, texts of any length in any script, milliseconds, long lists.
 */
export const boundsSuites: Suites<Store> = [
  ...(Object.keys(rows) as ReadonlyArray<TableName>).map(suiteOf),
  lists,
]
