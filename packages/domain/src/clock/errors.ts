import { Data } from "effect"

/** "It never runs backwards." */
export class ClockBackwards extends Data.TaggedError("ClockBackwards")<{
  readonly pointer: string
  readonly now: string
}> {
  override get message(): string {
    return `The clock is at ${this.now} and cannot be set back. Set a later time.`
  }
}

/** A time too late for the periods that follow it: years have four digits. */
export class ClockTooFar extends Data.TaggedError("ClockTooFar")<{
  readonly pointer: string
  /** First instant that is too late. */
  readonly end: string
}> {
  override get message(): string {
    return `The clock can only be set to a time before ${this.end}.`
  }
}
