import { type RawBuilder, sql } from "kysely"
import { describe, expect, test } from "vitest"
import {
  areAmong,
  bytesOf,
  forEachOf,
  hasValue,
  inBytes,
  includesAny,
  indexedBy,
  insertOrFail,
  isAtLeast,
  isAtMost,
  isIn,
  isMalformed,
  isSet,
  keptOrder,
  postgres,
  rowsOf,
  sqlite,
  sumOf,
  unindexed,
  unsorted,
} from "./dialect.ts"
import { described } from "./statement.ts"

interface Given {
  readonly id: string
  readonly flag: boolean
  readonly list: ReadonlyArray<string>
  readonly object: object
  readonly objects: ReadonlyArray<object>
}

const given: Given = {
  id: "b",
  flag: true,
  list: ["x", "y"],
  object: { z: 1 },
  objects: [{ z: 1 }],
}

const oneLine = (text: string): string => text.replaceAll(/\s+/gu, " ").trim()

const as = (build: (p: Given) => RawBuilder<unknown>) => {
  const statement = described(build, { kinds: {}, decode: (row) => row })
  return [sqlite, postgres].map((dialect) => {
    const { sql, bind } = statement.in(dialect)
    return [oneLine(sql), ...bind(given)]
  })
}

const each = (p: Given) =>
  forEachOf(p.list, {
    type: "text",
    table: "transactions",
    client_id: 1,
    key: "id",
    columns: ["id"],
    rows: (value) => sql`t.budget_id = ${value} limit 5`,
  })

