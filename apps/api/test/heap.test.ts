import { execFileSync } from "node:child_process"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { expect, test } from "vitest"
import { root } from "./outlay.ts"

const heap = pathToFileURL(join(root, "apps/api/dist/heap.js")).href

/** A program whose garbage enlarges the young generation. Prints its size in MiB. */
const program = (before: string) => `
  import { setImmediate as turn } from "node:timers/promises"
  import { getHeapSpaceStatistics } from "node:v8"
  ${before}
  const retained = []
  for (let round = 0; round < 400; round++) {
    const object = (n) => ({ n, text: String(n), list: [n, n, n] })
    retained.push(Array.from({ length: 4_000 }, (_, n) => object(n)))
    if (retained.length > 8) retained.shift()
    await turn()
  }
  const young = getHeapSpaceStatistics().find(({ space_name }) => space_name === "new_space")
  process.stdout.write(String(young.space_size / 1024 / 1024))
`

const youngAfter = (before: string): number => {
  const args = ["--input-type=module", "--eval", program(before)]
  return Number(execFileSync(process.execPath, args, { encoding: "utf8" }))
}

test("the young generation has a limit that V8 alone would exceed", () => {
  // V8 doubles it to 16 MiB, then to 32. During marking, either may be a few pages larger.
  expect(youngAfter("")).toBeGreaterThan(24)
  const bound = `const { boundHeap, ofImports } = await import("${heap}"); boundHeap()`
  expect(youngAfter(bound)).toBeLessThan(24)
  // Imports get V8's own limit, even if it was reduced before.
  expect(youngAfter(`${bound}; boundHeap(ofImports)`)).toBeGreaterThan(24)
})
