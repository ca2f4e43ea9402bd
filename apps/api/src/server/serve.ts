import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { PublicUrl, SandboxClock, steadyClock } from "@outlay/domain/ports"
import {
  authentication,
  clockHandlers,
  type Handler,
  handlers,
  type Listening,
  serve as listen,
  SignInWays,
} from "@outlay/http-server"
import { openToOthers } from "@outlay/sqlite-storage"
import { Deferred, Effect, Layer, Option, Redacted, Result } from "effect"
import { environment, readSettings, type Settings, serving } from "../config.ts"
import { isServer } from "../database-url.ts"
import { Engine } from "../engine.ts"
import { CommandFailed, failedAs } from "../failure.ts"
import { largeImports } from "../large-imports/large-imports.ts"
import { prepareFile, servicesLayer } from "../layers.ts"
import { mailLayer } from "../mail/mailer.ts"
import { misspeltVariables } from "../misspelt-variables.ts"
import { warnOfReceipts } from "../receipts.ts"
import type { Given } from "../setting-form.ts"
import { sayIfAbsent } from "../thumbnails/thumbnails.ts"
import { version } from "../version.ts"
import { httpSender } from "../webhooks/sender.ts"
import { anyTargets, publicTargets } from "../webhooks/targets.ts"
import { cannotListen } from "./address.ts"
import { background, reportTroubles } from "./background.ts"
import { backupGauges } from "./backup-gauges.ts"
import { scheduledBackups } from "./backups.ts"
import { clockCondition, watchClock } from "./clock.ts"
import { builtConsole } from "./console.ts"
import { gauges } from "./gauges.ts"
import { logs } from "./logs.ts"
import { serveMetrics } from "./metrics.ts"
import { signingInWith } from "./oidc.ts"
import { publicUrlOf, signInWays } from "./sign-in.ts"
import { observer, otlpLogs } from "./telemetry.ts"
import { unsubscribing } from "./unsubscribe.ts"

/** Flags of `outlay serve`. */
export type ServeInput = {
  readonly [Name in keyof typeof serving]: Option.Option<boolean | string>
}

/** Returns the settings; fails with all errors, one per line. */
export const settingsOf = (input: ServeInput) =>
  Effect.suspend(() => {
    const flags: Given = Object.fromEntries(
      Object.entries(serving).map(([name, { flag }]) => [
        flag,
        Option.getOrUndefined(input[name as keyof ServeInput])?.toString(),
      ]),
    )
    const read = readSettings(flags, environment(), process.stderr.isTTY === true)
    return Result.isSuccess(read)
      ? Effect.succeed(read.success)
      : Effect.fail(failedAs("usage", ...read.failure))
  })

/** `outlay serve` */
export const serve = (input: ServeInput) =>
  Effect.flatMap(settingsOf(input), (settings) => serveWith(settings, () => Effect.void))

/** Prints further output once the service accepts requests. */
export type Announce = (
  url: string,
) => Effect.Effect<void, CommandFailed, Layer.Success<ReturnType<typeof servicesLayer>>>

/** Serves until it is interrupted, or until the state of storage is unknown after an error. */
export const serveWith = (settings: Settings, announce: Announce) => {
  // A separate process would not have the sandbox clock, so a sandbox runs large imports itself.
  const listening = Effect.provide(listenWith(handlers, settings), largeImports(settings.database))
  const served = settings.sandbox
    ? serveOn(settings, announce, listenWith([...handlers, ...clockHandlers], settings)).pipe(
        Effect.provide(SandboxClock.layer),
      )
    : Effect.provide(serveOn(settings, announce, listening), steadyClock)
  return served.pipe(Effect.provide(otlpLogs(settings)), Effect.provide(logs(settings.log)))
}

