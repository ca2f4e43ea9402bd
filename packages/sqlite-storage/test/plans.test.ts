import { readdirSync } from "node:fs"
import { EventsAsRecorded } from "@outlay/domain"
import {
  extents,
  lateSequences,
  migrations,
  namedFiles,
  recordChecks,
  type Statement,
  sqlite,
  statements,
  verificationStatements,
} from "@outlay/sql-storage"
import { Effect, Layer, ManagedRuntime } from "effect"
import { afterAll, describe, expect, test } from "vitest"
import { SqliteStorage } from "../src/index.ts"
import { open } from "../src/open.ts"
import { lookAtEverything } from "./looks.ts"
import {
  listEverything,
  listTransactions,
  met,
  pairs,
  plantOne,
  report,
  sets,
  sorted,
  walked,
  walkTransactions,
} from "./shapes.ts"
import { listAsThemselves, seeTransactions } from "./sights.ts"

const db = open({ file: ":memory:", mode: "writable", migrations, now: "2026-01-01T00:00:00.000Z" })
const runtime = ManagedRuntime.make(
  Layer.provideMerge(SqliteStorage.layer({ file: ":memory:" }), EventsAsRecorded),
)
afterAll(async () => {
  db.close()
  await runtime.dispose()
})

await runtime.runPromise(
  Effect.all([
    listAsThemselves,
    listEverything,
    listTransactions([...pairs, ...sorted]),
    report,
    Effect.andThen(plantOne, Effect.andThen(walkTransactions(walked), listTransactions(met))),
    seeTransactions([{}, { user_id: 1 }, { budget_id: "b" }, { min_auth_date: "2026-01-01" }]),
    seeTransactions([{ search: "harbour" }, { sort: "amount" }, { user_id: 1, sort: "amount" }]),
  ]),
)
lookAtEverything()
const sqlOf = (statement: Statement<never, unknown>): string => statement.in(sqlite).sql
const everyStatement = () => new Set(statements.map(({ statement }) => sqlOf(statement)))
const written = [...everyStatement()].sort()

const oneLine = (sql: string): string => sql.replaceAll(/\s+/gu, " ").trim()

interface Line {
  readonly id: number
  readonly parent: number
  readonly detail: string
}

const plans = new Map<string, ReadonlyArray<string>>()

/** Returns SQLite's query plan, line by line, each indented below its parent. */
const planOf = (sql: string): ReadonlyArray<string> => {
  const known = plans.get(sql) ?? explained(sql)
  plans.set(sql, known)
  return known
}

const explained = (sql: string): ReadonlyArray<string> => {
  const values = Array.from({ length: sql.split("?").length - 1 }, () => null)
  const lines = db.prepare(`explain query plan ${sql}`).all(values) as ReadonlyArray<Line>
  const depths = new Map([[0, 0]])
  return lines.map(({ id, parent, detail }) => {
    const depth = (depths.get(parent) ?? 0) + 1
    depths.set(id, depth)
    return "  ".repeat(depth) + detail
  })
}

const verifying = new Set(
  [
    ...recordChecks.map(({ rows }) => rows),
    ...[extents, lateSequences, namedFiles],
    ...verificationStatements,
  ].map(sqlOf),
)

/** Returns the table of a statement: the first one outside of parentheses. */
const fileOf = (sql: string): string => {
  if (verifying.has(sql)) return "verification"
  let outside = oneLine(sql).replaceAll('"', "")
  while (/\([^()]*\)/u.test(outside)) outside = outside.replaceAll(/\([^()]*\)/gu, "")
  return /\b(?:from|into|update) (\w+)/u.exec(outside)?.[1] ?? "others"
}

/** Wraps a statement at 100 characters. */
const wrapped = (sql: string): string =>
  oneLine(sql)
    .replaceAll(/(.{1,99})(?: |$)/gu, "$1\n")
    .trim()

const files = Map.groupBy(written, fileOf)
const folder = new URL("plans/", import.meta.url).pathname

describe("query plans", () => {
  test.each([...files])("%s: plans are as reviewed", async (name, sqls) => {
    const text = sqls.map((sql) => [wrapped(sql), ...planOf(sql), ""].join("\n")).join("\n")
    await expect(text).toMatchFileSnapshot(`${folder}${name}.txt`)
  })

  test("no file remains of statements that were removed", () => {
    const unused = readdirSync(folder).filter((file) => !files.has(file.replace(/\.txt$/u, "")))
    expect(unused).toEqual([])
  })
})

/** True if a line of a plan reads or sorts more than it should, unless there is a reason. */
const isSuspect = (line: string): boolean =>
  /^(SCAN|USE TEMP B-TREE)/u.test(line) || /KEY \(client_id=\?\)$/u.test(line)

interface Excuse {
  readonly reason: string
  /** Lines that it excuses. */
  readonly line: RegExp
  /** Statements that it excuses. Default all. */
  readonly sql?: RegExp
}

