import {
  type Actor,
  type BudgetStore,
  type BusinessStore,
  CurrentActor,
  type Entry,
  type Event,
  epoch,
} from "@outlay/domain"
import { Clock, Context, Effect, Layer, Scheduler } from "effect"
import { test } from "vitest"
import { clockOf } from "./clock.ts"
import { now } from "./given.ts"

/**
 * What a storage keeps besides what its ports show, in the order in which it was written. Whoever
 * has a storage judged provides it beside the ports.
 */
export class Witness extends Context.Service<
  Witness,
  {
    readonly entries: (client_id: number) => Effect.Effect<ReadonlyArray<Entry>>
    readonly events: (client_id: number) => Effect.Effect<ReadonlyArray<Event>>
  }
>()("@outlay/conformance-tests/Witness") {}

/** What every suite needs besides its own port: to plant rows, and to see what was kept. */
export type Ground = BusinessStore | BudgetStore | Witness

/** A storage to judge. It is built anew, and must be empty, for every check. */
export type Storage<Ports> = Layer.Layer<Ports | Ground, unknown>

/** On whose behalf every check acts. */
export const actor: Actor = {
  type: "token",
  token_id: "00000007-0000-7000-8000-000000000001",
  user_id: 7_001,
  role_id: "00000007-0000-7000-8000-000000000002",
  is_admin: false,
}

/** A clock that stands still. */
const standing = clockOf(() => epoch(now))

/** One check on a storage of its own. */
export const checks =
  <Ports>(storage: Storage<Ports>) =>
  (name: string, body: () => Effect.Effect<void, unknown, Ports | Ground>): void =>
    test(name, () =>
      Effect.suspend(body).pipe(
        Effect.provide(Layer.fresh(storage)),
        Effect.provideService(Clock.Clock, standing),
        Effect.provideService(CurrentActor, actor),
        // As in a service, whose runtime has one of its own.
        Effect.provideService(Scheduler.Scheduler, new Scheduler.MixedScheduler()),
        Effect.runPromise,
      ),
    )
