import { Data } from "effect"

/** A report has more days than allowed. */
export class PeriodTooLong extends Data.TaggedError("PeriodTooLong")<{
  readonly parameter: string
  /** Maximum number of days. */
  readonly maximum: number
}> {
  override get message(): string {
    return `The period can have at most ${this.maximum} days, both dates included.`
  }
}

/** A report has more groups than allowed. */
export class TooManyGroups extends Data.TaggedError("TooManyGroups")<{
  readonly parameter: string
  /** Maximum number of groups. */
  readonly maximum: number
}> {
  override get message(): string {
    return `The report would have more than ${this.maximum} groups. Shorten the period, or group by fewer or coarser keys.`
  }
}
