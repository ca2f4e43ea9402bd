import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { Effect } from "effect"
import { expect, test } from "vitest"
import { temporaryFolder } from "../../../scripts/temporary.ts"
import { builtConsole } from "../src/server/console.ts"

test("a service without a built console reports how to build it", async () => {
  const folder = join(temporaryFolder("console"), "dist")
  const refused = await Effect.runPromise(Effect.flip(builtConsole(folder)))
  expect(refused.kind).toBe("unavailable")
  expect(refused.message).toBe(
    `The console is not built: ${folder} is missing or incomplete. Run pnpm build, or turn the console off with OUTLAY_CONSOLE=false.`,
  )
  mkdirSync(folder)
  expect((await Effect.runPromise(Effect.flip(builtConsole(folder)))).kind).toBe("unavailable")
  for (const file of ["index.html", "addresses.txt"]) writeFileSync(join(folder, file), "")
  expect((await Effect.runPromise(Effect.flip(builtConsole(folder)))).kind).toBe("unavailable")
  mkdirSync(join(folder, "assets"))
  expect(await Effect.runPromise(builtConsole(folder))).toBe(folder)
})
