import { type ChildProcess, spawn } from "node:child_process"
import { constants } from "node:os"
import { extname } from "node:path"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { fileURLToPath } from "node:url"
import { type ImportReport, StorageUnavailable } from "@outlay/domain"
import { ImportPlace } from "@outlay/http-server"
import { Effect, Layer, Option, Semaphore } from "effect"
import { environment } from "../config.ts"
import { isServer } from "../database-url.ts"
import { Engine } from "../engine.ts"
import { lowerPriority } from "../priority.ts"
import { Arrivals } from "../webhooks/arrivals.ts"
import { awaited, type Message, type Order, whole } from "./messages.ts"

const script = new URL(`./import-process${extname(import.meta.url)}`, import.meta.url)

/**
 * Size in bytes up to which the service itself imports: the limit of other requests. That takes
 * less time than starting a process.
 */
const mostHere = 1_048_576

/** Environment of the child process, without the secrets of the service. */
const withoutSettings = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(environment()).filter(([name]) => !name.startsWith("OUTLAY_")))

const start = (): ChildProcess => {
  const child = spawn(process.execPath, [fileURLToPath(script)], {
    env: withoutSettings(),
    stdio: ["pipe", "ignore", "inherit", "ipc"],
    windowsHide: true,
  })
  // On few cores, requests have precedence over imports.
  lowerPriority(child, constants.priority.PRIORITY_BELOW_NORMAL)
  return child
}

interface Beginning {
  /** All bytes, including those already read. */
  readonly bytes: AsyncIterable<Uint8Array>
  readonly isLarge: boolean
}

/** Reads the first bytes, to decide whether the import is large. */
const beginning = async (bytes: AsyncIterable<Uint8Array>): Promise<Beginning> => {
  const iterator = bytes[Symbol.asyncIterator]()
  const first: Array<Uint8Array> = []
  let size = 0
  let last: Promise<IteratorResult<Uint8Array>> | null = null
  while (size <= mostHere && last === null) {
    const next = iterator.next()
    try {
      const { done, value } = await next
      if (done === true) last = next
      else {
        first.push(value)
        size += value.length
      }
    } catch {
      // The error is rethrown to the reader of all bytes.
      last = next
    }
  }
  async function* all(): AsyncGenerator<Uint8Array, void> {
    yield* first
    first.length = 0
    if (last !== null) await last
    else yield* { [Symbol.asyncIterator]: () => iterator }
  }
  return { bytes: all(), isLarge: last === null }
}

/** Receives the messages of the child process until its report; fails if it ends without one. */
const reported = (
  child: ChildProcess,
  onUnit: () => void,
): Effect.Effect<ImportReport, StorageUnavailable> =>
  Effect.callback((resume) => {
    const fail = (reason: string) =>
      resume(Effect.fail(new StorageUnavailable({ reason, isPart: true })))
    child.on("message", (message: Message) => {
      if (message._tag === "unit") return onUnit()
      if (message._tag === "report") return resume(Effect.succeed(message.report))
      fail(message.reason)
    })
    child.once("error", ({ message }) => fail(`the process of an import: ${message}`))
    child.once("exit", (code, signal) => {
      const ended = `the process of an import has ended (${signal ?? code})`
      // A killed import may succeed when retried; its own errors would recur.
      const end = () => (signal === null ? resume(Effect.die(new Error(ended))) : fail(ended))
      // Its last message may arrive after its exit.
      if (child.connected) child.once("disconnect", end)
      else end()
    })
  })

/** Sends all bytes. Fails if the source fails, and never succeeds: the report marks the end. */
const sent = (child: ChildProcess, bytes: AsyncIterable<Uint8Array>) =>
  Effect.callback<never>((resume) => {
    const { stdin } = child
    if (stdin === null) return
    const iterator = bytes[Symbol.asyncIterator]()
    const next = async () => {
      try {
        return await iterator.next()
      } catch (error) {
        resume(Effect.die(error))
        throw error
      }
    }
    const arriving = { [Symbol.asyncIterator]: () => ({ next }) }
    pipeline(Readable.from(arriving, { objectMode: false }), stdin).then(
      () => child.send(whole, () => undefined),
      // The process has ended, which `reported` handles.
      () => undefined,
    )
  })

/** Minimum interval between two messages about a blocked write, in milliseconds. */
const notifyIntervalMs = 10

/** Notifies the process repeatedly of a blocked write, as it may have begun another unit. */
const awaitedNotifier = (child: ChildProcess): (() => void) => {
  let lastSent = Number.NEGATIVE_INFINITY
  return () => {
    const now = performance.now()
    if (now - lastSent < notifyIntervalMs || !child.connected) return
    lastSent = now
    child.send(awaited, () => undefined)
  }
}

/** Starts a process and sends it the order as the first message. */
const ordered = (order: Order): ChildProcess => {
  const child = start()
  child.send(order, () => undefined)
  return child
}

/** Runs an import in a child process, which is killed if the import fails or is cancelled. */
const elsewhere = (
  order: Order,
  bytes: AsyncIterable<Uint8Array>,
  { onUnit, onWait }: { readonly onUnit: () => void } & Pick<Engine["Service"], "onWait">,
) =>
  Effect.acquireUseRelease(
    Effect.sync(() => ordered(order)),
    (child) =>
      Effect.scoped(
        Effect.andThen(
          onWait(awaitedNotifier(child)),
          Effect.raceFirst(reported(child, onUnit), sent(child, bytes)),
        ),
      ),
    (child, exit) =>
      Effect.sync(() => {
        // After its report, the process exits by itself.
        if (exit._tag === "Failure") child.kill("SIGKILL")
      }),
  )

/**
 * Runs large imports in a child process, one at a time to limit memory. The service itself runs
 * small imports, and large ones while the child process is busy.
 */
const place = (file: string) =>
  Effect.gen(function* () {
    const turn = yield* Semaphore.make(1)
    const { arrive } = yield* Arrivals
    const { onWait } = yield* Engine
    return ImportPlace.of((request, here) =>
      Effect.gen(function* () {
        const { client_id, book_late_on } = request
        const { bytes, isLarge } = yield* Effect.promise(() => beginning(request.bytes))
        if (!isLarge) return yield* here({ ...request, bytes })
        const order = { file, client_id, book_late_on }
        const made = elsewhere(order, bytes, { onUnit: arrive, onWait })
        const report = yield* turn.withPermitsIfAvailable(1)(made)
        return Option.isSome(report) ? report.value : yield* here({ ...request, bytes })
      }).pipe(Effect.withSpan("LargeImports")),
    )
  })

/** Databases in memory and on a server have no file that two processes could write to. */
export const largeImports = (file: string): Layer.Layer<never, never, Arrivals | Engine> =>
  file === ":memory:" || isServer(file) ? Layer.empty : Layer.effect(ImportPlace, place(file))
