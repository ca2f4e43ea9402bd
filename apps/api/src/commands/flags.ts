import { Effect, Option, Result } from "effect"
import { Flag } from "effect/cli"
import { backupUrl as backups } from "../backups/settings.ts"
import { database, environment, receiptsUrl as receipts } from "../config.ts"
import { failedAs } from "../failure.ts"
import { type Given, readSetting, type Setting } from "../setting-form.ts"

/** Flag of a setting: text, validated with its variable, so that all errors are reported. */
export const settingFlag = <A>(setting: Setting<A>) =>
  Flag.String(setting.flag).pipe(
    Flag.withMetavar(setting.flag.replaceAll("-", "_").toUpperCase()),
    Flag.withDescription(describe(setting)),
    Flag.optional,
  )

/** Flag of a boolean setting. `--flag` alone means true. */
export const switchFlag = (setting: Setting<boolean>) =>
  Flag.Boolean(setting.flag).pipe(Flag.withDescription(describe(setting)), Flag.optional)

/** Returns help such as "Port to listen on: a whole number … (OUTLAY_PORT, else 8080)". */
const describe = <A>(setting: Setting<A>): string => {
  const fallback = setting.default === "" ? "" : `, else ${setting.default}`
  return `${setting.what}: ${setting.allowed} (${setting.variable}${fallback})`
}

/** Flag for the location of the data, used by every command. */
export const databaseUrl = settingFlag(database)

/** Flag for the location of receipt files, used by commands that read or write them. */
export const receiptsUrl = settingFlag(receipts)

/** Flag for the location of backups, used by commands that make, list or restore them. */
export const backupUrl = settingFlag(backups)

export const json = Flag.Boolean("json").pipe(
  Flag.withDescription("Print JSON instead of text"),
  Flag.withDefault(false),
)

export const business = Flag.Int("business").pipe(
  Flag.withAlias("b"),
  Flag.withMetavar("CLIENT_ID"),
  Flag.withDescription("Id of the business; outlay business list shows it"),
)

/** Texts of the given flags. */
const given = (flags: Readonly<Record<string, Option.Option<string>>>): Given =>
  Object.fromEntries(
    Object.entries(flags).map(([flag, text]) => [flag, Option.getOrUndefined(text)]),
  )

/** Returns the value of a setting; fails with a sentence if it is invalid. */
export const settingOf = <A>(setting: Setting<A>, text: Option.Option<string>) =>
  Effect.suspend(() => {
    const read = readSetting(setting, given({ [setting.flag]: text }), environment())
    return Result.isSuccess(read)
      ? Effect.succeed(read.success)
      : Effect.fail(failedAs("usage", read.failure))
  })

/** Returns the path of the database file. */
export const databaseFile = (url: Option.Option<string>) => settingOf(database, url)

/** Returns the location of the receipt files. */
export const receiptsPlace = (url: Option.Option<string>) =>
  Effect.map(settingOf(receipts, url), ({ place }) => place)

/** Loads what a command needs only when it runs, so that `outlay --help` is quick. */
export const lazily = <M, A, E, R>(
  load: () => Promise<M>,
  run: (module: M) => Effect.Effect<A, E, R>,
): Effect.Effect<A, E, R> => Effect.flatMap(Effect.promise(load), run)

/** Optional flag with a default value, which help shows. */
export const withFallback =
  <A>(description: string, value: A) =>
  (flag: Flag.Flag<A>): Flag.Flag<A> =>
    flag.pipe(Flag.withDescription(`${description} (default: ${value})`), Flag.withDefault(value))

/** Optional flag that can be repeated. */
export const repeatable = <A>(flag: Flag.Flag<A>, most = 1_000): Flag.Flag<ReadonlyArray<A>> =>
  flag.pipe(Flag.between(1, most), Flag.withDefault<ReadonlyArray<A>>([]))

/** Optional text flag. */
export const optionalText = (name: string, metavar: string, description: string) =>
  Flag.String(name).pipe(
    Flag.withMetavar(metavar),
    Flag.withDescription(description),
    Flag.optional,
  )
