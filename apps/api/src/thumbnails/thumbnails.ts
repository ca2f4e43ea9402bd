import { type ChildProcessByStdio, spawn } from "node:child_process"
import { createRequire } from "node:module"
import { constants } from "node:os"
import { extname } from "node:path"
import { Readable, type Writable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { fileURLToPath } from "node:url"
import type { StorageUnavailable } from "@outlay/domain"
import { type Drawn, maxThumbnailBytes, Thumbnails } from "@outlay/domain/ports"
import { Cause, Context, Effect, Equal, Hash, Layer, RcMap, Semaphore, Stream } from "effect"
import { lowerPriority } from "../priority.ts"
import { outcomes, timeoutMs } from "./bounds.ts"

const script = new URL(`./thumbnail-process${extname(import.meta.url)}`, import.meta.url)

/** Timeout of a drawing in milliseconds. It includes delays due to its low priority. */
export const DrawingPatience = Context.Reference<number>("outlay/DrawingPatience", {
  defaultValue: () => timeoutMs,
})

/** Number of concurrent drawings, limited because of their memory. */
const atOnce = 2

/** Maximum number of pending and current drawings. A list in the console shows about twenty. */
const maxPictures = 64

type Drawing = ChildProcessByStdio<Writable, Readable, null>

/** Starts a drawing process without the secrets of the environment and with low priority. */
const start = (timeout: number): Drawing => {
  const child = spawn(process.execPath, [fileURLToPath(script)], {
    env: {},
    stdio: ["pipe", "pipe", "ignore"],
    ...{ timeout, killSignal: "SIGKILL", windowsHide: true },
  })
  lowerPriority(child, constants.priority.PRIORITY_LOW)
  return child
}

interface Ended {
  readonly code: number | null
  readonly bytes: Uint8Array
}

const ending = (child: Drawing): Effect.Effect<Ended> =>
  Effect.callback((resume) => {
    const chunks: Array<Uint8Array> = []
    let size = 0
    child.stdout.on("data", (chunk: Uint8Array) => {
      size += chunk.length
      if (size <= maxThumbnailBytes) chunks.push(chunk)
      else child.kill("SIGKILL")
    })
    child.once("error", () => resume(Effect.succeed({ code: null, bytes: new Uint8Array() })))
    child.once("close", (code) => resume(Effect.succeed({ code, bytes: Buffer.concat(chunks) })))
  })

const drawnBy = ({ code, bytes }: Ended): Drawn => {
  if (code === 0 && bytes.length > 0) return bytes
  return code === outcomes.notDrawable ? "not-drawable" : "not-available"
}

/** Sends the picture and awaits the exit of the process, which is killed when the scope closes. */
const drawOnce = Effect.fnUntraced(function* <E>(picture: Stream.Stream<Uint8Array, E>) {
  const timeout = yield* DrawingPatience
  const child = yield* Effect.acquireRelease(
    Effect.sync(() => start(timeout)),
    (started) => Effect.sync(() => void started.kill("SIGKILL")),
  )
  let failure: Cause.Cause<E> | null = null
  // An incomplete picture must not be treated as a damaged one.
  const whole = Stream.tapCause(picture, (cause) =>
    Effect.sync(() => {
      failure = cause
      child.kill("SIGKILL")
    }),
  )
  const sent = pipeline(Readable.from(Stream.toAsyncIterable(whole)), child.stdin)
  // If the process exits before it has read everything, its exit code is the reason.
  sent.catch(() => child.stdin.destroy())
  const ended = yield* ending(child)
  return yield* failure === null ? Effect.succeed(ended) : Effect.failCause<E>(failure)
})

const absent = "Pictures have no thumbnails: sharp is not installed for this system"

const isInstalled = (): boolean => {
  try {
    createRequire(import.meta.url).resolve("sharp")
    return true
  } catch {
    return false
  }
}

type Bytes = Stream.Stream<Uint8Array, StorageUnavailable>

/** A picture. Two pictures are equal if their names are. */
class Picture implements Equal.Equal {
  readonly name: string
  readonly bytes: Bytes

  constructor(name: string, bytes: Bytes) {
    this.name = name
    this.bytes = bytes
  }

  [Equal.symbol](that: Equal.Equal): boolean {
    return that instanceof Picture && that.name === this.name
  }

  [Hash.symbol](): number {
    return Hash.string(this.name)
  }
}

const make = Effect.gen(function* () {
  const turns = yield* Semaphore.make(atOnce)
  let isAbsent: boolean | null = null
  const drawing = Effect.fnUntraced(
    function* ({ bytes }: Picture) {
      const ended = yield* Effect.scoped(drawOnce(bytes))
      if (ended.code === outcomes.noSharp) {
        isAbsent = true
        yield* Effect.logWarning(absent)
      } else if (ended.code === null) {
        yield* Effect.logWarning(
          "A thumbnail was not created: its picture needs too much time or memory",
        )
      }
      return drawnBy(ended)
    },
    (work) => turns.withPermit(work),
  )
  /** Callers share the drawing of a picture. It is cancelled if all of them leave. */
  const pictures = yield* RcMap.make({ lookup: drawing, capacity: maxPictures })
  const draw = (name: string, bytes: Bytes): Effect.Effect<Drawn, StorageUnavailable> =>
    Effect.suspend(() => {
      isAbsent ??= !isInstalled()
      if (isAbsent) return Effect.succeed("not-available")
      return Effect.scoped(RcMap.get(pictures, new Picture(name, bytes))).pipe(
        Effect.catchIf(Cause.isExceededCapacityError, () => Effect.succeed("busy" as const)),
      )
    })
  return { draw }
})

/** Draws each thumbnail with sharp in a separate process, if sharp is installed. */
export const drawnThumbnails = Layer.effect(Thumbnails, make)

/** Logs at startup if there are no thumbnails, without loading sharp. */
export const sayIfAbsent = Effect.suspend(() =>
  isInstalled() ? Effect.void : Effect.logInfo(absent),
)
