import { Context, Data, type Effect, type Scope, type Stream } from "effect"
import type { StorageUnavailable } from "../core/unit-of-work.ts"

/** Where a file is stored: its business, its id, and the SHA-256 (hex) of its bytes. */
export interface FileKey {
  readonly client_id: number
  readonly file_id: string
  readonly sha256: string
  /** A thumbnail that was made of the file; it goes with it, and is no file of its own. */
  readonly part?: "thumbnail"
}

/** A file, as a listing has it. */
export interface ListedFile extends FileKey {
  /** In bytes; null where the listing does not tell. */
  readonly size: number | null
}

/** A file that was received completely, and that nothing refers to yet. */
export interface StagedFile {
  readonly size: number
  /** In hex. */
  readonly sha256: string
  /** The first bytes, at least `headBytes` of them where there are so many. */
  readonly head: Uint8Array
  /** Where the store has it. */
  readonly place: unknown
}

/** The file has more bytes than it may have. */
export class FileTooLarge extends Data.TaggedError("FileTooLarge")<{
  /** In bytes. */
  readonly maximum: number
}> {}

/**
 * Where the bytes of receipts are: a folder, an object store. A file is written once and never
 * changes; its key has the SHA-256 of its bytes. A new file has a new `file_id`, so that removing
 * one never takes another's bytes away. No operation has a whole file in memory.
 */
export class ReceiptFiles extends Context.Service<
  ReceiptFiles,
  {
    /**
     * Receives a file, of which nothing is left when the scope closes, unless it was kept. Fails as
     * the bytes do; one of more than `maximum` bytes is refused as soon as that is known.
     */
    readonly stage: <E>(
      bytes: Stream.Stream<Uint8Array, E>,
      maximum: number,
    ) => Effect.Effect<StagedFile, E | FileTooLarge | StorageUnavailable, Scope.Scope>
    /** Stores a staged file for good: when this succeeds, a crash does not lose it. */
    readonly keep: (file: StagedFile, key: FileKey) => Effect.Effect<void, StorageUnavailable>
    /** Its bytes; null if there is no such file. */
    readonly read: (
      key: FileKey,
    ) => Effect.Effect<Stream.Stream<Uint8Array, StorageUnavailable> | null, StorageUnavailable>
    /** Removes a file; one that is not there is removed already. */
    readonly remove: (key: FileKey) => Effect.Effect<void, StorageUnavailable>
    /** Every file but thumbnails, in no order. */
    readonly all: Stream.Stream<ListedFile, StorageUnavailable>
  }
>()("@outlay/domain/ReceiptFiles") {}

/** A key as the name of an object: `7/<file_id>.<sha256>`, of a thumbnail with its part. */
export const fileName = ({ client_id, file_id, sha256, part }: FileKey): string =>
  `${client_id}/${file_id}.${sha256}${part === undefined ? "" : `.${part}`}`

const name = /^([1-9][0-9]{0,15})\/([0-9a-f-]{36})\.([0-9a-f]{64})$/u

/** The key of a file's name; null for what is no receipt's, and for a thumbnail. */
export const fileKey = (text: string): FileKey | null => {
  const [, client_id, file_id, sha256] = name.exec(text) ?? []
  return client_id === undefined || file_id === undefined || sha256 === undefined
    ? null
    : { client_id: Number(client_id), file_id, sha256 }
}
