import { describe, expect, test } from "vitest"
import { now } from "../../../test/given.ts"
import { dateRefusal } from "./dates.ts"

describe("dateRefusal", () => {
  test.each([
    ["0001-01-01T00:00:00.000Z", "DateTooEarly"],
    ["1969-12-31T23:59:59.999Z", "DateTooEarly"],
    ["1970-01-01T00:00:00.000Z", undefined],
    [now, undefined],
    ["2026-11-21T12:00:00.001Z", "DateInFuture"],
    ["9999-12-31T23:59:59.999Z", "DateInFuture"],
  ])("checks %s", (date, tag) => {
    const refusal = dateRefusal("/auth_date", date, now)
    expect(refusal?._tag).toBe(tag)
    if (refusal !== null) expect(refusal.message).toMatch(/^The date .*\.$/u)
  })
})
