import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { expect, test } from "vitest"
import { bundled } from "../../../scripts/bundle.ts"
import { aBusiness, entry, folder, storage, transaction } from "./given.ts"
import { canTrace, strace, whetherLeftOut } from "./power/calls.ts"
import { expectWhole } from "./whole.ts"

/** `CALLS=100 pnpm test refusing` tests more calls. */
const calls = Number(process.env["CALLS"] ?? 8)

const program = await bundled(fileURLToPath(new URL("killed.ts", import.meta.url)))
/** Each fsync makes up to three of them durable. */
const payments = 40 + 4 * calls

/** Makes the kernel refuse one call of a program that pays; returns its output and its database. */
const refusing = async (call: string, code: string, which: number, length: string) => {
  const file = join(folder(), "outlay.db")
  const { run, close } = storage({ file })
  await run(aBusiness)
  await close()
  const template = JSON.stringify({ transaction: transaction("t"), entry: entry() })
  const inject = ["-e", `trace=${call}`, "-e", `inject=${call}:error=${code}:when=${which}`]
  const output = await strace(
    ["-o", "/dev/null", ...inject],
    [program, file, template, "3", String(payments), "0", length],
  )
  const words = output.split("\n").filter((word) => word !== "")
  return { file, words, paid: words.filter((word) => word !== "refused") }
}

test.skipIf(!canTrace).each([
  ["fsync", "EIO", { step: 1, goesOn: false, length: "short" }],
  ["fdatasync", "EIO", { step: 1, goesOn: false, length: "long" }],
  ["pwrite64", "EIO", { step: 7, goesOn: true, length: "short" }],
  ["pwrite64", "ENOSPC", { step: 7, goesOn: true, length: "short" }],
])(
  `%s refused with %s, at one call after another, loses no acknowledged unit${whetherLeftOut}`,
  async (call, code, { step, goesOn, length }) => {
    let noticed = 0
    for (let n = 0; n < calls; n++) {
      const which = 1 + n * step
      const { file, words, paid } = await refusing(call, code, which, length)
      expectWhole(file, paid)
      if (!words.includes("refused")) continue
      noticed++
      const went = words.lastIndexOf(paid.at(-1) ?? "") > words.indexOf("refused")
      expect(went, `${call} ${which}: ${words.join(" ")}`).toBe(goesOn)
    }
    expect(noticed).toBeGreaterThan(calls / 4)
  },
)
