import { Data } from "effect"

/**
 * "A movement dated on or before [the lock date] is refused … when the caller dates it"; "line
 * items, categories and codes of what is locked no longer change."
 */
export class BooksLocked extends Data.TaggedError("BooksLocked")<{
  /** Position of the date or of the value that would change. */
  readonly pointer: string
  /** Last locked day. */
  readonly locked_through: string
  readonly what: "date" | "change"
}> {
  override get message(): string {
    const advice = this.what === "date" ? "Use a later date, or" : "Locked values cannot change:"
    return `The books are locked through ${this.locked_through}. ${advice} ask an Admin to reopen them.`
  }
}

/** "Only forward unless Admin." */
export class BooksOnlyForward extends Data.TaggedError("BooksOnlyForward")<{
  readonly locked_through: string
}> {
  readonly pointer = "/locked_through"
  override get message(): string {
    return `The books are locked through ${this.locked_through}. Only an Admin can reopen them: choose a later date.`
  }
}
