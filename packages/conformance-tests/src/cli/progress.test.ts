import { expect, test } from "vitest"
import type { Progress } from "../http/runner.ts"
import { progress } from "./progress.ts"

const counts = { pass: 0, fail: 1, untestable: 0, blocked: 0, unclaimed: 0, expected: 0 }

const lineOf = (check: Partial<Progress["check"]>): string => {
  let text = ""
  const { tell } = progress({ write: (part) => (text += part) })
  const made = { id: "users.get", verdict: "fail", reason: "status 200", expected: false, ...check }
  tell({ done: 1, total: 2, counts, check: made as Progress["check"] })
  return text
}

test.each<[string, Partial<Progress["check"]>, boolean]>([
  ["a failure", { seen: "status 500: {}", profile: "read" }, true],
  ["an expected failure", { seen: "status 500: {}", profile: "read", expected: true }, false],
  ["a failure for a missing operation", { seen: "status 404: {}", profile: "read" }, false],
  ["the failure of the operation itself", { seen: "status 404: {}", profile: "smoke" }, true],
])("%s is printed at once or only in the summary", (_, check, isLine) => {
  expect(lineOf(check).includes("users.get: status 200")).toBe(isLine)
})
