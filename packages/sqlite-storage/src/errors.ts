import { Data } from "effect"

/** A database file that cannot or must not be opened; the reason is for the operator. */
export class DatabaseRefused extends Data.TaggedError("DatabaseRefused")<{
  readonly file: string
  readonly reason: string
}> {
  override get message(): string {
    return `The database ${this.file} ${this.reason}.`
  }
}

/** A file that must not be written, or is no backup: choose another one. */
export class FileRefused extends Error {}

/** A backup failed: its file does not exist, or is the same as before. */
export class BackupFailed extends Data.TaggedError("BackupFailed")<{
  readonly file: string
  readonly reason: string
  /** True if another file would work; false if the database or the disk cannot be used. */
  readonly isRefused: boolean
}> {
  override get message(): string {
    return `The backup ${this.file} was not made: ${this.reason}.`
  }
}

/** A restore failed: the database is unchanged. */
export class RestoreFailed extends Data.TaggedError("RestoreFailed")<{
  readonly file: string
  readonly reason: string
  /** True if the file is no backup; false if the file or the disk cannot be used. */
  readonly isRefused: boolean
}> {
  override get message(): string {
    return `${this.file} was not restored: ${this.reason}.`
  }
}
