import type { Profile } from "./check.ts"
import type { CheckResult } from "./verdict.ts"

const core: ReadonlyArray<Profile> = ["smoke", "read", "write", "rules"]
const full: ReadonlyArray<Profile> = [...core, "gaps"]
const hardened: ReadonlyArray<Profile> = [...full, "tenancy", "hardening"]

/** Profiles of each level; a later level includes every earlier one. */
export const levels: { readonly [level in Level]: ReadonlyArray<Profile> } = {
  core,
  full,
  hardened,
  durable: [...hardened, "durability"],
}
export const levelNames = ["core", "full", "hardened", "durable"] as const
export type Level = (typeof levelNames)[number]

/** `not run`: a profile of the level was not run, not complete, or has something unclaimed. */
export type Standing = "passed" | "not passed" | "not run"

/** A target passes a level if it has no failure and nothing untestable in it. */
export const standingOf = (
  level: Level,
  checks: ReadonlyArray<CheckResult>,
  whole: ReadonlySet<Profile>,
): Standing => {
  const inside = checks.filter((check) => levels[level].includes(check.profile))
  const faulty = (check: CheckResult) => !["pass", "unclaimed"].includes(check.verdict)
  if (inside.some(faulty)) return "not passed"
  const hasRun = (profile: Profile) => {
    const own = inside.filter((check) => check.profile === profile)
    return whole.has(profile) && own.length > 0 && own.every(({ verdict }) => verdict === "pass")
  }
  return levels[level].every(hasRun) ? "passed" : "not run"
}
