import { Data } from "effect"

/** The first day of an export is after the last one. */
export class ExportEndsBeforeStart extends Data.TaggedError("ExportEndsBeforeStart")<{
  readonly start_date: string
}> {
  readonly pointer = "/end_date"
  override get message(): string {
    return `The end date cannot be before the start date, ${this.start_date}.`
  }
}

/** An export is created in one step, while other writes wait. */
export class ExportTooLarge extends Data.TaggedError("ExportTooLarge")<{
  readonly maximum: number
}> {
  readonly pointer = "/end_date"
  override get message(): string {
    return `These days have more than ${this.maximum} movements, the maximum for one export. Choose fewer days.`
  }
}
