import { spawnSync } from "node:child_process"
import { constants } from "node:os"
import { expect, test } from "vitest"

const { PRIORITY_LOW, PRIORITY_BELOW_NORMAL } = constants.priority

/** Sets its own low priority, lowers that of a child process, and prints both. */
const program = `
import { spawn } from "node:child_process"
import { getPriority, setPriority } from "node:os"
import { lowerPriority } from ${JSON.stringify(new URL("../src/priority.ts", import.meta.url).href)}
const [own, wanted] = process.argv.slice(1).map(Number)
setPriority(own)
const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"])
lowerPriority(child, wanted)
console.log(JSON.stringify([getPriority(), getPriority(child.pid)]))
child.kill("SIGKILL")
`

test.skipIf(process.platform === "win32")(
  "a child process never has a higher priority than the service",
  () => {
    const args = ["--input-type=module", "--eval", program]
    const given = [PRIORITY_LOW, PRIORITY_BELOW_NORMAL].map(String)
    const { stdout, stderr } = spawnSync(process.execPath, [...args, ...given], {
      encoding: "utf8",
    })
    expect([stdout.trim(), stderr]).toEqual([JSON.stringify([PRIORITY_LOW, PRIORITY_LOW]), ""])
  },
)
