import { ClockBackwards, ClockTooFar, Fields } from "@outlay/domain"
import { Schema } from "effect"
import { endpoint, one } from "../shared/endpoint.ts"
import { problem } from "../shared/problem.ts"
import { Timestamp } from "../shared/text.ts"
import { wire } from "../shared/wire.ts"

const example = { now: "2026-11-30T12:00:00.000Z" }

const ClockTime = Schema.Struct({ now: Fields.timestamp("The time of the clock.") }).annotate({
  identifier: "ClockTime",
  description: "The time that the service's clock shows.",
})

export const clockTime = wire(ClockTime, { example })

export const SetClock = Schema.Struct({ now: Timestamp }).annotate({
  identifier: "SetClock",
  description: "The time from which the service's clock ticks on.",
  examples: [example] as never,
})

export const clockBackwards = problem(ClockBackwards, {
  status: 400,
  title: "The clock never runs backwards",
})

export const clockTooFar = problem(ClockTooFar, {
  status: 400,
  title: "The clock cannot be set so far",
})

export const clock = {
  set: endpoint({
    operation: "clock.set",
    method: "PUT",
    path: "/operator/v1/clock",
    access: "operator",
    summary: "Set the clock of a sandbox",
    description:
      "Sets the service's clock, which ticks on from there, so that a period can be seen ending. " +
      "Only where the service was started as a sandbox; it is gone at restart.",
    params: {},
    body: SetClock,
    success: one(clockTime),
    problems: [clockBackwards, clockTooFar],
  }),
}
