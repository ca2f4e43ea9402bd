import { transactionImport } from "@outlay/http-contract"
import { Effect } from "effect"
import { ImportPlace, importHere } from "./import-place.ts"
import { handlersOf } from "./kernel/handler.ts"

export const transactionImportHandlers = handlersOf(transactionImport, {
  create: ({ params, query, body }) =>
    Effect.flatMap(ImportPlace, (place) =>
      place({ client_id: params.client_id, ...query, bytes: body }, importHere),
    ),
})
