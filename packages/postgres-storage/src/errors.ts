import { Data } from "effect"

/** A database that cannot be used, or must not be: it says why, for the operator. */
export class DatabaseRefused extends Data.TaggedError("DatabaseRefused")<{
  /** The database, without what is secret. */
  readonly file: string
  readonly reason: string
}> {
  override get message(): string {
    return `The database ${this.file} ${this.reason}.`
  }
}
