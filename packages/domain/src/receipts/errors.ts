import { Data } from "effect"

/** "A list in a body [has] 1000 items"; the same limit applies to `receipt_urls`. */
export class TooManyReceipts extends Data.TaggedError("TooManyReceipts")<{
  readonly maximum: number
}> {
  override get message(): string {
    return `A transaction can have at most ${this.maximum} receipts.`
  }
}

/** The file is not a supported picture, it cannot be drawn, or this server draws no thumbnails. */
export class NoThumbnail extends Data.TaggedError("NoThumbnail")<{
  readonly reason: "not-a-picture" | "not-drawable" | "not-available"
}> {
  override get message(): string {
    if (this.reason === "not-a-picture") return "Only PNG, JPEG and WebP have a thumbnail."
    return this.reason === "not-drawable"
      ? "The picture is damaged or too large for a thumbnail."
      : "This server cannot make the thumbnail now."
  }
}
