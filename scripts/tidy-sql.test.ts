import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, test } from "vitest"
import { withoutComments } from "./tidy.ts"

const folder = join(import.meta.dirname, "../packages/sql-storage/src")

/**
 * Number of raw SQL fragments in a file, and the reason why Kysely's builder cannot express them.
 */
interface Raw {
  readonly count: number
  readonly why: string
}

/** File for differences between dialects, which may have any number of raw fragments. */
const home = "shared/dialect.ts"

const raw: { readonly [file: string]: Raw } = {
  "reassessments.ts": { count: 2, why: "arithmetic over bytes and sums" },
  "rights.ts": { count: 3, why: "one row of several exists; an index that SQLite is to use" },
  "shared/names.ts": { count: 1, why: "one statement over the tables that have names" },
  "shared/outbox.ts": { count: 1, why: "a value that is a subquery, or 0" },
  "shared/periods.ts": { count: 3, why: "subqueries on the row around them, by a table's alias" },
  "shared/questions.ts": { count: 23, why: "the table and its fields are data" },
  "shared/sums.ts": { count: 7, why: "the table and its columns are data" },
  "shared/table.ts": { count: 8, why: "the table and its columns are data" },
  "tokens.ts": {
    count: 4,
    why: "one row of five tables, by two conditions; an update from a list",
  },
  "transaction-counts.ts": { count: 1, why: "a window over a sum" },
  "transaction-covers.ts": { count: 12, why: "the index that SQLite is to use, and its key" },
  "transaction-orders.ts": { count: 1, why: "a column that is data, and its direction" },
  "transaction-passage.ts": { count: 8, why: "the index that SQLite is to use, and its key" },
  "transaction-planned-pages.ts": { count: 4, why: "the key that a list is sorted by is data" },
  "transaction-ranges.ts": { count: 5, why: "a recursive leap from key to key of an index" },
  "transaction-records.ts": { count: 1, why: "a page of ids" },
  "transaction-rows.ts": { count: 1, why: "the index that SQLite is to use" },
  "transaction-sight.ts": { count: 9, why: "a union of pages; counts added up" },
  "transaction-sorts.ts": { count: 6, why: "the index that SQLite is to use" },
  "transaction-walk.ts": { count: 10, why: "the index that SQLite is to use" },
  "verification.ts": { count: 14, why: "tables, keys, orders are data; a window; a sum of counts" },
  "verification/finding.ts": { count: 1, why: "a window over a check that is a parameter" },
  "verification/records.ts": { count: 7, why: "the table and its columns are data" },
  "verification/service.ts": { count: 2, why: "a full join with a union of four tables" },
  "webhooks.ts": { count: 9, why: "a recursive walk from queue to queue; for PostgreSQL, another" },
}

const fragment = /\b(sql|raw|fragment)(<[^`]*>)?`/gu

const found = Object.fromEntries(
  globSync("**/*.ts", { cwd: folder })
    .filter((file) => !file.endsWith(".test.ts") && file !== home)
    .map((file): [string, number] => {
      const code = withoutComments(readFileSync(join(folder, file), "utf8"))
      return [file, [...code.matchAll(fragment)].length]
    })
    .filter(([, count]) => count > 0)
    .toSorted(([a], [b]) => (a < b ? -1 : 1)),
)

describe("SQL as text", () => {
  test("is what Kysely's builder cannot say: write that by the builder, or in dialect.ts", () => {
    expect(found).toEqual(
      Object.fromEntries(Object.entries(raw).map(([file, { count }]) => [file, count])),
    )
  })

  test("does not name what only one dialect has", () => {
    const only = /\b(json_\w+|jsonb_\w+|json_each|unnest|lateral|indexed by|iif)\b|::|->|\+\$\{/u
    const offences = Object.keys(found).filter((file) => {
      const code = withoutComments(readFileSync(join(folder, file), "utf8"))
      return [...code.matchAll(/`(?:\\.|[^`\\])*`/gu)].some(([text]) => only.test(text))
    })
    expect(offences).toEqual([])
  })
})
