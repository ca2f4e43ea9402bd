import { execFileSync } from "node:child_process"
import { expect, test } from "vitest"
import type { Exchange } from "../http/check.ts"
import { curlOf, printable } from "./curl.ts"

const exchange: Exchange = {
  operation: null,
  method: "POST",
  url: "http://127.0.0.1:1/v1",
  request_headers: { authorization: "Bearer $ALPHA_1_ADMIN" },
  request_body: null,
  status: 200,
  response_headers: {},
  response_body: "",
}

/** Returns the arguments that bash makes of a command. */
const argumentsOf = (command: string): ReadonlyArray<string> =>
  execFileSync("bash", [
    "-c",
    `show() { printf '%s\\0' "$@"; }; ${command.replace("curl", "show")}`,
  ])
    .toString()
    .split("\0")

test.each(["plain", "it's", "a\nb\\n\tc", "\u001b[31m red's", "é\u0085"])(
  "a body %j is in the command unchanged, on one line",
  (request_body) => {
    const command = curlOf({ ...exchange, request_body })
    expect(argumentsOf(command)).toContain(request_body)
    expect(command).toBe(printable(command))
  },
)

test("a body that was cut is not sent as if it were complete", () => {
  const request_body = `%PDF${"\n".repeat(3_996)}… (20971520 characters in all)`
  const command = curlOf({ ...exchange, request_body })
  expect(command).toContain("--data-binary @BODY")
  expect(command).toContain("# BODY: a file of the 20971520 characters: %PDF\\n")
  expect(command).not.toContain("\n")
})

test("raw bytes are sent again unchanged, with the token by its name", () => {
  const bytes = "GET /100%\\ HTTP/1.1\r\nX: it's \u0000\u00ff\r\nAuthorization: Bearer "
  const raw = { ...exchange, method: "RAW", url: "http://[::1]:8080" }
  const command = curlOf({ ...raw, request_body: `${bytes}$ALPHA_1_ADMIN\r\n\r\n` })
  expect(command).toMatch(/\| nc -w 5 ::1 8080$/u)
  const sent = execFileSync("bash", ["-c", command.replace(/ \| nc .*/u, "")], {
    env: { ALPHA_1_ADMIN: "secret", PATH: process.env["PATH"] },
  })
  expect(sent.toString("latin1")).toBe(`${bytes}secret\r\n\r\n`)
})
