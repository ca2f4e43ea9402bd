import { Transactions } from "@outlay/domain"
import { transactionImport } from "@outlay/http-contract"
import { Effect, Stream } from "effect"
import { handlersOf } from "./kernel/handler.ts"
import { importLines } from "./kernel/ndjson.ts"

/** A client that goes away in the middle: what was committed stays, and nobody is answered. */
class BrokenOff extends Error {}

export const transactionImportHandlers = handlersOf(transactionImport, {
  create: ({ params, query, body }) =>
    Transactions.use((_) =>
      _.importRows(
        params.client_id,
        Stream.fromAsyncIterable(importLines(body), (error) => new BrokenOff(String(error))),
        () => Effect.void,
        query,
      ),
    ).pipe(Effect.catchIf((error): error is BrokenOff => error instanceof BrokenOff, Effect.die)),
})
