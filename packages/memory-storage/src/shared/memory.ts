import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js"
import {
  CurrentActor,
  type Decide,
  type Entry,
  type Event,
  EventEncoder,
  epoch,
  now,
  type SealedEvent,
  UnitOfWork,
  unitOfWork as unitsOf,
} from "@outlay/domain"
import { Cause, Context, Effect, Exit, Layer, Result, Scheduler } from "effect"
import { makeCommit } from "./commit.ts"
import { Journal, JournaledLog } from "./journal.ts"
import { makeTables } from "./tables.ts"

/** From a library that runs wherever this storage does: there is no `node:crypto` in a browser. */
export const digest = (text: string): string => bytesToHex(sha256(utf8ToBytes(text)))

const make = Effect.gen(function* () {
  const { encode } = yield* EventEncoder
  const journal = new Journal()
  const tables = makeTables(journal)
  const entries = new JournaledLog<Entry>(journal)
  const events = new JournaledLog<Event>(journal)
  const sealed = new JournaledLog<SealedEvent>(journal)
  const commit = makeCommit({ tables, entries, events, sealed }, { encode, sha256: digest })

  const stamp = Effect.gen(function* () {
    const context = yield* Effect.context<never>()
    return { actor: () => Context.get(context, CurrentActor), millis: epoch(yield* now) }
  })

  /** The `change` of a port: loads, decides and commits at once, or leaves everything as it was. */
  const change = <C, A, E>(
    client_id: number,
    load: () => C,
    decide: Decide<C, A, E>,
  ): Effect.Effect<A, E> =>
    Effect.flatMap(stamp, (stamp) =>
      journal.step(
        () =>
          Result.match(decide(load()), {
            onFailure: (refusal): Exit.Exit<A, E> => Exit.fail(refusal),
            onSuccess: (decision) => {
              commit(client_id, decision, stamp)
              return Exit.succeed(decision.result)
            },
          }),
        true,
      ),
    )

  /** A write that is no decision, of what only a store knows. */
  const keep = <A>(work: () => A): Effect.Effect<A> =>
    Effect.suspend(() => journal.step(() => Exit.succeed(work()), true))

  const unit =
    (kept: boolean) =>
    <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
      Effect.contextWith((context: Context.Context<R>) =>
        journal.step(() => runAtOnce(context, work), kept),
      )

  const units = { atomically: unit(true), dryRun: unit(false) }
  return { journal, tables, entries, events, sealed, change, keep, ...units }
})

/** Runs work that must not suspend; work that does is stopped, and is a defect. */
const runAtOnce = <A, E, R>(
  context: Context.Context<R>,
  work: Effect.Effect<A, E, R>,
): Exit.Exit<A, E> => {
  // Long work does not make way for other fibers, as it would to be fair.
  const atOnce = Context.add(context, Scheduler.PreventSchedulerYield, true)
  const exit = Effect.runSyncExitWith(atOnce)(work)
  if (Exit.isFailure(exit)) {
    for (const reason of exit.cause.reasons) {
      if (Cause.isDieReason(reason) && Cause.isAsyncFiberError(reason.defect)) {
        reason.defect.fiber.interruptUnsafe()
      }
    }
  }
  return exit
}

/**
 * The rows, the entries and the events of all businesses. Everything that changes them runs in one
 * turn of the event loop, so there is nothing to lock, and nobody sees a step half done.
 */
export class Memory extends Context.Service<Memory, Effect.Success<typeof make>>()(
  "@outlay/memory-storage/Memory",
) {
  static readonly layer = Layer.effect(Memory, make)
}

export const unitOfWork = Layer.effect(
  UnitOfWork,
  Effect.map(Memory, ({ atomically, dryRun, journal }) =>
    unitsOf({ atomically, dryRun, within: () => journal.within }),
  ),
)
