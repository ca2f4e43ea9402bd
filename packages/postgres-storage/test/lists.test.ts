import { Layer, ManagedRuntime } from "effect"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { asSystem } from "../../sqlite-storage/test/given.ts"
import {
  listsOfMany,
  pageAmongMany,
  pageOfMany,
  plantMany,
} from "../../sqlite-storage/test/many-transactions.ts"
import { PostgresStorage } from "../src/index.ts"
import { hasPostgres, leftOut, newDatabase } from "./server.ts"

const open = async () => {
  const runtime = ManagedRuntime.make(
    Layer.provideMerge(PostgresStorage.layer({ url: await newDatabase() }), asSystem),
  )
  await runtime.runPromise(plantMany)
  return runtime
}

const tests = () => {
  let runtime: Awaited<ReturnType<typeof open>>
  beforeAll(async () => {
    runtime = await open()
  }, 120_000)
  afterAll(() => runtime.dispose())

  test.each(listsOfMany)(
    "%s: each page and the total are correct",
    async (_, filter, offsets, who) => {
      for (const offset of offsets) {
        const found = await runtime.runPromise(pageOfMany(filter, offset, who))
        expect(found).toEqual(pageAmongMany(filter, offset, who))
      }
    },
  )
}

if (hasPostgres) describe("lists of thousands", tests)
else test(leftOut, () => expect(hasPostgres).toBe(false))
