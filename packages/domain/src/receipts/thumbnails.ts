import { Context, Effect, type Stream } from "effect"
import type { ReceiptMediaType } from "../core/records/receipts.ts"
import type { StorageUnavailable } from "../core/unit-of-work.ts"

/** Pictures that have thumbnails; coders of HEIC are under patents, and PDF is no picture. */
export const drawable: ReadonlySet<ReceiptMediaType> = new Set([
  "image/png",
  "image/jpeg",
  "image/webp",
])

/** Of a thumbnail, in bytes. */
export const maxThumbnailBytes = 262_144

/**
 * `not-drawable` is for good; `not-available` may be otherwise later, or on another server; `busy`
 * is otherwise when what waits has been drawn.
 */
export type Drawn = Uint8Array | "not-drawable" | "not-available" | "busy"

/** Makes thumbnails of pictures, in WebP. By default there is nothing that could. */
export const Thumbnails = Context.Reference<{
  /**
   * The picture is hostile until it is drawn: its pixels, its memory and its time have bounds.
   * Fails as the picture's bytes do: one that did not come whole is not a damaged one. Pictures of
   * one name are the same, and drawn once for all who ask meanwhile; for nobody none is drawn.
   */
  readonly draw: (
    name: string,
    picture: Stream.Stream<Uint8Array, StorageUnavailable>,
  ) => Effect.Effect<Drawn, StorageUnavailable>
}>("@outlay/domain/Thumbnails", {
  defaultValue: () => ({ draw: () => Effect.succeed("not-available") }),
})
