import { expect, test } from "vitest"
import { redaction } from "./redaction.ts"

const secret = "outlay_0123456789abcdef"

const hiding = () => {
  const made = redaction()
  made.hide(secret)
  return made
}

test.each([
  [`{"token":"${secret}"}`, '{"token":"[redacted]"}'],
  [`${secret}${secret}`, "[redacted][redacted]"],
  ["nothing of it", "nothing of it"],
])("%j is shown as %j", (text, shown) => {
  expect(hiding().clean(text)).toBe(shown)
})

test("an authorization header shows its scheme only, also of a credential nobody hid", () => {
  const { cleanHeaders } = hiding()
  expect(cleanHeaders({ authorization: "Bearer whatever", "x-copy": secret })).toEqual({
    authorization: "Bearer [redacted]",
    "x-copy": "[redacted]",
  })
})

test("a word too short to be a secret does not blank the report", () => {
  const { hide, clean } = redaction()
  hide("admin")
  expect(clean("the admin reads")).toBe("the admin reads")
})
