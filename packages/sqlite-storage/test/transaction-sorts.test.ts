import { Layer, ManagedRuntime } from "effect"
import { afterAll, beforeAll, expect, test } from "vitest"
import { SqliteStorage } from "../src/index.ts"
import { asSystem, file } from "./given.ts"
import { listsOfMany, pageAmongMany, pageOfMany, plantMany } from "./many-transactions.ts"

const runtime = ManagedRuntime.make(
  Layer.provideMerge(SqliteStorage.layer({ file: file() }), asSystem),
)
beforeAll(() => runtime.runPromise(plantMany))
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