describe("differences between dialects", () => {
  test.each<[string, (p: Given) => RawBuilder<unknown>, string, string]>([
    ["a constant", () => sql`x = ${"it's"} and y = ${1}`, "x = 'it''s' and y = 1", "…"],
    ["a constant boolean", () => sql`x = ${true}`, "x = 1", "x = true"],
    ["a boolean literal", () => sql`x = ${sql.lit(false)}`, "x = 0", "x = false"],
    ["rows to insert", () => sql`${insertOrFail} into t`, "insert or fail into t", "insert into t"],
    ["no index", () => unindexed("t.x"), '+"t"."x"', '"t"."x"'],
    ["a text to sort by", () => unsorted("t.x", "text"), '+"t"."x"', `("t"."x" || '')`],
    ["a number to sort by", () => unsorted("t.x", "integer"), '+"t"."x"', '("t"."x" + 0)'],
    [
      "a lower bound of the absolute amount",
      () => isAtLeast("t.x", 5),
      'abs("t"."x") >= 5',
      '("t"."x" >= 5 or "t"."x" <= -5::bigint)',
    ],
    [
      "an upper bound of the absolute amount",
      () => isAtMost("t.x", 5),
      'abs("t"."x") <= 5',
      '("t"."x" <= 5 and "t"."x" >= -5::bigint)',
    ],
    ["an index", () => sql`t ${indexedBy("i")} u`, 't indexed by "i" u', "t u"],
    [
      "a flag of a JSON object",
      () => isSet("b.features", "mail"),
      `json_extract("b"."features", '$.mail')`,
      `("b"."features" ->> 'mail')::boolean`,
    ],
    ["text by its bytes", () => inBytes(sql`x`), "x", '(x) collate "C"'],
    ["an order that SQLite finds rows in", () => sql`t ${keptOrder(sql`x`)}`, "t", "t order by x"],
    ["bytes", () => bytesOf("x"), 'octet_length("x")', 'octet_length("x"::text)'],
    [
      "the sum of a field in a JSON list",
      () => sumOf("t.x", "y"),
      `(select coalesce(sum(e.value ->> 'y'), 0) from json_each("t"."x") as e)`,
      `( select coalesce(sum((e.value ->> 'y')::bigint), 0) from jsonb_array_elements("t"."x") as e (value) )`,
    ],
    [
      "malformed JSON",
      () => sql`${isMalformed("x", "json?")}`,
      `not json_valid(coalesce("x", 'null'))`,
      "false",
    ],
    [
      "a malformed boolean",
      () => sql`${isMalformed("x", "boolean")}`,
      'coalesce("x", 0) not in (0, 1)',
      "false",
    ],
  ])("%s", (_, build, inSqlite, inPostgres) => {
    expect(as(build)).toEqual([[inSqlite], [inPostgres === "…" ? inSqlite : inPostgres]])
  })

  test.each<[string, (p: Given) => RawBuilder<unknown>, Array<unknown>, Array<unknown>]>([
    ["a parameter", (p) => sql`x = ${p.id}`, ["x = +?", "b"], ["x = $1", "b"]],
    ["a boolean", (p) => sql`x = ${p.flag}`, ["x = +?", 1], ["x = $1", true]],
    ["an object", (p) => sql`${p.object}`, ["+?", '{"z":1}'], ["$1", '{"z":1}']],
    [
      "a value in a list",
      (p) => isIn("t.x", p.list),
      ['"t"."x" in (select value from json_each(+?))', '["x","y"]'],
      ['"t"."x" = any($1)', ["x", "y"]],
    ],
    [
      "a value in a constant list",
      () => isIn("x", [1, 2]),
      ['"x" in (select value from json_each(+?))', "[1,2]"],
      ['"x" = any($1)', [1, 2]],
    ],
    [
      "one of several texts in a column",
      (p) => includesAny("t.x", p.list),
      ['exists (select 1 from json_each(+?) as e where instr("t"."x", e.value) > 0)', '["x","y"]'],
      [
        'exists ( select 1 from unnest($1::text[]) as e (value) where strpos("t"."x", e.value) > 0 )',
        ["x", "y"],
      ],
    ],
    [
      "a value in a JSON list of a column",
      (p) => hasValue("x", p.id),
      ['exists (select 1 from json_each("x") as e where e.value = +?)', "b"],
      ['$1::text in (select jsonb_array_elements_text("x"))', "b"],
    ],
    [
      "objects as rows",
      (p) => {
        const { from, field } = rowsOf("v", p.objects, { z: "integer", w: "text" })
        return sql`select ${field("z")} from ${from}`
      },
      [`select "v".value ->> 'z' from json_each(+?) as "v"`, '[{"z":1}]'],
      [
        'select "v"."z" from jsonb_to_recordset($1::jsonb) as "v" ("z" bigint, "w" text)',
        '[{"z":1}]',
      ],
    ],
    [
      "tuples of values",
      (p) =>
        areAmong(
          [
            ["x", "text"],
            ["y", "integer"],
          ],
          p.list,
        ),
      ['("x", "y") in ( select value ->> 0, value ->> 1 from json_each(+?) )', '["x","y"]'],
      [
        '("x", "y") in ( select (value ->> 0)::text, (value ->> 1)::bigint from jsonb_array_elements($1::jsonb) as e (value) )',
        '["x","y"]',
      ],
    ],
    [
      "rows for each value of a list",
      each,
      [
        'select "s"."id" from json_each(+?) as v cross join "transactions" as s on s.client_id = 1 and "s"."id" in (select "t"."id" from "transactions" as t where t.budget_id = "v"."value" limit 5)',
        '["x","y"]',
      ],
      [
        'select "s"."id" from unnest($1::text[]) as v (value) cross join lateral (select "t"."id" from "transactions" as t where t.budget_id = "v"."value" limit 5) as s',
        ["x", "y"],
      ],
    ],
  ])("%s", (_, build, inSqlite, inPostgres) => {
    expect(as(build)).toEqual([inSqlite, inPostgres])
  })

  test("a statement is compiled once for each dialect", () => {
    let built = 0
    const statement = described(() => sql`select ${built++}`, { kinds: {}, decode: (row) => row })
    expect(built).toBe(0)
    const texts = [sqlite, sqlite, postgres, postgres].map((dialect) => statement.in(dialect).sql)
    expect(texts).toEqual(["select 0", "select 0", "select 1", "select 1"])
  })

  test("a missing parameter is a defect", () => {
    const statement = described((p: { x?: string }) => sql`x = ${p.x}`, {
      kinds: {},
      decode: (row) => row,
    })
    expect(() => statement.in(sqlite).bind({})).toThrow("x of a statement is undefined")
  })
})

describe("rows", () => {
  const kinds = { flag: "boolean", none: "boolean?", list: "json", text: "text" }
  const row = () => ({ flag: 1, none: null, list: '["a"]', text: "[]" })

  test("have booleans and parsed JSON, also in SQLite", () => {
    expect(sqlite.reader(kinds, false)?.(row())).toEqual({
      flag: true,
      none: null,
      list: ["a"],
      text: "[]",
    })
  })

  test("are returned unchanged if they have only text and numbers", () => {
    expect(sqlite.reader({ text: "text" }, false)).toBe(null)
    expect(postgres.reader(kinds, false)).toBe(null)
  })

  test.each(["{", "1", '"a"'])(
    "have an empty list instead of %s if JSON is read leniently",
    (list) => {
      expect(sqlite.reader(kinds, true)?.({ ...row(), list }).list).toEqual([])
    },
  )

  test("are a defect if their JSON is invalid, unless it is read leniently", () => {
    expect(() => sqlite.reader(kinds, false)?.({ ...row(), list: "{" })).toThrow(SyntaxError)
  })
})
