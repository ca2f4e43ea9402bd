import { Data } from "effect"

/** A report of more days than one may have. */
export class PeriodTooLong extends Data.TaggedError("PeriodTooLong")<{
  readonly parameter: string
  /** So many days at most. */
  readonly maximum: number
}> {
  override get message(): string {
    return `The period can have at most ${this.maximum} days, both dates included.`
  }
}

/** A report of more groups than one may have. */
export class TooManyGroups extends Data.TaggedError("TooManyGroups")<{
  readonly parameter: string
  /** So many groups at most. */
  readonly maximum: number
}> {
  override get message(): string {
    return `The report would have more than ${this.maximum} groups. Shorten the period, or group by fewer or coarser keys.`
  }
}
