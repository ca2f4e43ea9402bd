import { expect, test } from "vitest"
import { credentialName, redaction } from "./redaction.ts"

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

test("an authorization header shows only its scheme, also for an unknown credential", () => {
  const { cleanHeaders } = hiding()
  expect(cleanHeaders({ authorization: "Bearer whatever", "x-copy": secret })).toEqual({
    authorization: "Bearer [redacted]",
    "x-copy": "[redacted]",
  })
})

test("a credential with a name is shown as a shell variable of that name", () => {
  const { hide, clean, cleanHeaders } = redaction()
  hide(secret, credentialName("one-of-each", "17", "admin"))
  hide(secret)
  expect(cleanHeaders({ authorization: `Bearer ${secret}` })).toEqual({
    authorization: "Bearer $ONE_OF_EACH_17_ADMIN",
  })
  expect(cleanHeaders({ authorization: `Bearer ${secret}x` })).toEqual({
    authorization: "Bearer [redacted]",
  })
  expect(clean(`of ${secret}`)).toBe("of [redacted]")
})

test("a word too short to be a secret does not blank the report", () => {
  const { hide, clean } = redaction()
  hide("admin")
  expect(clean("the admin reads")).toBe("the admin reads")
})
