import { Data } from "effect"

/** A record that is not there, belongs to another business, or (for a write) is deleted. */
export class NotFound extends Data.TaggedError("NotFound")<{
  /** What was looked for, in words: "budget", "budget member". */
  readonly what: string
  readonly id: string | number
}> {
  override get message(): string {
    return `There is no ${this.what} ${this.id} here.`
  }
}

/** An amount with more decimals than its currency has. */
export class TooManyDecimals extends Data.TaggedError("TooManyDecimals")<{
  readonly pointer: string
  readonly currency: string
  readonly decimals: number
}> {
  override get message(): string {
    return `${this.currency} amounts have at most ${this.decimals} decimals.`
  }
}

/** A reference in a body to something that this business does not have. */
export class UnknownReference extends Data.TaggedError("UnknownReference")<{
  readonly pointer: string
  /** What was referred to: "user", "role", "budget", "category", … */
  readonly what: string
  readonly id: string | number
}> {
  override get message(): string {
    return `This business has no active ${this.what} ${this.id}.`
  }
}
