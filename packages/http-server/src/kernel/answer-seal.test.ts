import { describe, expect, test } from "vitest"
import { seal, unseal } from "./answer-seal.ts"

describe("sealed responses", () => {
  const body = '{"token":"outlay_secret-of-two-hundred-and-fifty-six-bits"}'

  test("open with the secret that sealed them", () => {
    expect(unseal("Bearer a\nkey", seal("Bearer a\nkey", body))).toBe(body)
    expect(unseal("s", seal("s", ""))).toBe("")
  })

  test("do not show their content", () => {
    const sealed = seal("Bearer a\nkey", body)
    expect(Buffer.from(sealed, "base64").toString("latin1")).not.toContain("outlay_")
    expect(seal("Bearer a\nkey", body)).not.toBe(sealed)
  })

  test("do not open with another secret or after a change", () => {
    const sealed = seal("Bearer a\nkey", body)
    expect(unseal("Bearer b\nkey", sealed)).toBeNull()
    const changed = Buffer.from(sealed, "base64")
    changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1
    expect(unseal("Bearer a\nkey", changed.toString("base64"))).toBeNull()
  })
})
