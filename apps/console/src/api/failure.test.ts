import { afterEach, describe, expect, test } from "vitest"
import { isPassing, Refusal, sayRefusals } from "./failure.ts"
import type { Fault } from "./records.ts"

const refused = (errors: ReadonlyArray<Fault>, detail = "The request has errors.") =>
  new Refusal({
    type: "/docs/problems#missing",
    title: "A required field is missing",
    status: 400,
    code: "missing",
    detail,
    request_id: "1",
    errors: [...errors],
  })

const limited = (code: string) =>
  new Refusal({ ...refused([]).problem, status: 429, code, detail: "Too many." })

test("only failures that can pass within seconds are retried", () => {
  expect(isPassing(limited("rate_limited"))).toBe(true)
  expect(isPassing(limited("too_many_sign_in_links"))).toBe(false)
})

const fault = (pointer: string, detail: string): Fault => ({ pointer, code: "malformed", detail })

describe("a refusal", () => {
  afterEach(() => sayRefusals(({ detail }) => detail))

  test("appears at its field, also if a part of the field was refused", () => {
    const refusal = refused([
      fault("/name", "Too long."),
      fault("/owners/0/user/id", "No such user."),
    ])
    expect(refusal.at("/name")).toBe("Too long.")
    expect(refusal.at("/owners")).toBe("No such user.")
    expect(refusal.at("/owner")).toBeUndefined()
    expect(refusal.at("/name", { malformed: "Too many letters." })).toBe("Too many letters.")
    expect(refusal.except(["/name", "/owners"])).toEqual([])
    expect(refusal.except(["/name"])).toEqual(["No such user."])
  })

  test("is in the language of the page, without duplicate sentences", () => {
    const refusal = refused([fault("/a", "Bad."), fault("/b", "Bad.")])
    sayRefusals(({ code, detail }) => (detail === "Bad." ? `Schlecht: ${code}` : detail))
    expect(refusal.message).toBe("Schlecht: malformed")
    expect(refusal.at("/a")).toBe("Schlecht: malformed")
    expect(refusal.except([])).toEqual(["Schlecht: malformed"])
    expect(refused([], "Gone.").message).toBe("Gone.")
    sayRefusals(({ detail }) => detail)
    expect(refusal.message).toBe("Bad.")
  })
})
