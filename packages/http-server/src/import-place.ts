import { type ImportReport, type StorageUnavailable, Transactions } from "@outlay/domain"
import { Context, Effect, Stream } from "effect"
import { importLines } from "./kernel/ndjson.ts"

/** An import request: its lines arrive as the bytes of NDJSON. */
export interface ImportRequest {
  readonly client_id: number
  /** UTC day on which lines of locked days are booked; if absent, they are refused. */
  readonly book_late_on?: string | undefined
  readonly bytes: AsyncIterable<Uint8Array>
}

type Imported<R = never> = Effect.Effect<ImportReport, StorageUnavailable, R>

/** The client disconnected in the middle: committed rows stay, and no response is sent. */
class BrokenOff extends Error {}

/** The callbacks of an import. */
export interface ImportHooks<R = never> {
  /** Runs after each unit of work. */
  readonly onUnit?: Effect.Effect<void, never, R>
  /** True if another write is waiting; absent if that is unknown. See `ImportOptions`. */
  readonly isAwaited?: Effect.Effect<boolean>
}

/** Runs an import in this process. */
export const importHere = <R = never>(
  { client_id, book_late_on, bytes }: ImportRequest,
  { onUnit = Effect.void, isAwaited }: ImportHooks<R> = {},
): Imported<Transactions | R> =>
  Transactions.use((_) =>
    _.importRows(
      client_id,
      Stream.fromAsyncIterable(importLines(bytes), (error) => new BrokenOff(String(error))),
      () => onUnit,
      { book_late_on, isAwaited },
    ),
  ).pipe(Effect.catchIf((error): error is BrokenOff => error instanceof BrokenOff, Effect.die))

/** Place where imports run: by default this process, with `here`. */
export const ImportPlace = Context.Reference<
  <R>(request: ImportRequest, here: (request: ImportRequest) => Imported<R>) => Imported<R>
>("@outlay/http-server/ImportPlace", {
  defaultValue: () => (request, here) => here(request),
})
