import Database from "better-sqlite3"
import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { inspect, type Summary } from "../src/operations/inspection.ts"
import { cases, cutOff } from "./corruptions/cases.ts"
import { type Corruption, corruptions } from "./corruptions/corrupt.ts"
import { type Outcome, tried } from "./corruptions/outcome.ts"
import { prepare } from "./corruptions/prepare.ts"
import { page, reasonOf } from "./corruptions/table.ts"
import { unfound } from "./corruptions/unfound.ts"
import { workplace } from "./outlay.ts"

const here = workplace()
const files = [here.path("prepared.db"), here.path("copy.db")] as const
let all: ReadonlyArray<Corruption>
let sound: Summary
let outcomes: ReadonlyArray<Outcome>

const run = (statements: ReadonlyArray<string>) => (db: Database.Database) => {
  for (const statement of statements) {
    const { changes } = db.prepare(statement).run()
    if (!/^(drop|create|alter)/u.test(statement)) {
      expect([statement, changes > 0]).toEqual([statement, true])
    }
  }
}

beforeAll(async () => {
  await prepare(files[0])
  const db = new Database(files[0])
  // The copies need no change of mode, which would take longer than the corruption itself.
  db.pragma("journal_mode = DELETE")
  all = corruptions(db)
  db.close()
  sound = await Effect.runPromise(inspect(files[0]))
  const tries: Array<Outcome> = []
  for (const each of all) {
    tries.push({ ...each, finders: await tried(files, run([each.statement])) })
  }
  outcomes = tries
})
afterAll(here.leave)

describe("verify", () => {
  test("finds nothing in an intact database, and returns its heads", () => {
    const { verified, faults, differences, first_unexplained, heads } = sound
    expect({ verified, faults, differences, first_unexplained }).toEqual({
      ...{ verified: true, faults: [], differences: [], first_unexplained: [] },
    })
    expect(heads.map(({ client_id }) => client_id)).toEqual([1, 2])
  })

  test("shows the number of businesses that it has inspected", async () => {
    const lines: Array<string> = []
    const show = (line: string) => void lines.push(line)
    await Effect.runPromise(inspect(files[0], { show }))
    for (const done of [0, 1]) {
      expect(lines).toContainEqual(
        expect.stringMatching(
          new RegExp(`^${done} of 2 businesses .*; business ${done + 1}: topups$`, "u"),
        ),
      )
    }
  })

  test("is tested on every column of every table", () => {
    const db = new Database(files[0], { readonly: true })
    const columns = db
      .prepare<[], string>(
        `select t.name || ' ' || c.name from sqlite_schema as t, pragma_table_info(t.name) as c
        where t.type = 'table' and t.name not like 'sqlite\\_%' escape '\\'`,
      )
      .pluck()
      .all()
    db.close()
    const tried = new Set(all.map(({ table, column }) => `${table} ${column}`))
    const empty = columns.filter((column) => !tried.has(column))
    expect(all.length).toBeGreaterThan(300)
    expect(empty).toEqual([
      "reassessments auth_date",
      "reassessments transaction_id",
      // Exists only while digests are being sent.
      "notification_progress digest_user",
    ])
  })

  test("finds every corruption that has no reason, and every reason is needed", () => {
    const missed = outcomes.filter(({ finders }) => finders.length === 0)
    const unexcused = missed.filter((outcome) => reasonOf(outcome) === null)
    expect(unexcused.map(({ statement }) => statement)).toEqual([])
    const needed = new Set(missed.map(reasonOf))
    expect(unfound.filter(([, why]) => !needed.has(why))).toEqual([])
  })

  test("finds what docs/verify.md says", async () => {
    await expect(page(outcomes)).toMatchFileSnapshot("../../../docs/verify.md")
  })

  test.each(cases)("$name: is found by $finder", async ({ statements = [], spoil, finder }) => {
    const finders = await tried(files, run(statements), spoil === undefined ? {} : { spoil })
    if (finder === null) expect(finders).toEqual([])
    else expect(finders).toContain(finder)
  })

  test("detects from a noted head that the newest events were removed", async () => {
    const [head] = sound.heads
    const heads = head === undefined ? [] : [head]
    expect(await tried(files, run([]), { heads })).toEqual([])
    expect(await tried(files, run(cutOff), { heads })).toEqual(["noted head"])
  })
})