const excuses: ReadonlyArray<Excuse> = [
  {
    reason: "a list that the program gives, or what a statement has collected, is read once",
    line: /^SCAN (json_each|queues|found$|[a-z]( EXISTS)? VIRTUAL TABLE|\(subquery-\d+\))/u,
  },
  {
    reason: "at most 5,000 are sorted, which were counted before, and then one page of them",
    line: /^USE TEMP B-TREE FOR ORDER BY$/u,
    sql: /t\.id in \( select t\.id from transactions as t where .* limit/u,
  },
  {
    reason: "a page of each spender and each budget is sorted, where that is less than a walk",
    line: /^USE TEMP B-TREE FOR ORDER BY$/u,
    sql: /from json_each\(\+\?\) as v cross join "transactions" as s /u,
  },
  {
    reason: "two or three counts are added up",
    line: /^SCAN CONSTANT ROW$/u,
    sql: /^select \(select count\(\*\) (as count )?from /u,
  },
  {
    reason: "rows of one amount, merchant or instant are sorted by id, as far as the page needs",
    line: /^USE TEMP B-TREE FOR LAST TERM OF ORDER BY$/u,
    sql: /as "key" from transactions as t indexed by/u,
  },
  {
    reason: "keys of an index are leapt through, from one to the next",
    line: /^(SCAN CONSTANT ROW|SCAN t)$/u,
    sql: /^with recursive t \("(merchant_key|labels)"\)/u,
  },
  {
    reason: "at most 5,000 are sorted by another key, which were counted before",
    line: /^USE TEMP B-TREE FOR ORDER BY$/u,
    sql: /as "key" from transactions as t where/u,
  },
  {
    reason: "the few of one user, one invite or one code are sorted",
    line: /^USE TEMP B-TREE FOR ORDER BY$/u,
    sql: /where "client_id" = \+\? and "(user_id|invite_id|requested_by|accounting_code_id)" = /u,
  },
  {
    reason: "the few of one budget or one page are sorted",
    line: /^USE TEMP B-TREE FOR ORDER BY$/u,
    sql: /"(budget_id|id)" in \(|where "client_id" in \(/u,
  },
  {
    reason: "the few topups that wait at one budget are sorted",
    line: /^USE TEMP B-TREE FOR ORDER BY$/u,
    sql: /"budget_id" = \+\? and "status" = 'PENDING' order by/u,
  },
  {
    reason: "a business has few of these, and all are wanted",
    line: /^SEARCH (r|roles|wallets|categories|policies|tax_rates|webhooks) USING/u,
  },
  {
    reason: "a business has few of these as well, and all are wanted",
    line: /^SEARCH (f|custom_fields|custom_field_options|accounting_codes) USING/u,
  },
  {
    reason: "a business has one of these at most",
    line: /^SEARCH (books|reassessments|notification_progress) USING PRIMARY KEY \(client_id=\?/u,
  },
  {
    reason: "the operator lists all businesses, in the order of an index",
    line: /^SCAN businesses USING (COVERING )?INDEX businesses_by_created$/u,
  },
  {
    reason: "what waits for webhooks is counted by an index of nothing else: 100,000 in 1 to 3 ms",
    line: /^SCAN webhook_deliveries USING COVERING INDEX webhook_deliveries_waiting$/u,
  },
  {
    reason: "of what is held there is one for each webhook that is just removed or gone",
    line: /^SCAN webhook_deliveries USING INDEX webhook_deliveries_held$/u,
  },
  {
    reason: "what others refer to is marked as deleted, and not removed",
    line: /USING PRIMARY KEY \(client_id=\?\)$/u,
    sql: /^delete from "(businesses|roles|budget_members)"/u,
  },
]

const isExcused = (sql: string, line: string): boolean =>
  excuses.some((excuse) => excuse.line.test(line) && (excuse.sql?.test(oneLine(sql)) ?? true))

const suspectsOf = (sqls: Iterable<string>) =>
  [...sqls].flatMap((sql) => {
    const lines = planOf(sql)
      .map((line) => line.trim())
      .filter((line) => isSuspect(line) && !isExcused(sql, line))
    return lines.length === 0 ? [] : [{ sql: oneLine(sql), lines }]
  })

describe("no statement reads a table, reads a business, or sorts, without a reason", () => {
  const daily = written.filter((sql) => !verifying.has(sql))

  test("among the reviewed ones, except verification, which reads everything", () => {
    expect(suspectsOf(daily)).toEqual([])
  })

  test("among those of any set of filters of transactions", async () => {
    await runtime.runPromise(Effect.andThen(listTransactions(sets), seeTransactions(sets)))
    const all = everyStatement()
    expect(all.size).toBeGreaterThan(5_000)
    expect(suspectsOf([...all].filter((sql) => !verifying.has(sql)))).toEqual([])
  })

  test("every reason is needed", () => {
    const lines = daily.flatMap((sql) => planOf(sql).map((line) => [sql, line.trim()] as const))
    for (const { reason, line, sql } of excuses) {
      const needed = lines.some(([of, text]) => line.test(text) && (sql?.test(oneLine(of)) ?? true))
      expect(needed, reason).toBe(true)
    }
  })
})
