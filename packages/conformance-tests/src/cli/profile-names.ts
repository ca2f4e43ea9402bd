import { type Profile, profiles } from "../http/check.ts"
import { levelNames } from "../http/levels.ts"
import { profilesOf } from "../suite.ts"

const allowed = `profiles ${profiles.join(", ")}; levels ${levelNames.join(", ")}; all`

/** Returns the profiles that these names stand for, and an error message for each unknown name. */
export const profilesNamed = (names: ReadonlyArray<string>) => {
  const found = names.map((name) => ({ name, chosen: profilesOf(name, profiles) }))
  const chosen = new Set<Profile>(found.flatMap((one) => one.chosen ?? []))
  const unknown = found.filter((one) => one.chosen === null)
  return {
    profiles: profiles.filter((profile) => chosen.has(profile)),
    faults:
      names.length === 0
        ? [`--profile: name at least one (${allowed})`]
        : unknown.map(({ name }) => `--profile: there is no "${name}" (${allowed})`),
  }
}
