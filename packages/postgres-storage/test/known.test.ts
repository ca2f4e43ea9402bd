import { postgres, statements, tables } from "@outlay/sql-storage"
import { describe, expect, test } from "vitest"
import { settled } from "../src/known.ts"

const own = Object.values(tables)
  .filter(({ name }) => settled.has(name as never))
  .flatMap(({ insert, updates, remove }) => [insert, ...updates, remove])
  .map(({ statement }) => statement.in(postgres).sql)
const texts = statements.map(({ statement }) => statement.in(postgres).sql)
const writing = /^\s*(?:insert into|update|delete from) "?(\w+)/u

describe("the cache of a transaction", () => {
  test("has tables that only the decisions of units write", () => {
    const writers = texts.filter((text) => settled.has(writing.exec(text)?.[1] as never))
    expect(writers.length).toBeGreaterThan(0)
    expect(writers.filter((text) => !own.includes(text))).toEqual([])
  })

  test("has reads of a single table", () => {
    const readers = statements.filter(({ statement }) => settled.has(statement.table))
    expect(readers.length).toBeGreaterThan(0)
    const others = readers
      .map(({ statement }) => statement.in(postgres).sql)
      .filter(
        (text) =>
          (text.match(/(?<!distinct )\bfrom\b/gu) ?? []).length > 1 || /\bjoin\b/u.test(text),
      )
    expect(others).toEqual([])
  })
})
