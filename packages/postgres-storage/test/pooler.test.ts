import { Exit } from "effect"
import { describe, expect, test } from "vitest"
import { aBusiness } from "../../sqlite-storage/test/given.ts"
import { newPooler } from "./pooler.ts"
import { add, process_ } from "./process.ts"
import { hasPostgres, leftOut, newDatabase } from "./server.ts"

const tests = () => {
  test("is accepted if it gives a client its session while it is connected", async () => {
    const { run } = process_(await newPooler(await newDatabase(), "session"))
    await run(aBusiness)
    expect(await run(add("one"))).toBe("one")
  })

  test("is refused, with the reason, if it gives a session to clients in turn", async () => {
    const { exit } = process_(await newPooler(await newDatabase(), "transaction"))
    const refused = await exit(aBusiness)
    expect(Exit.isFailure(refused)).toBe(true)
    expect(String(refused)).toContain("set its pool_mode to session, or connect without it")
  })
}

if (!hasPostgres) test(leftOut, () => expect(hasPostgres).toBe(false))
else describe("A pooler", tests)
