import { VerificationStore, type WholeTables } from "@outlay/domain"
import { Effect, Layer, Stream } from "effect"
import { Memory } from "./shared/memory.ts"

type Rows = {
  readonly [T in keyof WholeTables]: {
    readonly ofBusiness: (client_id: number) => ReadonlyArray<WholeTables[T]>
  }
}

const rowsOf = <T extends keyof WholeTables>(tables: Rows, table: T, client_id: number) =>
  tables[table].ofBusiness(client_id)

/** Everything that there is of a business, in memory. */
export const verificationStore = Layer.effect(
  VerificationStore,
  Effect.map(Memory, ({ tables, entries }) => ({
    all: (client_id, table) =>
      Effect.sync(() =>
        // Nothing is counted ahead: lists and statements are made from the rows and the entries.
        table in tables ? rowsOf(tables as unknown as Rows, table, client_id) : null,
      ),
    entries: (client_id) =>
      Stream.suspend(() => Stream.fromIterable(entries.ofBusiness(client_id))),
  })),
)
