/**
 * Makes one import and ends, beside the service that has started it: it writes to the same file, so
 * that reads of the service wait for none of its work.
 */
import "effect/schema/SchemaJITCompiler/enable"
import { CurrentActor, operator } from "@outlay/domain"
import { steadyClock } from "@outlay/domain/ports"
import { importHere } from "@outlay/http-server"
import { Effect } from "effect"
import { boundHeap, ofImports } from "../heap.ts"
import { servicesLayer } from "../layers.ts"
import { awaited, type Order, type Told, whole } from "./messages.ts"

const tell = (told: Told): Promise<void> =>
  new Promise((done) => process.send?.(told, undefined, undefined, () => done()))

/** It ends with the service, which is told to by these, too, and waits for its requests. */
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => undefined)

/** What arrives, if it is all of it: a part might end within a line. */
async function* arriving(isWhole: Promise<boolean>): AsyncGenerator<Uint8Array, void> {
  yield* process.stdin
  if (!(await isWhole)) throw new Error("The service has ended")
}

/** What the service says after its order. */
const fromService = () => {
  let isAwaited = false
  const isWhole = new Promise<boolean>((resolve) => {
    process.once("disconnect", () => resolve(false))
    process.on("message", (message) => {
      if (message === whole) resolve(true)
      if (message === awaited) isAwaited = true
    })
  })
  /** Whether a write has waited since it was last forgotten. */
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
      void tell({ _tag: "unit" })
    }),
  }
  return importHere({ ...request, bytes: arriving(isWhole) }, hooks).pipe(
    Effect.map((report): Told => ({ _tag: "report", report })),
    Effect.provideService(CurrentActor, operator),
    Effect.provide(servicesLayer({ file, mode: "writable" })),
    Effect.provide(steadyClock),
    Effect.catchTag(["StorageUnavailable", "DatabaseRefused"], ({ reason }) =>
      Effect.succeed<Told>({ _tag: "unavailable", reason }),
    ),
  )
}

boundHeap(ofImports)
// The single executable loads it by `require`, which waits for no module.
process.once("message", async (order: Order) => {
  await tell(await Effect.runPromise(imported(order)))
  process.disconnect()
})
