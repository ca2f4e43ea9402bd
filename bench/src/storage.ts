import { Services, WebhookSender } from "@outlay/domain"
import { EventsAsShown } from "@outlay/http-contract"
import { NodeSecrets } from "@outlay/http-server"

import { SqliteStorage } from "@outlay/sqlite-storage"
import { Layer } from "effect"

/** Services of the domain over a database file, composed as in the product. */
export const services = (file: string, groupCommit = true) =>
  Services.full.pipe(
    Layer.provideMerge(SqliteStorage.layer({ file, groupCommit })),
    Layer.provideMerge(EventsAsShown),
    Layer.provideMerge(NodeSecrets.layer),
    Layer.provide(WebhookSender.none),
  )
