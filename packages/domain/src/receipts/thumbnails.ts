import { Context, Effect, type Stream } from "effect"
import type { ReceiptMediaType } from "../core/records/receipts.ts"
import type { StorageUnavailable } from "../core/unit-of-work.ts"

/**
 * Picture types that have thumbnails. HEIC decoders are covered by patents, and PDF is not a
 * picture.
 */
export const drawable: ReadonlySet<ReceiptMediaType> = new Set([
  "image/png",
  "image/jpeg",
  "image/webp",
])

/** Maximum size of a thumbnail in bytes. */
export const maxThumbnailBytes = 262_144

/**
 * `not-drawable` is permanent; `not-available` may change later or on another server; `busy` ends
 * when the queue is shorter.
 */
export type Drawn = Uint8Array | "not-drawable" | "not-available" | "busy"

/** Draws thumbnails of pictures, in WebP. The default draws none. */
export const Thumbnails = Context.Reference<{
  /**
   * Draws an untrusted picture: its pixels, memory and time are limited. Fails if the picture's
   * bytes cannot be read, because an incomplete picture is not a damaged one. Pictures with the
   * same name are equal: concurrent calls share one drawing, which is cancelled if no caller is
   * left.
   */
  readonly draw: (
    name: string,
    picture: Stream.Stream<Uint8Array, StorageUnavailable>,
  ) => Effect.Effect<Drawn, StorageUnavailable>
}>("@outlay/domain/Thumbnails", {
  defaultValue: () => ({ draw: () => Effect.succeed("not-available") }),
})
