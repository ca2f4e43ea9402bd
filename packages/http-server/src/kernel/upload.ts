import type { Upload } from "@outlay/domain/fields"
import { FileTooLarge } from "@outlay/domain/ports"
import type { UploadBounds } from "@outlay/http-contract"
import { Cause, Effect, Exit, Scope, Stream } from "effect"
import type { Incoming } from "./arrival.ts"
import { checkCredentialAgain } from "./credential.ts"
import { departure, Gone } from "./departure.ts"
import { loggedUnder, respondFailure } from "./failure.ts"
import { hasParts, partOf, type SentFile } from "./multipart.ts"
import { hasBody } from "./negotiation.ts"
import { perform } from "./perform.ts"
import { type ErrorEntry, faulty, Refused, refuse } from "./refusal.ts"
import { respondProblem, settle } from "./respond.ts"
import { type Addressed, type End, proceed } from "./stages.ts"

/** In bytes: the most that multipart adds to a file. */
const maxEnvelope = 16_384

/** In milliseconds: the longest time in which a file may arrive. */
const maxMillis = 600_000

/** Minimum rate in bytes per millisecond, once a body has taken longer than `bodyTimeout`. */
const leastPerMilli = 2.048

const tooLarge = (maximum: number): Refused =>
  refuse("content_too_large", `A file can have at most ${maximum / 1_048_576} MiB.`)

/**
 * True if the request declares a media type that the operation accepts; the type of the file itself
 * comes from its content.
 */
export const isAcceptableUpload = (
  type: string | undefined,
  { mediaTypes }: UploadBounds,
): boolean => {
  if (hasParts(type)) return true
  const [bare = ""] = (type ?? "").split(";")
  return mediaTypes.includes(bare.trim().toLowerCase())
}

/**
 * Receives the file of a request, then performs the operation with it. The file is removed however
 * the request ends, unless a record has it or may have it.
 */
export const admitUpload = (
  addressed: Addressed,
  bounds: UploadBounds,
  faults: ReadonlyArray<ErrorEntry>,
): undefined => {
  const { kernel, request, response, principal } = addressed
  const slot = refusalOf(addressed, bounds, faults) ?? kernel.uploadSlots.take(principal)
  if (slot instanceof Refused) return respondProblem(addressed, slot, true)
  const scope = Scope.makeUnsafe()
  let isOpen = true
  const release = () => {
    if (!isOpen) return
    isOpen = false
    slot()
    Effect.runForkWith(kernel.context)(loggedUnder(addressed, Scope.close(scope, Exit.void)))
  }
  const receiving = Effect.raceFirst(receive(addressed, bounds), departure(addressed))
  const received = Effect.onError(Scope.provide(receiving, scope), () => Effect.sync(release))
  proceed(addressed, kernel.context, received, (_, exit) => {
    if (Exit.isFailure(exit)) {
      const isGone = Cause.squash(exit.cause) instanceof Gone
      return isGone ? void settle(addressed, 400) : respondFailure(addressed, exit.cause)
    }
    const upload = exit.value
    let isPending = false
    response.once("close", () => {
      if (!isPending) release()
    })
    if (request.socket.destroyed) release()
    const outcome = {
      begun: () => {
        isPending = true
      },
      handled: () => undefined,
      done: (end: End) => {
        // If the end is unknown, a receipt may have the file; a file without a receipt only takes
        // space.
        if (end === "undone") upload.taken = false
        release()
      },
    }
    const bytes = Buffer.from(`${upload.sha256} ${upload.name}`)
    checkCredentialAgain(addressed, (checked) =>
      // If it is closed, the file has been removed and no receipt can have it.
      isOpen ? perform({ ...checked, body: upload, bytes, outcome }) : void settle(addressed, 400),
    )
  })
}

/** Returns the refusal that is known before the file arrives, or null. */
const refusalOf = (
  { request }: Addressed,
  { maximum }: UploadBounds,
  faults: ReadonlyArray<ErrorEntry>,
): Refused | null => {
  if (faults.length > 0) return faulty(faults)
  if (!hasBody(request)) return refuse("malformed_multipart", "The body is missing: send a file.")
  const length = Number(request.headers["content-length"] ?? 0)
  return length > maximum + maxEnvelope ? tooLarge(maximum) : null
}

/** The client's bytes ended before the file was complete. */
class BrokenOff extends Error {}

const receive = (addressed: Addressed, { maximum }: UploadBounds) =>
  Effect.gen(function* () {
    const { params, query, dryRun, route } = addressed
    const { name, bytes } = yield* Effect.tryPromise({
      try: () => sentFile(addressed, maximum),
      catch: uploadFault,
    })
    const given = query["name"]
    const incoming = {
      ...{ params, maximum, dryRun },
      name: name ?? (typeof given === "string" ? given : null),
      bytes: Stream.fromAsyncIterable(bytes, uploadFault),
    }
    if (!route.receive) return yield* Effect.die(new Error("Nothing receives the file"))
    const upload = route.receive(incoming as Incoming) as Effect.Effect<Upload, unknown>
    return yield* upload
  }).pipe(
    Effect.catchIf(
      (error) => error instanceof FileTooLarge,
      () => Effect.fail(tooLarge(maximum)),
    ),
    Effect.catchIf((error) => error instanceof BrokenOff, Effect.die),
  )

const uploadFault = (error: unknown): unknown =>
  error instanceof Refused ? error : new BrokenOff(String(error))

const sentFile = async (addressed: Addressed, maximum: number): Promise<SentFile> => {
  const { headers } = addressed.request
  const body = arriving(addressed, maximum)
  return hasParts(headers["content-type"]) ? partOf(headers, body) : { name: null, bytes: body }
}

/**
 * Yields the bytes of a body. Fails if it stops, is too slow, takes too long as a whole, or has too
 * many bytes around its file.
 */
async function* arriving(
  { kernel, request }: Addressed,
  maximum: number,
): AsyncGenerator<Uint8Array, void> {
  // A handler that stops reading must not destroy the connection: the response still has to be
  // sent.
  const chunks = request.iterator({ destroyOnReturn: false })
  const began = performance.now()
  let size = 0
  for (;;) {
    const until = began + Math.min(maxMillis, kernel.bodyTimeout + size / leastPerMilli)
    const left = Math.min(kernel.bodyTimeout, until - performance.now())
    const next = await within(chunks.next(), left)
    if (next.done === true) return
    size += next.value.length
    if (size > maximum + maxEnvelope) throw tooLarge(maximum)
    yield next.value
  }
}

const within = async <A>(promise: Promise<A>, millis: number): Promise<A> => {
  const timeout = Promise.withResolvers<never>()
  const timer = setTimeout(() => timeout.reject(refuse("request_timeout")), Math.max(0, millis))
  try {
    return await Promise.race([promise, timeout.promise])
  } finally {
    clearTimeout(timer)
    promise.catch(() => undefined)
  }
}
