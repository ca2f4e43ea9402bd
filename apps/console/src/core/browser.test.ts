import { expect, test } from "vitest"
import { browserName } from "./browser.ts"

const webkit = "AppleWebKit/537.36 (KHTML, like Gecko)"
const phone = "(iPhone; CPU iPhone OS 19_1 like Mac OS X)"

test.each([
  [`Mozilla/5.0 (X11; Linux x86_64) ${webkit} Chrome/140.0.0.0 Safari/537.36`, "Chrome · Linux"],
  [`Mozilla/5.0 (X11; Linux) ${webkit} HeadlessChrome/140.0 Safari/537.36`, "Chrome · Linux"],
  [`Mozilla/5.0 (X11; CrOS x86_64) ${webkit} Chrome/140.0 Safari/537.36`, "Chrome · ChromeOS"],
  [`Mozilla/5.0 (Linux; Android 16) ${webkit} Chrome/140.0 Safari/537.36`, "Chrome · Android"],
  [
    `Mozilla/5.0 (Windows NT 10.0) ${webkit} Chrome/140.0 Safari/537.36 Edg/140.0`,
    "Edge · Windows",
  ],
  [`Mozilla/5.0 (Windows NT 10.0) ${webkit} Chrome/140.0 Safari/537.36 OPR/120`, "Opera · Windows"],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0", "Firefox · Linux"],
  ["Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/19 Safari/605.1", "Safari · macOS"],
  [`Mozilla/5.0 ${phone} Version/19 Mobile Safari/604.1`, "Safari · iPhone"],
  [`Mozilla/5.0 ${phone} CriOS/140.0 Mobile Safari/604.1`, "Chrome · iPhone"],
  ["Firefox/145.0", "Firefox"],
  ["curl/8.5.0", "curl/8.5.0"],
])("%s is %s", (userAgent, name) => {
  expect(browserName(userAgent)).toBe(name)
})
