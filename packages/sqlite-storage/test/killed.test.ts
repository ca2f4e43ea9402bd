import { spawn } from "node:child_process"
import { fileURLToPath } from "node:url"
import { Effect } from "effect"
import { expect, test } from "vitest"
import { bundled } from "../../../scripts/bundle.ts"
import { SqliteStorage } from "../src/index.ts"
import { aBusiness, entry, file, storage, transaction } from "./given.ts"
import { expectWhole } from "./whole.ts"

const program = await bundled(fileURLToPath(new URL("killed.ts", import.meta.url)))

/**
 * Starts payments with an explanation of `length` characters, kills the process after `count`
 * acknowledgements, and returns its output.
 */
const killAfter = (path: string, length: number, count: number): Promise<ReadonlyArray<string>> =>
  new Promise((resolve, reject) => {
    const paid = transaction("t", { explanation: "x".repeat(length) })
    const template = JSON.stringify({ transaction: paid, entry: entry() })
    const child = spawn(process.execPath, [program, path, template])
    let output = ""
    let complaint = ""
    child.stdout.on("data", (chunk) => {
      output += chunk
      if (output.split("\n").length > count) child.kill("SIGKILL")
    })
    child.stderr.on("data", (chunk) => {
      complaint += chunk
    })
    child.on("close", (code, signal) => {
      if (signal !== "SIGKILL") reject(new Error(`ended by itself: ${signal ?? code} ${complaint}`))
      else resolve(output.split("\n").slice(0, -1))
    })
  })

test.each([
  ["twenty kills", { kills: 20, length: 10 }],
  ["ten kills during checkpoints", { kills: 10, length: 40_000 }],
])("%s lose no acknowledged unit, and leave no partial one", async (_, { kills, length }) => {
  const path = file()
  const { run, close } = storage({ file: path })
  await run(aBusiness)
  await close()
  const acknowledged: Array<string> = []
  for (let n = 0; n < kills; n++) {
    acknowledged.push(...(await killAfter(path, length, 1 + n * 37)))
  }

  expectWhole(path, acknowledged)
  const faults = Effect.flatMap(SqliteStorage, ({ integrityFaults }) => integrityFaults)
  expect(await storage({ file: path }).run(faults)).toEqual([])
})
