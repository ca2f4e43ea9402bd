import { Effect, Option, Result } from "effect"
import { environment } from "../config.ts"
import { failedAs } from "../failure.ts"
import { type Given, readSetting, type Setting } from "../setting-form.ts"
import { listener, type ReceivedRequest } from "../webhooks/listener.ts"
import { listening } from "../webhooks/listener-settings.ts"

interface Input {
  readonly port: Option.Option<string>
  readonly secret: Option.Option<string>
  readonly forward: Option.Option<string>
  readonly json: boolean
}

/** Returns the settings; fails with all errors, one per line. */
const settingsOf = (input: Input) => {
  const flags: Given = {
    port: Option.getOrUndefined(input.port),
    secret: Option.getOrUndefined(input.secret),
    forward: Option.getOrUndefined(input.forward),
  }
  const read = <A>(setting: Setting<A>) => readSetting(setting, flags, environment())
  const port = read<number>(listening.port)
  const secret = read<string>(listening.secret)
  const forward = read<string>(listening.forward)
  if (Result.isSuccess(port) && Result.isSuccess(secret) && Result.isSuccess(forward)) {
    const to = forward.success === "nowhere" ? null : forward.success
    return Effect.succeed({ port: port.success, secret: secret.success, forward: to })
  }
  const all: ReadonlyArray<Result.Result<unknown, string>> = [port, secret, forward]
  const faults = all.flatMap((_) => (Result.isFailure(_) ? [_.failure] : []))
  return Effect.fail(failedAs("usage", ...(faults as [string, ...Array<string>])))
}

/** Escapes control characters as JSON does, because a sender could move the cursor with them. */
const printable = (text: string): string =>
  text.replace(
    /[^\P{Cc}\n]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  )

const textOf = ({ id, verified, status, unreachable }: ReceivedRequest): string => {
  const time = new Date().toISOString()
  if (verified.event === null)
    return `${time} ${id || "-"} refused with ${status}: ${verified.reason}`
  const outcome = unreachable === null ? `${status}` : `${status}: ${unreachable}`
  return `${time} ${id} ${verified.event["type"]} ${outcome}\n${JSON.stringify(verified.event, null, 2)}`
}

const jsonOf = ({ id, verified, status, unreachable }: ReceivedRequest): string =>
  JSON.stringify({ id, status, unreachable, reason: verified.reason, event: verified.event })

/** `outlay listen` */
export const listen = (input: Input) =>
  Effect.gen(function* () {
    const settings = yield* settingsOf(input)
    const print = (each: ReceivedRequest) =>
      process.stdout.write(`${printable(input.json ? jsonOf(each) : textOf(each))}\n`)
    const url = yield* listener({ ...settings, onRequest: print })
    yield* Effect.sync(() => {
      process.stderr.write(`outlay listens for webhooks on ${url}\n`)
      // Ending by a signal counts as success from now on.
      process.exitCode = 0
    })
    return yield* Effect.never
  }).pipe(Effect.scoped)
