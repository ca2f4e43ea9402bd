import { Exports } from "@outlay/domain"
import { exportMediaTypes } from "@outlay/domain/fields"
import { exports } from "@outlay/http-contract"
import { Effect, Stream } from "effect"
import { handlersOf } from "./kernel/handler.ts"

export const exportsHandlers = handlersOf(exports, {
  list: ({ params, query }) => Exports.use((_) => _.list(params.client_id, query)),
  create: ({ params, body }) => Exports.use((_) => _.create(params.client_id, body)),
  get: ({ params }) => Exports.use((_) => _.get(params)),
  file: Effect.fnUntraced(function* ({ params }) {
    const service = yield* Exports
    const found = yield* service.get(params)
    const encoding = found.format === "xlsx" ? "base64" : "utf8"
    const bytes = Stream.map(service.content(found), (text) => Buffer.from(text, encoding))
    const media_type = exportMediaTypes[found.format]
    // The file of an export never changes, so its id serves as its hash.
    return { media_type, size: found.size, name: found.name, sha256: found.id, bytes }
  }),
})