const serveOn = <R>(
  settings: Settings,
  announce: Announce,
  listening: Effect.Effect<Listening, CommandFailed, R>,
) =>
  Effect.gen(function* () {
    yield* prepareFile(settings.database, "make")
    yield* warnOfReaders(settings.database)
    yield* Effect.forEach(misspeltVariables(environment()), (warning) => Effect.logWarning(warning))
    const fatal = yield* Deferred.make<never, CommandFailed>()
    const onFatal = (reason: string) => Deferred.doneUnsafe(fatal, Effect.fail(stopped(reason)))
    const services = servicesLayer(
      { file: settings.database, exclusive: true, onFatal },
      {
        webhooks: httpSender(settings.webhookPrivateTargets ? anyTargets : publicTargets),
        receipts: settings.receipts,
      },
    )
    yield* Effect.gen(function* () {
      const listened = yield* listening
      const url = urlOf(listened)
      yield* serveMetrics(settings, listened.metrics)
      yield* Effect.provideService(background, PublicUrl, publicUrlOf(settings, url))
      yield* reportTroubles
      yield* watchClock
      yield* scheduledBackups(settings)
      yield* Effect.sync(() => process.stdout.write(`outlay listening on ${url}\n`))
      yield* sayIfAbsent
      yield* Effect.forkScoped(warnOfReceipts(settings.receipts, settings.database))
      yield* announce(url)
      yield* releaseStartupMemory
      // Ending by a signal counts as success from now on.
      yield* Effect.sync(() => {
        process.exitCode = 0
      })
      // A running service logs its errors. The command prints those that prevent its start.
      yield* Effect.tapError(Deferred.await(fatal), ({ message }) => Effect.logFatal(message))
    }).pipe(
      Effect.scoped,
      Effect.provide(
        Layer.merge(authentication, mailLayer(settings.mail)).pipe(Layer.provideMerge(services)),
      ),
    )
  })

/** Warns if others can read the database, which has secrets, or the client key of a server. */
const warnOfReaders = (database: string) =>
  Effect.suspend(() => {
    const isKey = isServer(database)
    const file = isKey ? new URL(database).searchParams.get("sslkey") : database
    const mode = file === null ? null : openToOthers(file)
    // Secrets are often mounted like this: owned by root and readable by a group.
    if (mode === null || (isKey && mode.endsWith("0640"))) return Effect.void
    return Effect.logWarning(
      `The ${isKey ? "key of sslkey" : "database"} ${file} can be read by others ` +
        `(its mode is ${mode}): chmod 600 ${file}`,
    )
  })

const listenWith = <const H extends ReadonlyArray<Handler<unknown>>>(
  served: H,
  settings: Settings,
) =>
  Effect.gen(function* () {
    const { host, port, rateLimit, operatorToken, publicUrl, corsOrigins, proxies } = settings
    const site = settings.console ? { site: yield* builtConsole() } : {}
    return yield* listen(served, {
      version,
      host,
      port,
      operatorToken: operatorToken === null ? null : Redacted.value(operatorToken),
      rateLimit,
      publicUrl,
      corsOrigins,
      proxies,
      servesMetrics: settings.metricsPort === null,
      gauges: [...(yield* gauges), ...backupGauges(settings)],
      observe: yield* observer(settings),
      condition: yield* clockCondition,
      ready: (yield* Engine).ready,
      unsubscribe: yield* unsubscribing,
      ...(settings.oidc === null ? {} : { provider: yield* signingInWith(settings.oidc) }),
      ...site,
    }).pipe(Effect.mapError(({ reason }) => cannotListen(settings, serving.port.flag, reason)))
  }).pipe(Effect.provideService(SignInWays, signInWays(settings)))

/** Releases the memory used to load the program, a third of all. V8 would hold it otherwise. */
const releaseStartupMemory = Effect.sync(() => {
  setFlagsFromString("--expose-gc")
  const collect: unknown = runInNewContext("gc")
  if (typeof collect === "function")
    collect({ execution: "sync", flavor: "last-resort", type: "major" })
})

/** Returns the URL of an address. An address for all interfaces becomes the loopback address. */
const urlOf = ({ host, port }: Listening): string => {
  const reached = host === "0.0.0.0" ? "127.0.0.1" : host === "::" ? "::1" : host
  return `http://${reached.includes(":") ? `[${reached}]` : reached}:${port}`
}

const stopped = (reason: string) =>
  new CommandFailed({
    faults: [`Storage failed and the service stopped: ${reason}. Restart it.`],
    kind: "unavailable",
    isLogged: true,
  })
