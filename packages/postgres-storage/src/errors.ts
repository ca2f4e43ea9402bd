import { Data } from "effect"

/** A database that cannot or must not be used; the reason is for the operator. */
export class DatabaseRefused extends Data.TaggedError("DatabaseRefused")<{
  /** The database, without secrets. */
  readonly file: string
  readonly reason: string
}> {
  override get message(): string {
    return `The database ${this.file} ${this.reason}.`
  }
}
