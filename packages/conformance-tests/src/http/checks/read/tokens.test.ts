import { describe, expect, test } from "vitest"
import { changedAt, nearTokens } from "./tokens.ts"

describe("a changed token", () => {
  test.each([
    ["abc", 0, "6bc"],
    ["abc", -1, "ab8"],
    ["a-_", 1, "ae_"],
    ["a.b", 1, "aAb"],
  ] as const)("%s at %s is %s", (token, place, expected) => {
    expect(changedAt(token, place)).toBe(expected)
  })

  test("differs from both tokens in every variant", () => {
    const near = nearTokens("ref_AbCxYz", "ref_QrStUv")
    expect(near).not.toContain("ref_AbCxYz")
    expect(near).not.toContain("ref_QrStUv")
    expect(new Set(near).size).toBe(near.length)
    expect(near).toEqual(expect.arrayContaining(["ref_ArStUv", "ref_QbCxYz", "REF_aBcXyZ"]))
  })

  test("is changed at every position, and in case only if case matters", () => {
    expect(nearTokens("0aF9", "1bE8")).toHaveLength(4 + 9)
  })
})
