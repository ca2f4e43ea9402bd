import { existsSync } from "node:fs"
import { dirname } from "node:path"
import { CurrentActor, operator, Services, WebhookDeliveries, WebhookSender } from "@outlay/domain"
import { NodeSecrets } from "@outlay/http-server"
import { SqlStores } from "@outlay/sql-storage"
import { type DatabaseRefused, type SqliteOptions, SqliteStorage } from "@outlay/sqlite-storage"
import { Effect, Layer, type Option } from "effect"
import { databaseFile } from "./commands/flags.ts"
import { type CommandFailed, commandFailed } from "./failure.ts"
import { makeFolder } from "./make-folder.ts"

/** The storage: every port, over one SQLite file. */
export const storageLayer = (options: SqliteOptions) =>
  SqlStores.layer.pipe(Layer.provideMerge(SqliteStorage.layer(options)))

/** The domain's services over that storage; commands send no webhooks. */
export const servicesLayer = (
  options: SqliteOptions,
  webhooks: Layer.Layer<WebhookSender> = WebhookSender.none,
) =>
  Layer.merge(Services.layer, WebhookDeliveries.layer).pipe(
    Layer.provideMerge(storageLayer(options)),
    Layer.provide(Layer.merge(NodeSecrets.layer, webhooks)),
  )

/** All that commands are written with. */
export type Everything = Layer.Success<ReturnType<typeof servicesLayer>>

/**
 * What a command does with the database: `read` writes nothing, `write` wants it to be there,
 * `make` makes it when it is not.
 */
export type Access = "read" | "write" | "make"

/** Whether the file can be used so; its folder is made where the file may be. */
export const prepareFile = (file: string, access: Access): Effect.Effect<void, CommandFailed> =>
  Effect.suspend(() => {
    if (existsSync(file)) return Effect.void
    if (access !== "make") {
      return Effect.fail(
        commandFailed(
          `There is no database ${file}: outlay migrate makes one, or give --database-url.`,
        ),
      )
    }
    try {
      makeFolder(dirname(file))
      return Effect.void
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      return Effect.fail(commandFailed(`The folder of ${file} cannot be made: ${reason}.`))
    }
  })

/**
 * Runs a command on a database file, as the operator; `sole`: not beside a process that serves it.
 */
export const onFile =
  (file: string, access: Access, sole = false) =>
  <A, E>(
    work: Effect.Effect<A, E, Everything>,
  ): Effect.Effect<A, E | CommandFailed | DatabaseRefused> =>
    prepareFile(file, access).pipe(
      Effect.andThen(
        Effect.provide(
          Effect.provideService(work, CurrentActor, operator),
          servicesLayer({ file, sole, mode: access === "read" ? "readable" : "writable" }),
        ),
      ),
    )

/** Runs a command on the database that the flags or the environment name. */
export const withDatabase =
  (url: Option.Option<string>, access: Access = "write") =>
  <A, E>(work: Effect.Effect<A, E, Everything>) =>
    Effect.flatMap(databaseFile(url), (file) => onFile(file, access)(work))
