import { once } from "node:events"
import type { ServerResponse } from "node:http"
import { StorageUnavailable } from "@outlay/domain"
import type { FileAnswer } from "@outlay/http-contract"
import { Cause, Effect, Result, Stream } from "effect"
import { departure, Gone } from "./departure.ts"
import { log } from "./failure.ts"
import { headersOf, matchesWeakly, send, settle } from "./respond.ts"
import { type Placed, proceed } from "./stages.ts"

/**
 * Header fields that keep a file from running as a page of the service: the browser saves it
 * instead of opening it, does not guess its type, sandboxes it if it is opened, and lets no other
 * site embed it.
 */
const harmless = [
  "X-Content-Type-Options",
  "nosniff",
  "Content-Security-Policy",
  "default-src 'none'; frame-ancestors 'none'; sandbox",
  "Cross-Origin-Resource-Policy",
  "same-origin",
] as const

/** Longest time in milliseconds that a client may take to accept a chunk. */
const stallMillis = 60_000

export type File = FileAnswer<Stream.Stream<Uint8Array, StorageUnavailable>>

/** The client does not read the file. */
class NotTaken extends Error {}

/** Sends a file at the speed of its client. It must have exactly the recorded number of bytes. */
export const respondFile = (placed: Placed, file: File): undefined => {
  const { kernel, request, response } = placed
  const etag = `"${file.sha256}"`
  const headers = headersOf(placed, harmless)
  headers.push("ETag", etag)
  const known = request.headers["if-none-match"]
  if (known !== undefined && matchesWeakly(known, etag)) {
    leave(placed, file)
    return send(placed, 304, headers, "", false)
  }
  if (!settle(placed, 200) || placed.progress.closed) return leave(placed, file)
  if (kernel.draining) headers.push("Connection", "close")
  headers.push("Content-Type", file.media_type, "Content-Length", String(file.size))
  headers.push("Content-Disposition", dispositionOf(file.name))
  response.writeHead(200, headers)
  if (request.method !== "HEAD") return sendBytes(placed, file)
  leave(placed, file)
  response.end()
}

/** Releases the resources of a file of which nothing is sent. */
const leave = ({ kernel }: Placed, { bytes }: File): undefined =>
  void Effect.runForkWith(kernel.context)(Effect.ignore(Stream.runHead(bytes)))

const sendBytes = (placed: Placed, { bytes, size }: File): undefined => {
  const { kernel, response } = placed
  let sent = 0
  const sending = Stream.runForEach(bytes, (chunk) => {
    const part = chunk.subarray(0, size - sent)
    sent += part.length
    const taken = part.length === 0 ? Effect.void : taking(response, part)
    // A client would read extra bytes as the next response.
    return part.length === chunk.length
      ? taken
      : Effect.andThen(taken, otherSize(`more than ${size} bytes`))
  })
  const whole = Effect.andThen(
    sending,
    Effect.suspend(() =>
      sent === size ? Effect.void : otherSize(`${sent} bytes instead of ${size}`),
    ),
  )
  const ended = inFlight(placed)
  proceed(placed, kernel.context, Effect.raceFirst(whole, departure(placed)), (_, exit) => {
    ended()
    const isTaken = exit._tag === "Success" || logUnsent(placed, exit.cause)
    // The file does not have the promised length: closing the connection early shows that to the
    // client.
    if (isTaken && sent === size) response.end()
    else response.destroy()
  })
}

/**
 * Counts a request whose client has disconnected as in flight until the returned function is
 * called, when its file is released.
 */
const inFlight = ({ kernel, response }: Placed): (() => void) => {
  let isEnded = false
  let isCounted = false
  response.once("close", () => {
    isCounted = !isEnded
    if (isCounted) kernel.inFlight++
  })
  return () => {
    isEnded = true
    if (isCounted) kernel.inFlight--
  }
}

const otherSize = (found: string) =>
  Effect.fail(new StorageUnavailable({ reason: `The stored file has ${found}` }))

const taking = (response: ServerResponse, part: Uint8Array) =>
  Effect.tryPromise({
    try: async (given) => {
      if (response.destroyed) throw new NotTaken()
      if (response.write(part)) return
      const signal = AbortSignal.any([given, AbortSignal.timeout(stallMillis)])
      await once(response, "drain", { signal })
    },
    catch: () => new NotTaken(),
  })

/** Logs why a file was not sent completely. Returns false if its client was the reason. */
const logUnsent = (placed: Placed, cause: Cause.Cause<unknown>): boolean => {
  const error = Result.getOrUndefined(Cause.findError(cause))
  if (error instanceof NotTaken || error instanceof Gone) return false
  const what = "A file could not be sent as it was received"
  const isUnavailable = error instanceof StorageUnavailable
  log(
    placed,
    isUnavailable ? Effect.logError(`${what}: ${error.reason}`) : Effect.logError(what, cause),
  )
  return true
}

const plain = /^[\x20-\x7e]*$/u

/**
 * RFC 6266: the name in ASCII and, if that differs, also the full name. Neither can end the field.
 */
const dispositionOf = (name: string): string => {
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/gu, "_")
  const fallback = `attachment; filename="${ascii}"`
  if (plain.test(name) && ascii === name) return fallback
  const encoded = encodeURIComponent(name).replace(
    /['()*!]/gu,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${fallback}; filename*=UTF-8''${encoded}`
}
