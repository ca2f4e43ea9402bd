import { storageSuites } from "@outlay/conformance-tests/storage"
import { beforeAll, describe, expect, test } from "vitest"
import { hasPostgres, leftOut, newDatabase } from "./server.ts"
import { emptiedWhileOpen } from "./witness.ts"

let url: string
beforeAll(async () => {
  if (hasPostgres) url = await newDatabase()
})

if (!hasPostgres) test(leftOut, () => expect(hasPostgres).toBe(false))
else {
  describe.each(storageSuites)("$name", ({ cases }) => {
    test.each(cases)("$name", ({ run }) => run(emptiedWhileOpen(url)))
  })
}
