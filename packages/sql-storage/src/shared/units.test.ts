import { CurrentActor, EventsAsRecorded, operator } from "@outlay/domain"
import { Ids } from "@outlay/domain/ports"
import { Effect, Result } from "effect"
import { describe, expect, test } from "vitest"
import { change } from "./change.ts"
import { Sql } from "./sql.ts"
import { unitsOver } from "./units.ts"

/** An engine that runs nothing, and logs its calls. */
const written = () => {
  const log: Array<string> = []
  const note = (what: string) =>
    Effect.sync(() => {
      log.push(what)
    })
  const begun = <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.andThen(note("begin"), work)
  const sql = {
    lock: (client_id: number) => note(`lock ${client_id}`),
    transaction: begun,
    joined: begun,
  } as unknown as Sql["Service"]
  return { log, note, sql }
}

describe("a unit of work begins by locking its business", () => {
  test.each(["atomically", "dryRun"] as const)("%s", async (how) => {
    const { log, note, sql } = written()
    const units = unitsOver(sql, Effect.succeed(false))
    await Effect.runPromise(units[how](note("work"), { client_id: 7 }))
    expect(log).toEqual(["begin", "lock 7", "work"])
  })

  test("unless it concerns several businesses", async () => {
    const { log, note, sql } = written()
    await Effect.runPromise(unitsOver(sql, Effect.succeed(false)).atomically(note("work")))
    expect(log).toEqual(["begin", "work"])
  })

  test("a change of a port also locks the business before it loads", async () => {
    const { log, note, sql } = written()
    const refused = Effect.flip(change(7, note("load"), () => Result.fail("no")))
    await Effect.runPromise(
      refused.pipe(
        Effect.provideService(Sql, sql),
        Effect.provideService(Ids, {} as Ids["Service"]),
        Effect.provideService(CurrentActor, operator),
        Effect.provide(EventsAsRecorded),
      ),
    )
    expect(log).toEqual(["begin", "lock 7", "load"])
  })
})
