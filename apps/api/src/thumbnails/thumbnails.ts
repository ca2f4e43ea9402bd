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

/** In milliseconds: how long a drawing takes at most. Its low priority makes it wait for others. */
export const DrawingPatience = Context.Reference<number>("outlay/DrawingPatience", {
  defaultValue: () => timeoutMs,
})

/** So many are drawn at a time, for their memory. */
const atOnce = 2

/** So many are drawn or waited for: a list in the console shows some twenty. */
const maxPictures = 64

type Drawing = ChildProcessByStdio<Writable, Readable, null>

/** Neither the secrets of the environment nor the priority of the service. */
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

/** Sends the picture and waits for the end of the process, which is killed with the scope. */
const drawOnce = Effect.fnUntraced(function* <E>(picture: Stream.Stream<Uint8Array, E>) {
  const timeout = yield* DrawingPatience
  const child = yield* Effect.acquireRelease(
    Effect.sync(() => start(timeout)),
    (started) => Effect.sync(() => void started.kill("SIGKILL")),
  )
  let failure: Cause.Cause<E> | null = null
  // Half a picture must not be taken for a damaged one.
  const whole = Stream.tapCause(picture, (cause) =>
    Effect.sync(() => {
      failure = cause
      child.kill("SIGKILL")
    }),
  )
  const sent = pipeline(Readable.from(Stream.toAsyncIterable(whole)), child.stdin)
  // A process that ends before it has read all says why by its exit code.
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

/** A picture, which is another one's equal by its name alone. */
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
  /** Who asks for the same waits for the same; when all have gone it is given up. */
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

/** Draws each thumbnail in a process of its own, by sharp, where that is installed. */
export const drawnThumbnails = Layer.effect(Thumbnails, make)

/** Says at startup that there will be no thumbnails; sharp itself is not loaded for that. */
export const sayIfAbsent = Effect.suspend(() =>
  isInstalled() ? Effect.void : Effect.logInfo(absent),
)
