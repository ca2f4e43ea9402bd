/**
 * Runs the tests at other dates and in other time zones: `pnpm dates` runs every test at each of
 * them, `pnpm dates topups` only tests whose path contains the word, `pnpm dates --at 2038 topups`
 * only at dates that contain the text. Requires Debian's faketime and a build.
 */
import { spawnSync } from "node:child_process"

/** Instants in UTC at or just before a boundary; an empty text means the current time. */
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

/** `--at TEXT` is an option of this script; other arguments are vitest's. */
const given = process.argv.slice(2)
const at = given.indexOf("--at")
const requestedInstant = at === -1 ? "" : (given.splice(at, 2)[1] ?? "")

/** Runs the tests at an instant and returns the exit code. */
const runAt = ([instant, zone]: (typeof clocks)[number]): number => {
  const tests = ["env", `TZ=${zone}`, "vitest", "run", ...given]
  const [command = "", ...args] = instant === "" ? tests : ["faketime", instant, ...tests]
  // faketime reads the instant in its own time zone.
  const env = { ...process.env, TZ: "UTC" }
  const { status, error } = spawnSync(command, args, { stdio: "inherit", env })
  if (error !== undefined) console.error(`${command} cannot be run: ${error.message}`)
  return status ?? 1
}

const chosen = clocks.filter((clock) => clock.join(" ").includes(requestedInstant))
const red = chosen.filter((clock) => {
  console.log(`\nat ${clock[0] === "" ? "the present" : clock[0]}, ${clock[1]}`)
  return runAt(clock) !== 0
})
for (const [instant, zone] of red) console.error(`failed at ${instant || "the present"}, ${zone}`)
console.log(`${chosen.length - red.length} of ${chosen.length} dates passed`)
process.exitCode = red.length === 0 && chosen.length > 0 ? 0 : 1
