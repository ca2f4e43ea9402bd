import { afterAll, beforeAll, describe, expect, test } from "vitest"
import {
  hasPostgres,
  leftOut,
  newDatabase,
} from "../../../packages/postgres-storage/test/server.ts"
import { breakages } from "./random-requests/breakages.ts"
import { type Outcome, operations, run, runOn } from "./random-requests/run.ts"
import { inMemory, openStage, type Stage } from "./random-requests/stage.ts"

/** `pnpm random-requests` sends any number. */
const settings = { seed: 21, requests: 1_500 }

/** Number of these requests sent to the other storages, which must respond identically. */
const few = 600

/** Operations that need not succeed or be refused in a run, with the reason. */
const excused: { readonly [operation: string]: string } = {}

const uncovered = (seen: ReadonlySet<string>): ReadonlyArray<string> =>
  operations.map(({ id }) => id).filter((id) => !seen.has(id) && !(id in excused))

const shown = ({ faults }: Outcome): string =>
  [...faults, faults.length > 0 ? `pnpm random-requests --seed ${settings.seed}` : ""].join("\n\n")

describe("random requests from docs/openapi.json get documented responses", () => {
  let onSqlite: Outcome
  beforeAll(async () => {
    onSqlite = await run({ ...settings, database: ":memory:" })
  })

  test("on SQLite", () => {
    expect(shown(onSqlite)).toBe("")
  })

  test("every operation succeeds and is refused at least once", () => {
    expect(uncovered(onSqlite.succeeded), "never succeeds").toEqual([])
    expect(uncovered(onSqlite.refused), "is never refused").toEqual([])
  })

  test("in memory, with the same responses", async () => {
    const outcome = await run({ ...settings, requests: few, database: inMemory })
    expect(shown(outcome)).toBe("")
    expect(outcome.transcript).toEqual(onSqlite.transcript.slice(0, few))
  })

  test.runIf(hasPostgres)("on PostgreSQL, with the same responses", async () => {
    const outcome = await run({ ...settings, requests: few, database: await newDatabase() })
    expect(shown(outcome)).toBe("")
    expect(outcome.transcript).toEqual(onSqlite.transcript.slice(0, few))
  })

  test.skipIf(hasPostgres)(leftOut, () => expect(hasPostgres).toBe(false))
})

describe("a service that breaks a promise is detected", () => {
  let stage: Stage
  beforeAll(async () => {
    stage = await openStage(inMemory)
  })
  afterAll(() => stage?.service.stop())

  test.each(breakages.map((_, n) => ({ ..._, seed: n })))("$name", async (breakage) => {
    const { among = /./u, behind, found, seed } = breakage
    const { faults } = await runOn(stage, {
      ...{ seed, requests: 600, faults: 1, among },
      behind: (send) => behind(send, stage),
    })
    expect(faults[0]).toMatch(found)
  })
})
