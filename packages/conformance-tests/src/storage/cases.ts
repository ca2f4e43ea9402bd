import { type Actor, CurrentActor } from "@outlay/domain"
import type { Entry, Event } from "@outlay/domain/fields"
import { EventStore, type Store, VerificationStore } from "@outlay/domain/ports"
import { epoch } from "@outlay/domain/rules"
import { Clock, Context, Effect, Layer, Scheduler, Stream } from "effect"
import { clockOf } from "./clock.ts"
import { now } from "./given.ts"

/** The ledger entries and the events that a storage has, in the order of their commit. */
export class Witness extends Context.Service<
  Witness,
  {
    readonly entries: (client_id: number) => Effect.Effect<ReadonlyArray<Entry>>
    readonly events: (client_id: number) => Effect.Effect<ReadonlyArray<Event>>
  }
>()("@outlay/conformance-tests/Witness") {
  /** Uses the ports that read them; a storage can provide a witness that uses no port. */
  static readonly layer = Layer.effect(
    Witness,
    Effect.gen(function* () {
      const books = yield* VerificationStore
      const { page } = yield* EventStore
      const everything = { offset: 0, limit: Number.MAX_SAFE_INTEGER }
      return {
        entries: (client_id) => Effect.orDie(Stream.runCollect(books.entries(client_id))),
        events: (client_id) =>
          Effect.orDie(Effect.map(page(client_id, {}, everything), ({ results }) => results)),
      }
    }),
  )
}

/** Ports that every suite needs, to write rows, read them, and see what was stored. */
export type Ground = Store | Witness

/** A storage to test. It is created again for every case and must be empty. */
export type Storage<Ports> = Layer.Layer<Ports | Ground, unknown>

/** Actor of every case. */
export const actor: Actor = {
  type: "token",
  token_id: "00000007-0000-7000-8000-000000000001",
  user_id: 7_001,
  role_id: "00000007-0000-7000-8000-000000000002",
  is_admin: false,
}

/** A clock that stands still. */
const standing = clockOf(() => epoch(now))

/** A guarantee of a storage, and its test. */
export interface StorageCase<Services> {
  readonly name: string
  /**
   * Rejects if the guarantee is broken, with an `AssertionError` of `node:assert` or the storage's
   * error.
   */
  readonly run: (storage: Layer.Layer<Services, unknown>) => Promise<void>
}

/** Guarantees of a storage for one subject. Any test runner can run the cases, in any order. */
export interface StorageSuite<Services> {
  readonly name: string
  readonly cases: ReadonlyArray<StorageCase<Services>>
}

/** The suites of a storage of these ports. */
export type Suites<Ports> = ReadonlyArray<StorageSuite<Ports | Ground>>

/** Creates a case that tests its own new storage. */
export const check = <Services>(
  name: string,
  body: () => Effect.Effect<void, unknown, Services>,
): StorageCase<Services> => ({
  name,
  run: (storage) =>
    Effect.suspend(body).pipe(
      Effect.provide(Layer.fresh(storage)),
      Effect.provideService(Clock.Clock, standing),
      Effect.provideService(CurrentActor, actor),
      // A new scheduler, like that of a service's own runtime.
      Effect.provideService(Scheduler.Scheduler, new Scheduler.MixedScheduler()),
      Effect.runPromise,
    ),
})
