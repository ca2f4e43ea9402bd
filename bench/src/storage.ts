import { Services, WebhookSender } from "@outlay/domain"
import { EventsAsShown } from "@outlay/http-contract"
import { NodeSecrets } from "@outlay/http-server"

import { SqliteStorage } from "@outlay/sqlite-storage"
import { Layer } from "effect"

/** The domain over a database file, as the product composes it. */
export const services = (file: string, groupCommit = true) =>
  Services.full.pipe(
    Layer.provideMerge(SqliteStorage.layer({ file, groupCommit })),
    Layer.provideMerge(EventsAsShown),
    Layer.provideMerge(NodeSecrets.layer),
    Layer.provide(WebhookSender.none),
  )
