import { once } from "node:events"
import type { StorageUnavailable } from "@outlay/domain"
import type { FileAnswer } from "@outlay/http-contract"
import { Effect, Stream } from "effect"
import { headersOf, matchesWeakly, send, settle } from "./respond.ts"
import { type Placed, proceed } from "./stages.ts"

/**
 * What keeps a file from running as a page of ours: it is saved and not opened, it is what its
 * content says and nothing else, it is in a sandbox if it is opened, and no other site embeds it.
 */
const harmless = [
  "X-Content-Type-Options",
  "nosniff",
  "Content-Security-Policy",
  "default-src 'none'; frame-ancestors 'none'; sandbox",
  "Cross-Origin-Resource-Policy",
  "same-origin",
] as const

/** Milliseconds in which a client must take a chunk. */
const stallMillis = 60_000

export type File = FileAnswer<Stream.Stream<Uint8Array, StorageUnavailable>>

/** Answers with a file, as fast as its client takes it. */
export const respondFile = (placed: Placed, file: File): undefined => {
  const { kernel, request, response } = placed
  const etag = `"${file.sha256}"`
  const headers = headersOf(placed, harmless)
  headers.push("ETag", etag)
  const known = request.headers["if-none-match"]
  if (known !== undefined && matchesWeakly(known, etag)) {
    return send(placed, 304, headers, "", false)
  }
  if (!settle(placed, 200)) return
  if (kernel.draining) headers.push("Connection", "close")
  headers.push("Content-Type", file.media_type, "Content-Length", String(file.size))
  headers.push("Content-Disposition", dispositionOf(file.name))
  response.writeHead(200, headers)
  if (request.method === "HEAD") return void response.end()
  const sent = Effect.andThen(
    Stream.runForEach(file.bytes, (chunk) =>
      Effect.tryPromise(async () => {
        if (response.destroyed) throw new Error("The client has gone.")
        if (response.write(chunk)) return
        await once(response, "drain", { signal: AbortSignal.timeout(stallMillis) })
      }),
    ),
    Effect.sync(() => response.end()),
  )
  proceed(placed, kernel.context, sent, (_, exit) => {
    // What was promised cannot be kept: a connection that ends early says so.
    if (exit._tag === "Failure") response.destroy()
  })
}

const plain = /^[\x20-\x7e]*$/u

/** RFC 6266: a name in ASCII, and the whole of it beside that. Neither can end the field. */
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
