import { clockOf, Witness } from "@outlay/conformance-tests/storage"
import {
  type Actor,
  CurrentActor,
  EventsAsRecorded,
  Secrets,
  Services,
  type Stores,
} from "@outlay/domain"
import {
  type EventEncoder,
  Ids,
  type NumberedKind,
  ResetsPerUnit,
  SentWebhooks,
  type VerificationStore,
} from "@outlay/domain/ports"
import { epoch } from "@outlay/domain/rules"
import { MemoryStorage } from "@outlay/memory-storage"
import type { Sql } from "@outlay/sql-storage"
import { Cause, Clock, Effect, Exit, Layer, ManagedRuntime } from "effect"
import { sqliteInMemory } from "../witness.ts"
import { check } from "./webhooks.ts"

/** Everything that a command of the comparison can use. */
export type Environment = Services | Stores | VerificationStore | EventEncoder | Witness

/** Outcome of a command: it must be the same in both storages. */
export type Outcome =
  | { readonly success: unknown }
  | { readonly refusal: string; readonly fields: unknown }

/** One of the two sides that are compared: a storage with the domain's services. */
export interface Side<R = never> {
  readonly run: <A, E>(actor: Actor, work: Effect.Effect<A, E, Environment | R>) => Promise<Outcome>
  /** Returns the result of a read, as the storage gave it: it is not compared. */
  readonly read: <A, E>(actor: Actor, work: Effect.Effect<A, E, Environment | R>) => Promise<A>
  readonly close: () => Promise<void>
}

/** Time of both sides, in milliseconds since 1970. */
export interface Time {
  millis: number
}

export const start = epoch("2026-01-31T22:00:00.000Z")

/** Ids that are the same for the same commands. */
const countedIds = Layer.sync(Ids, () => {
  let last = 0
  const uuid = () => `00000000-0000-7000-8000-${String(++last).padStart(12, "0")}`
  const integers = new Map<NumberedKind, number>()
  return Ids.of({
    uuid: Effect.sync(uuid),
    uuids: (length) => Effect.sync(() => Array.from({ length }, uuid)),
    integer: (kind) =>
      Effect.sync(() => {
        const next = (integers.get(kind) ?? 0) + 1
        integers.set(kind, next)
        return next
      }),
  })
})

const countedSecrets = Layer.sync(Secrets, () => {
  let secrets = 0
  const digest = (secret: string) => `digest of ${secret}`
  return Secrets.of({
    digest,
    sign: (key, text) => `${key} of ${text}`,
    generate: Effect.sync(() => {
      const secret = `secret ${++secrets}`
      return { secret, digest: digest(secret) }
    }),
  })
})

const memory = Witness.layer.pipe(
  Layer.provideMerge(MemoryStorage.layer),
  Layer.provideMerge(EventsAsRecorded),
)

/** An empty storage, at a time that the test sets. */
export const sideOf = <R, E>(
  storage: Layer.Layer<Stores | VerificationStore | EventEncoder | Witness | R, E>,
  time: Time,
): Side<R> => {
  const services = Services.full.pipe(
    Layer.provide(Layer.mergeAll(countedIds, countedSecrets, SentWebhooks.layer({ check }))),
    Layer.provideMerge(storage),
  )
  // No background work runs: the two sides might do it at different times.
  const clock = Layer.succeed(Clock.Clock, {
    ...clockOf(() => time.millis),
    sleep: () => Effect.never,
  })
  const runtime = ManagedRuntime.make(Layer.provideMerge(Layer.fresh(services), clock))
  const run = <A, E>(actor: Actor, work: Effect.Effect<A, E, Environment | R>) =>
    runtime.runPromiseExit(
      work.pipe(
        Effect.provideService(CurrentActor, actor),
        // Few, so that long overdue periods are closed in several units.
        Effect.provideService(ResetsPerUnit, 3),
      ),
    )
  return {
    run: async (actor, work) => answerOf(await run(actor, work)),
    read: async (actor, work) => {
      const exit = await run(actor, work)
      if (Exit.isFailure(exit)) throw Cause.squash(exit.cause)
      return exit.value
    },
    close: () => runtime.dispose(),
  }
}

/** @throws if the work neither succeeded nor was refused, which no command may do. */
const answerOf = (exit: Exit.Exit<unknown, unknown>): Outcome => {
  if (Exit.isSuccess(exit)) return { success: plain(exit.value) }
  const [reason] = exit.cause.reasons
  if (reason === undefined || !Cause.isFailReason(reason)) throw Cause.squash(exit.cause)
  const { _tag, message, ...fields } = reason.error as { _tag: string; message: string }
  return { refusal: `${_tag}: ${message}`, fields: plain(fields) }
}

/** Returns a value as JSON, which is what callers see. */
const plain = (value: unknown): unknown =>
  value === undefined ? null : JSON.parse(JSON.stringify(value))

export const memorySide = (time: Time): Side => sideOf(memory, time)

export const sqliteSide = (time: Time): Side<Sql> => sideOf<Sql, unknown>(sqliteInMemory, time)
