import { SignInLinks } from "@outlay/domain"
import { Effect, Option, Result } from "effect"
import { environment, serving } from "../config.ts"
import { commandFailed } from "../failure.ts"
import { withDatabase } from "../layers.ts"
import { publicUrlOf, signInUrl } from "../server/sign-in.ts"
import { type Given, readSetting, type Setting } from "../setting-form.ts"
import { facts, print } from "../terminal.ts"

interface Input {
  readonly business: number
  readonly email: string
  readonly host: Option.Option<string>
  readonly port: Option.Option<string>
  readonly publicUrl: Option.Option<string>
  readonly databaseUrl: Option.Option<string>
  readonly json: boolean
}

/** Returns the base URL of a service that runs with these settings. */
const baseOf = (input: Input) =>
  Effect.gen(function* () {
    const flags: Given = {
      [serving.host.flag]: Option.getOrUndefined(input.host),
      [serving.port.flag]: Option.getOrUndefined(input.port),
      [serving.publicUrl.flag]: Option.getOrUndefined(input.publicUrl),
    }
    const read = <A>(setting: Setting<A>) => {
      const found = readSetting(setting, flags, environment())
      return Result.isSuccess(found)
        ? Effect.succeed(found.success)
        : Effect.fail(commandFailed(found.failure))
    }
    const publicUrl = yield* read(serving.publicUrl)
    const [host, port] = [yield* read(serving.host), yield* read(serving.port)]
    const settings = { host, publicUrl: publicUrl === "none" ? null : publicUrl }
    const base = publicUrlOf(settings, `http://${host}:${port}`)
    if (base !== null) return base
    return yield* commandFailed(
      `The public address of the service is unknown, because it listens on ${host}. Give --${serving.publicUrl.flag}, or set ${serving.publicUrl.variable}.`,
    )
  })

/** `outlay sign-in-link` */
export const create = (input: Input) =>
  Effect.gen(function* () {
    const base = yield* baseOf(input)
    const { link, business, token } = yield* SignInLinks.use((_) =>
      _.issueAt(input.business, input.email),
    )
    const { client_id, user_id, expires_at } = link
    const url = signInUrl(base, token)
    const text = facts([
      ["business", business],
      ["user_id", user_id],
      ["expires_at", expires_at],
      ["link", url],
    ])
    const hint = "It works once. Give it to this user only: it needs no password."
    yield* print(input.json, { client_id, user_id, expires_at, url }, `${text}\n\n${hint}`)
  }).pipe(withDatabase(input.databaseUrl))
