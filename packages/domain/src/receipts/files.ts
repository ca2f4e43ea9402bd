import { Context, Data, type Effect, type Scope, type Stream } from "effect"
import type { StorageUnavailable } from "../core/unit-of-work.ts"

/** Key of a stored file: its business, its id, and the SHA-256 (hex) of its bytes. */
export interface FileKey {
  readonly client_id: number
  readonly file_id: string
  readonly sha256: string
  /** Set for a thumbnail of the file, which is removed together with it and is not listed. */
  readonly part?: "thumbnail"
}

/** A file in a listing. */
export interface ListedFile extends FileKey {
  /** Size in bytes; null if the listing does not contain it. */
  readonly size: number | null
}

/** A file that was received completely and that no record refers to yet. */
export interface StagedFile {
  readonly size: number
  /** SHA-256 in hexadecimal digits. */
  readonly sha256: string
  /** First bytes of the file: `headBytes` or more, unless the file is shorter. */
  readonly head: Uint8Array
  /** Place of the file in its store. */
  readonly place: unknown
}

/** The file has more than `maximum` bytes. */
export class FileTooLarge extends Data.TaggedError("FileTooLarge")<{
  /** Maximum size in bytes. */
  readonly maximum: number
}> {}

/**
 * Store of the bytes of receipts, such as a folder or an object store. A file is written once and
 * never changes; its key contains the SHA-256 of its bytes. A new file has a new `file_id`, so that
 * removing a file never removes the bytes of another. No operation loads a whole file into memory.
 */
export class ReceiptFiles extends Context.Service<
  ReceiptFiles,
  {
    /**
     * Receives a file and removes it when the scope closes, unless `keep` has stored it. Fails with
     * the error of the stream, or with `FileTooLarge` as soon as there are more than `maximum`
     * bytes.
     */
    readonly stage: <E>(
      bytes: Stream.Stream<Uint8Array, E>,
      maximum: number,
    ) => Effect.Effect<StagedFile, E | FileTooLarge | StorageUnavailable, Scope.Scope>
    /** Stores a staged file permanently: after it succeeds, a crash does not lose the file. */
    readonly keep: (file: StagedFile, key: FileKey) => Effect.Effect<void, StorageUnavailable>
    /** Returns the bytes of a file; null if it does not exist. */
    readonly read: (
      key: FileKey,
    ) => Effect.Effect<Stream.Stream<Uint8Array, StorageUnavailable> | null, StorageUnavailable>
    /** Removes a file; succeeds also if the file does not exist. */
    readonly remove: (key: FileKey) => Effect.Effect<void, StorageUnavailable>
    /** All files except thumbnails, in no particular order. */
    readonly all: Stream.Stream<ListedFile, StorageUnavailable>
  }
>()("@outlay/domain/ReceiptFiles") {}

/** Returns the object name of a key: `7/<file_id>.<sha256>`, with the part for a thumbnail. */
export const fileName = ({ client_id, file_id, sha256, part }: FileKey): string =>
  `${client_id}/${file_id}.${sha256}${part === undefined ? "" : `.${part}`}`

const name = /^([1-9][0-9]{0,15})\/([0-9a-f-]{36})\.([0-9a-f]{64})$/u

/**
 * Returns the key of an object name; null for a thumbnail and for a name that is not a receipt's.
 */
export const fileKey = (text: string): FileKey | null => {
  const [, client_id, file_id, sha256] = name.exec(text) ?? []
  return client_id === undefined || file_id === undefined || sha256 === undefined
    ? null
    : { client_id: Number(client_id), file_id, sha256 }
}
