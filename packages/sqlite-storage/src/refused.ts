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
