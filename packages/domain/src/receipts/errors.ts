import { Data } from "effect"

/** "A list in a body [has] 1000 items": so does `receipt_urls`. */
export class TooManyReceipts extends Data.TaggedError("TooManyReceipts")<{
  readonly maximum: number
}> {
  override get message(): string {
    return `A transaction can have at most ${this.maximum} receipts.`
  }
}
