import { Result } from "effect"

/** Texts by flag name or variable name; absent ones were not given. */
export type Given = Readonly<Record<string, string | undefined>>

/**
 * A setting. Its value is that of `--flag`, else of its variable, else the default. `read` returns
 * null if a text is invalid.
 */
export interface Setting<A> {
  readonly flag: string
  readonly variable: string
  readonly what: string
  readonly allowed: string
  readonly default: string
  /** True if its value is never printed. */
  readonly secret?: true
  readonly read: (text: string) => A | null
}

/**
 * Returns the value of a setting; fails with a sentence that states what is allowed. An empty
 * variable counts as absent.
 */
export const readSetting = <A>(
  setting: Setting<A>,
  flags: Given,
  variables: Given,
): Result.Result<A, string> => {
  const flag = flags[setting.flag]
  const variable = variables[setting.variable] === "" ? undefined : variables[setting.variable]
  const text = flag ?? variable ?? setting.default
  const value = setting.read(text)
  if (value !== null) return Result.succeed(value)
  // A URL may contain a password before its host, or a key in its query.
  const isSecret = setting.secret === true || /[@?#]/u.test(text)
  const given = isSecret ? "what was given" : JSON.stringify(text)
  const where = flag === undefined ? setting.variable : `--${setting.flag}`
  const other = flag === undefined ? `--${setting.flag}` : setting.variable
  return Result.fail(`${where} (or ${other}) must be ${setting.allowed}; ${given} is not.`)
}

export const readSwitch = (text: string): boolean | null =>
  text === "true" ? true : text === "false" ? false : null

/** True if a setting is boolean. */
export const isSwitch = (setting: Setting<unknown>): setting is Setting<boolean> =>
  setting.read === readSwitch
