import { Receipts } from "@outlay/domain"
import type { Receipt, ReceiptKey } from "@outlay/domain/fields"
import {
  drawable,
  type FileKey,
  maxThumbnailBytes,
  ReceiptFiles,
  Thumbnails,
} from "@outlay/domain/ports"
import { NoThumbnail } from "@outlay/domain/rules"
import { Effect, Stream } from "effect"
import { refuse } from "./kernel/refusal.ts"
import { received, storedBytes, unlessRemoved } from "./receipt-files.ts"

const thumbnailKey = ({ client_id, file_id, sha256 }: Receipt): FileKey => ({
  ...{ client_id, file_id, sha256 },
  part: "thumbnail",
})

/**
 * Returns the thumbnail of a receipt, made at the first request. A picture that cannot be drawn is
 * tried once: an empty thumbnail records that.
 */
export const thumbnailOf = Effect.fnUntraced(function* (key: ReceiptKey) {
  const receipt = yield* Receipts.use((_) => _.get(key))
  if (!drawable.has(receipt.media_type)) return yield* new NoThumbnail({ reason: "not-a-picture" })
  const stored = yield* ReceiptFiles.use((_) => _.read(thumbnailKey(receipt)))
  const known = stored === null ? null : yield* wholeOf(stored)
  const bytes = known !== null && isWhole(known) ? known : yield* make(key, receipt)
  if (bytes.length === 0) return yield* new NoThumbnail({ reason: "not-drawable" })
  return {
    ...{ media_type: "image/webp", size: bytes.length, bytes: Stream.make(bytes) },
    name: `${receipt.name.replace(/\.[^.]*$/u, "")}.webp`,
    sha256: `${receipt.sha256}-thumbnail`,
  }
})

/** Every operation may respond with it; no endpoint lists it. */
const busy = Effect.fail(
  refuse("overloaded", "Too many thumbnails are waited for.", ["Retry-After", "1"]),
) as Effect.Effect<never>

const make = Effect.fnUntraced(function* (key: ReceiptKey, receipt: Receipt) {
  const files = yield* ReceiptFiles
  const { draw } = yield* Thumbnails
  // The picture is read only when it is drawn.
  const picture = storedBytes(receipt).pipe(
    Effect.map((bytes) => received(receipt, bytes)),
    Effect.provideService(ReceiptFiles, files),
  )
  const drawn = yield* unlessRemoved(key, draw(receipt.file_id, Stream.unwrap(picture)))
  if (drawn === "busy") return yield* busy
  if (drawn === "not-available") return yield* new NoThumbnail({ reason: drawn })
  const bytes = drawn === "not-drawable" ? new Uint8Array() : drawn
  const thumbnail = thumbnailKey(receipt)
  const keep = Effect.flatMap(files.stage(Stream.make(bytes), maxThumbnailBytes), (staged) =>
    files.keep(staged, thumbnail),
  )
  yield* Effect.catchTag(Effect.scoped(keep), "FileTooLarge", Effect.die)
  // A receipt that was removed in the meantime leaves no picture behind.
  yield* Effect.tapErrorTag(
    Receipts.use((_) => _.get(key)),
    "NotFound",
    () => files.remove(thumbnail),
  )
  return bytes
})

/** True if a stored thumbnail is complete: a WebP has its length at the beginning. */
const isWhole = (bytes: Uint8Array): boolean =>
  bytes.length === 0 ||
  (bytes.length > 8 && Buffer.from(bytes).readUInt32LE(4) === bytes.length - 8)

const wholeOf = <E>(stream: Stream.Stream<Uint8Array, E>) =>
  Effect.map(Stream.runCollect(stream), (chunks) => new Uint8Array(Buffer.concat(chunks)))

/** Removes the file of a receipt and its thumbnail, if it has one. */
export const removeFile = Effect.fnUntraced(function* (receipt: Receipt) {
  const files = yield* ReceiptFiles
  yield* files.remove(receipt)
  yield* files.remove(thumbnailKey(receipt))
})
