import { Data } from "effect"

/** A database file that cannot be opened, or must not be: it says why, for the operator. */
export class DatabaseRefused extends Data.TaggedError("DatabaseRefused")<{
  readonly file: string
  readonly reason: string
}> {
  override get message(): string {
    return `The database ${this.file} ${this.reason}.`
  }
}

/** A file that must not be written, or read as a backup: another one is to be chosen. */
export class FileRefused extends Error {}

/** A backup that was not made: there is no file of that name, or the one that was there before. */
export class BackupFailed extends Data.TaggedError("BackupFailed")<{
  readonly file: string
  readonly reason: string
  /** Whether another file would do; else the database, or the disk, cannot be used. */
  readonly isRefused: boolean
}> {
  override get message(): string {
    return `The backup ${this.file} was not made: ${this.reason}.`
  }
}

/** A backup that was not restored: the database is what it was before. */
export class RestoreFailed extends Data.TaggedError("RestoreFailed")<{
  readonly file: string
  readonly reason: string
  /** Whether the file is not one to restore; else it, or the disk, cannot be used. */
  readonly isRefused: boolean
}> {
  override get message(): string {
    return `${this.file} was not restored: ${this.reason}.`
  }
}
