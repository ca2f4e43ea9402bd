import { Context, Effect, Exit, Layer, Result } from "effect"
import { epoch } from "../core/dates.ts"
import { type Decide, settled } from "../core/decision.ts"
import type { Entry } from "../core/entries.ts"
import { now } from "../core/now.ts"
import {
  CurrentActor,
  type StorageUnavailable,
  UnitOfWork,
  unitOfWork as unitsOf,
} from "../core/unit-of-work.ts"
import { EventEncoder, Sha256 } from "../events/encoder.ts"
import type { SealedEvent } from "../events/seal.ts"
import { makeCommit } from "./commit.ts"
import { KeyValues } from "./key-values.ts"
import { Log } from "./log.ts"
import { Overlay, runAtOnce } from "./overlay.ts"
import { makeTables } from "./tables.ts"

const make = Effect.gen(function* () {
  const { encode } = yield* EventEncoder
  const sha256 = yield* Sha256
  const overlay = new Overlay(yield* KeyValues)
  const tables = makeTables(overlay)
  const entries = new Log<Entry>("entries", overlay)
  const events = new Log<SealedEvent>("events", overlay)
  const commit = makeCommit({ tables, entries, events }, { encode, sha256 })

  const stamp = Effect.gen(function* () {
    const context = yield* Effect.context<never>()
    return { actor: () => Context.get(context, CurrentActor), millis: epoch(yield* now) }
  })

  /** Implements `change` of a port: loads, decides and commits in one step, or changes nothing. */
  const change = <C, A, E>(
    client_id: number,
    load: () => C,
    decide: Decide<C, A, E>,
  ): Effect.Effect<A, E | StorageUnavailable> =>
    Effect.flatMap(stamp, (stamp) =>
      overlay.step(
        () =>
          Result.match(settled(decide(load())), {
            onFailure: (refusal): Exit.Exit<A, E> => Exit.fail(refusal),
            onSuccess: (decision) => {
              commit(client_id, decision, stamp)
              return Exit.succeed(decision.result)
            },
          }),
        true,
      ),
    )

  /** Writes data that only stores know and that no decision covers. */
  const save = <A>(work: () => A): Effect.Effect<A, StorageUnavailable> =>
    Effect.suspend(() => overlay.step(() => Exit.succeed(work()), true))

  const unit =
    (isSaved: boolean) =>
    <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E | StorageUnavailable, R> =>
      Effect.contextWith((context: Context.Context<R>) =>
        overlay.step(() => runAtOnce(context, work), isSaved),
      )

  const units = { atomically: unit(true), dryRun: unit(false) }
  return { overlay, tables, entries, events, sha256, change, save, ...units }
})

/** Rows, entries and events of all businesses, over keys and values. */
export class KeptBooks extends Context.Service<KeptBooks, Effect.Success<typeof make>>()(
  "@outlay/domain/KeptBooks",
) {
  static readonly layer = Layer.effect(KeptBooks, make)
}

export const unitOfWork = Layer.effect(
  UnitOfWork,
  Effect.map(KeptBooks, ({ atomically, dryRun, overlay }) =>
    unitsOf({ atomically, dryRun, within: Effect.sync(() => overlay.within) }),
  ),
)
