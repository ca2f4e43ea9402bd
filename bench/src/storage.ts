import { Services, WebhookSender } from "@outlay/domain"
import { NodeSecrets } from "@outlay/http-server"
import { SqlStores } from "@outlay/sql-storage"
import { SqliteStorage } from "@outlay/sqlite-storage"
import { Layer } from "effect"

/** The domain over a database file, as the product composes it. */
export const services = (file: string, groupCommit = true) =>
  Services.layer.pipe(
    Layer.provideMerge(SqlStores.layer),
    Layer.provideMerge(SqliteStorage.layer({ file, groupCommit })),
    Layer.provideMerge(NodeSecrets.layer),
    Layer.provide(WebhookSender.none),
  )
