import { UnitOfWork } from "@outlay/domain"
import { Ids, type NumberedKind } from "@outlay/domain/ports"
import { Effect } from "effect"
import { describe, expect, test } from "vitest"
import { file, storage } from "./given.ts"

const number = (kind: NumberedKind = "users") => Effect.flatMap(Ids, ({ integer }) => integer(kind))
const numbers = (count: number) => Effect.replicateEffect(number(), count)
const unit = <A, E, R>(work: Effect.Effect<A, E, R>) =>
  Effect.flatMap(UnitOfWork, ({ atomically }) => atomically(work))
const rehearsed = <A, E, R>(work: Effect.Effect<A, E, R>) =>
  Effect.flatMap(UnitOfWork, ({ dryRun }) => dryRun(work))

describe("integers", () => {
  test("count from 1, separately for each kind", async () => {
    const { run } = storage()
    expect(await run(numbers(200))).toEqual(Array.from({ length: 200 }, (_, n) => n + 1))
    expect(await run(number("invites"))).toBe(1)
  })

  test("are not issued again after a restart, and skip few", async () => {
    const path = file()
    const given: Array<number> = []
    for (let start = 0; start < 5; start++) {
      const { run, close } = storage({ file: path })
      given.push(...(await run(numbers(3))))
      await close()
    }
    expect(new Set(given).size).toBe(given.length)
    expect(given).toEqual(given.toSorted((a, b) => a - b))
    expect(Math.max(...given)).toBeLessThan(20)
  })

  test("are never the same in two processes", async () => {
    const path = file()
    const storages = [storage({ file: path }), storage({ file: path })]
    const given: Array<number> = []
    for (let n = 0; n < 300; n++) given.push(await storages[n % 2]!.run(number()))
    expect(new Set(given).size).toBe(300)
  })

  test("differ in all committed units, even if others are rolled back", async () => {
    const path = file()
    const { run } = storage({ file: path })
    const committed: Array<number> = []
    for (let n = 0; n < 60; n++) {
      const outcomes = await run(
        Effect.all(
          [
            unit(number()),
            Effect.as(Effect.ignore(unit(Effect.andThen(number(), Effect.fail("no")))), null),
            Effect.as(rehearsed(number()), null),
            number(),
            unit(
              Effect.andThen(
                Effect.ignore(unit(Effect.andThen(numbers(n), Effect.fail("no")))),
                number(),
              ),
            ),
          ],
          { concurrency: "unbounded" },
        ),
      )
      committed.push(...outcomes.filter((outcome) => outcome !== null))
    }
    const { run: other } = storage({ file: path })
    committed.push(...(await other(numbers(50))), ...(await run(numbers(50))))
    expect(new Set(committed).size).toBe(committed.length)
  })
})

test("UUIDs are version 7, and in order", async () => {
  const { run } = storage()
  const ids = await run(Effect.flatMap(Ids, ({ uuid }) => Effect.replicateEffect(uuid, 100)))
  expect(ids).toEqual(ids.toSorted())
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/u)
})
