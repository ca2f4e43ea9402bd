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

const thumbnailKey = ({ client_id, file_id, sha256 }: Receipt): FileKey => ({
  ...{ client_id, file_id, sha256 },
  part: "thumbnail",
})

/**
 * The thumbnail of a receipt, made when it is first asked for. A picture that cannot be drawn is
 * tried once: an empty thumbnail says so.
 */
export const thumbnailOf = Effect.fnUntraced(function* (key: ReceiptKey) {
  const receipt = yield* Receipts.use((_) => _.get(key))
  if (!drawable.has(receipt.media_type)) return yield* new NoThumbnail({ reason: "not-a-picture" })
  const kept = yield* ReceiptFiles.use((_) => _.read(thumbnailKey(receipt)))
  const bytes = kept === null ? yield* make(key, receipt) : yield* wholeOf(kept)
  if (bytes.length === 0) return yield* new NoThumbnail({ reason: "not-drawable" })
  return {
    ...{ media_type: "image/webp", size: bytes.length, bytes: Stream.make(bytes) },
    name: `${receipt.name.replace(/\.[^.]*$/u, "")}.webp`,
    sha256: `${receipt.sha256}-thumbnail`,
  }
})

const make = Effect.fnUntraced(function* (key: ReceiptKey, receipt: Receipt) {
  const files = yield* ReceiptFiles
  const { draw } = yield* Thumbnails
  const picture = yield* files.read(receipt)
  if (picture === null) return yield* Effect.die(new Error(`No file of receipt ${receipt.id}`))
  const drawn = yield* draw(picture)
  if (drawn === "not-available") return yield* new NoThumbnail({ reason: drawn })
  const bytes = drawn === "not-drawable" ? new Uint8Array() : drawn
  const thumbnail = thumbnailKey(receipt)
  const keep = Effect.flatMap(files.stage(Stream.make(bytes), maxThumbnailBytes), (staged) =>
    files.keep(staged, thumbnail),
  )
  yield* Effect.catchTag(Effect.scoped(keep), "FileTooLarge", Effect.die)
  // A receipt that was removed meanwhile leaves no picture behind.
  yield* Effect.tapErrorTag(
    Receipts.use((_) => _.get(key)),
    "NotFound",
    () => files.remove(thumbnail),
  )
  return bytes
})

const wholeOf = <E>(stream: Stream.Stream<Uint8Array, E>) =>
  Effect.map(Stream.runCollect(stream), (chunks) => new Uint8Array(Buffer.concat(chunks)))

/** Removes the file of a receipt, and the thumbnail that may have been made of it. */
export const removeFile = Effect.fnUntraced(function* (receipt: Receipt) {
  const files = yield* ReceiptFiles
  yield* files.remove(receipt)
  yield* files.remove(thumbnailKey(receipt))
})
