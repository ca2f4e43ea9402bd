import { type Actor, CurrentActor } from "@outlay/domain"
import type { Entry, Event } from "@outlay/domain/fields"
import { EventStore, type Store, VerificationStore } from "@outlay/domain/ports"
import { epoch } from "@outlay/domain/rules"
import { Clock, Context, Effect, Layer, Scheduler, Stream } from "effect"
import { clockOf } from "./clock.ts"
import { now } from "./given.ts"

/** The ledger entries and the events that a storage keeps, in the order of their commit. */
export class Witness extends Context.Service<
  Witness,
  {
    readonly entries: (client_id: number) => Effect.Effect<ReadonlyArray<Entry>>
    readonly events: (client_id: number) => Effect.Effect<ReadonlyArray<Event>>
  }
>()("@outlay/conformance-tests/Witness") {
  /** By the ports that read them; a storage can bring a witness that asks no port. */
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

/** What every suite needs: to plant rows, to read them, and to see what was kept. */
export type Ground = Store | Witness

/** A storage to test. It is built anew, and must be empty, for every case. */
export type Storage<Ports> = Layer.Layer<Ports | Ground, unknown>

/** On whose behalf every case acts. */
export const actor: Actor = {
  type: "token",
  token_id: "00000007-0000-7000-8000-000000000001",
  user_id: 7_001,
  role_id: "00000007-0000-7000-8000-000000000002",
  is_admin: false,
}

/** A clock that stands still. */
const standing = clockOf(() => epoch(now))

/** One promise of a storage, and a test of it. */
export interface StorageCase<Services> {
  readonly name: string
  /** Rejects, with an `AssertionError` of `node:assert` or the storage's fault, if it is broken. */
  readonly run: (storage: Layer.Layer<Services, unknown>) => Promise<void>
}

/** What a storage promises of one thing. Any test runner can run the cases, in any order. */
export interface StorageSuite<Services> {
  readonly name: string
  readonly cases: ReadonlyArray<StorageCase<Services>>
}

/** The suites of a storage of these ports. */
export type Suites<Ports> = ReadonlyArray<StorageSuite<Ports | Ground>>

/** A case that tests a storage of its own, built for it. */
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
      // As in a service, whose runtime has one of its own.
      Effect.provideService(Scheduler.Scheduler, new Scheduler.MixedScheduler()),
      Effect.runPromise,
    ),
})
