/**
 * The tests at other dates and in other time zones: `pnpm dates` runs every test at each of them,
 * `pnpm dates topups` only those whose path contains a word, `pnpm dates --at 2038 topups` only at
 * those whose text contains it. Needs Debian's faketime, and a build.
 */
import { spawnSync } from "node:child_process"

/** Instants in UTC at which something turns, or is about to; the empty one is now. */
const clocks: ReadonlyArray<readonly [instant: string, zone: string]> = [
  ["", "UTC"],
  ["2026-11-30 12:00:00", "UTC"],
  ["2026-12-31 23:58:00", "UTC"],
  ["2027-01-01 00:00:00", "UTC"],
  ["2027-03-31 23:59:00", "UTC"],
  ["2027-06-30 23:59:00", "UTC"],
  ["2027-07-01 00:00:00", "UTC"],
  ["2027-08-02 00:00:00", "UTC"],
  ["2028-02-29 23:59:30", "UTC"],
  ["2038-01-19 03:13:50", "UTC"],
  ["2027-04-03 15:58:00", "Australia/Sydney"],
  ["2027-11-07 05:58:00", "America/New_York"],
]

/** `--at TEXT` is ours, the rest vitest's. */
const given = process.argv.slice(2)
const at = given.indexOf("--at")
const wanted = at === -1 ? "" : (given.splice(at, 2)[1] ?? "")

/** How the tests end at an instant: 0 where all pass. */
const runAt = ([instant, zone]: (typeof clocks)[number]): number => {
  const tests = ["env", `TZ=${zone}`, "vitest", "run", ...given]
  const [command = "", ...args] = instant === "" ? tests : ["faketime", instant, ...tests]
  // faketime reads its instant in the time zone of its own.
  const env = { ...process.env, TZ: "UTC" }
  const { status, error } = spawnSync(command, args, { stdio: "inherit", env })
  if (error !== undefined) console.error(`${command} cannot be run: ${error.message}`)
  return status ?? 1
}

const chosen = clocks.filter((clock) => clock.join(" ").includes(wanted))
const red = chosen.filter((clock) => {
  console.log(`\nat ${clock[0] === "" ? "the present" : clock[0]}, ${clock[1]}`)
  return runAt(clock) !== 0
})
for (const [instant, zone] of red) console.error(`failed at ${instant || "the present"}, ${zone}`)
console.log(`${chosen.length - red.length} of ${chosen.length} dates passed`)
process.exitCode = red.length === 0 && chosen.length > 0 ? 0 : 1
