import { Receipts, type StorageUnavailable } from "@outlay/domain"
import { DryRun, Ids, ReceiptFiles } from "@outlay/domain/ports"
import { mediaTypeOf, receiptName } from "@outlay/domain/rules"
import { receipts } from "@outlay/http-contract"
import { Effect } from "effect"
import type { Incoming } from "./kernel/arrival.ts"
import { handlersOf, withOuterSteps } from "./kernel/handler.ts"
import { refuse } from "./kernel/refusal.ts"
import { restoreFile, storedBytes, unlessRemoved } from "./receipt-files.ts"
import { removeFile, thumbnailOf } from "./receipt-thumbnails.ts"

const notAReceipt = refuse(
  "unsupported_media_type",
  "The file is not a PNG, JPEG, WebP or HEIC picture or a PDF: its first bytes decide.",
)

/**
 * Stores a file before the unit of work. It is removed again if no receipt has it, and stays as
 * long as that is unknown.
 */
const receive = Effect.fnUntraced(function* (incoming: Incoming) {
  const { params, bytes, maximum, dryRun } = incoming
  const files = yield* ReceiptFiles
  const staged = yield* files.stage(bytes, maximum)
  const media_type = mediaTypeOf(staged.head)
  if (media_type === null) return yield* Effect.fail(notAReceipt)
  const file_id = yield* Ids.use((_) => _.uuid)
  const { sha256, size } = staged
  const name = receiptName(incoming.name, media_type)
  const upload = { file_id, media_type, size, sha256, name, taken: false }
  if (dryRun) return upload
  const key = { client_id: params["client_id"] as number, file_id, sha256 }
  // Also runs after a cancellation or error, when it is unknown what the store has.
  yield* Effect.addFinalizer(() => (upload.taken ? Effect.void : removed(files.remove(key))))
  yield* files.keep(staged, key)
  yield* restoreFile(key, size)
  return upload
})

/** A file that could not be removed only takes space. */
const removed = Effect.catch(({ reason }: StorageUnavailable) =>
  Effect.logWarning(`A file that no receipt has could not be removed: ${reason}`),
)

export const receiptsHandlers = withOuterSteps(
  handlersOf(receipts, {
    list: ({ params, query }) => Receipts.use((_) => _.list(params, query)),
    create: Effect.fnUntraced(function* ({ params, body }) {
      const uploaded = yield* Receipts.use((_) => _.create(params, body))
      body.taken = uploaded.created && !(yield* DryRun)
      return uploaded
    }),
    get: Effect.fnUntraced(function* ({ params }) {
      const receipt = yield* Receipts.use((_) => _.get(params))
      const bytes = yield* unlessRemoved(params, storedBytes(receipt))
      return { ...receipt, bytes }
    }),
    thumbnail: ({ params }) => thumbnailOf(params),
    remove: Effect.fnUntraced(function* ({ params }) {
      const { receipt, isLast } = yield* Receipts.use((_) => _.remove(params))
      return isLast ? receipt : null
    }),
  }),
  {
    create: { receive },
    remove: {
      after: (receipt) => (receipt === null ? Effect.void : removeFile(receipt)),
    },
  },
)
