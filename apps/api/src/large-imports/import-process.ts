/**
 * Runs one import in a separate process that the service has started, then exits. It writes to the
 * same file, so reads of the service are not blocked by its work.
 */
import "effect/schema/SchemaJITCompiler/enable"
import { CurrentActor, operator } from "@outlay/domain"
import { steadyClock } from "@outlay/domain/ports"
import { importHere } from "@outlay/http-server"
import { Effect } from "effect"
import { boundHeap, ofImports } from "../heap.ts"
import { servicesLayer } from "../layers.ts"
import { awaited, type Message, type Order, whole } from "./messages.ts"

const send = (message: Message): Promise<void> =>
  new Promise((done) => process.send?.(message, undefined, undefined, () => done()))

/** The service gets these signals, too, and waits for its requests. This process ends with it. */
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => undefined)

/** Yields the bytes; fails if they are incomplete, as a part could end within a line. */
async function* arriving(isWhole: Promise<boolean>): AsyncGenerator<Uint8Array, void> {
  yield* process.stdin
  if (!(await isWhole)) throw new Error("The service has ended")
}

/** Receives the messages of the service that follow the order. */
const fromService = () => {
  let isAwaited = false
  const isWhole = new Promise<boolean>((resolve) => {
    process.once("disconnect", () => resolve(false))
    process.on("message", (message) => {
      if (message === whole) resolve(true)
      if (message === awaited) isAwaited = true
    })
  })
  /** Records whether a write has been blocked since the last `forget`. */
  const waiting = {
    is: () => isAwaited,
    forget: () => {
      isAwaited = false
    },
  }
  return { isWhole, waiting }
}

const imported = ({ file, ...request }: Order) => {
  const { isWhole, waiting } = fromService()
  const hooks = {
    isAwaited: Effect.sync(waiting.is),
    onUnit: Effect.sync(() => {
      waiting.forget()
      void send({ _tag: "unit" })
    }),
  }
  return importHere({ ...request, bytes: arriving(isWhole) }, hooks).pipe(
    Effect.map((report): Message => ({ _tag: "report", report })),
    Effect.provideService(CurrentActor, operator),
    Effect.provide(servicesLayer({ file, mode: "writable" })),
    Effect.provide(steadyClock),
    Effect.catchTag(["StorageUnavailable", "DatabaseRefused"], ({ reason }) =>
      Effect.succeed<Message>({ _tag: "unavailable", reason }),
    ),
  )
}

boundHeap(ofImports)
// The single executable loads this module with `require`, which cannot await it.
process.once("message", async (order: Order) => {
  await send(await Effect.runPromise(imported(order)))
  process.disconnect()
})
