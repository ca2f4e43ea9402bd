import { Fields } from "@outlay/domain/fields"
import { ClockBackwards, ClockTooFar } from "@outlay/domain/rules"
import { Schema } from "effect"
import { bodyOf } from "../shared/body.ts"
import { endpoint, one } from "../shared/endpoint.ts"
import { problem } from "../shared/problem.ts"
import { Timestamp } from "../shared/text.ts"
import * as value from "../shared/values.ts"
import { wire } from "../shared/wire.ts"

const example = { now: "2026-11-30T12:00:00.000Z" }

const ClockTime = Schema.Struct({ now: Fields.timestamp("Time of the clock.") }).annotate({
  identifier: "ClockTime",
  description: "Current time of the service's clock.",
})

export const clockTime = wire(ClockTime, { example })

export const SetClock = bodyOf(
  ClockTime,
  { now: Timestamp },
  { now: "New time of the clock." },
).annotate({
  identifier: "SetClock",
  description: "Time to set the clock to.",
  examples: [example] as never,
})

export const clockBackwards = problem(ClockBackwards, "The clock cannot be set back", {
  values: { now: value.instant },
})

export const clockTooFar = problem(ClockTooFar, "The clock time is too far in the future", {
  values: { end: value.words },
})

export const clock = {
  set: endpoint({
    operation: "clock.set",
    method: "PUT",
    path: "/operator/v1/clock",
    access: "operator",
    summary: "Set the clock of a sandbox",
    description:
      "Sets the clock of the service, for example to the end of a period. " +
      "The clock runs on from there. " +
      "Available only in sandbox mode; reset on restart.",
    params: {},
    body: SetClock,
    success: one(clockTime),
    problems: [clockBackwards, clockTooFar],
  }),
}
