import type { IncomingMessage } from "node:http"
import { describe, expect, test } from "vitest"
import { cookieOf, isFromHere, peerOf, reachOf, setCookie } from "./reach.ts"

const request = (headers: Readonly<Record<string, string>>, remoteAddress = "192.0.2.1") =>
  ({ headers, socket: { remoteAddress } }) as unknown as IncomingMessage

const listening = { host: "127.0.0.1", port: 8080, proxies: 0 }
const secure = reachOf("https://outlay.example.com", listening)
const local = reachOf(null, listening)
const open = reachOf(null, { ...listening, host: "0.0.0.0" })

describe("isFromHere", () => {
  test.each([
    [secure, "https://outlay.example.com", true],
    [secure, "https://OUTLAY.example.com", false],
    [secure, "http://outlay.example.com", false],
    [secure, "https://outlay.example.com:8443", false],
    [secure, "https://outlay.example.com.evil.example", false],
    [secure, "http://127.0.0.1:8080", false],
    [local, "http://127.0.0.1:8080", true],
    [local, "http://localhost:8080", true],
    [local, "http://[::1]:8080", true],
    [local, "http://localhost:8081", false],
    [local, "https://localhost:8080", false],
    [local, "null", false],
    [open, "http://0.0.0.0:8080", false],
    [reachOf(null, { ...listening, port: 80 }), "http://localhost", true],
  ])("%# %j", (reach, origin, expected) => {
    expect(isFromHere(request({ origin }), reach)).toBe(expected)
  })

  test("is false without an origin", () => expect(isFromHere(request({}), local)).toBe(false))
})

describe("cookieOf", () => {
  test.each([
    [secure, "__Host-outlay_session=a", "a"],
    [secure, "theme=dark; __Host-outlay_session=a; x=y", "a"],
    [secure, "outlay_session=a", null],
    [secure, "__Host-outlay_session=a; __Host-outlay_session=b", null],
    [secure, "x__Host-outlay_session=a", null],
    [local, "outlay_session=a", "a"],
    [local, "__Host-outlay_session=a", null],
    [open, "outlay_session=a", null],
  ])("%# %j", (reach, cookie, expected) => {
    expect(cookieOf(request({ cookie }), reach)).toBe(expected)
  })
})

test("over HTTPS a cookie is bound to this host", () => {
  expect(setCookie(secure, { secret: "a", seconds: 60 })).toBe(
    "__Host-outlay_session=a; Path=/; Max-Age=60; HttpOnly; SameSite=Lax; Secure",
  )
  expect(setCookie(local, "removed")).toBe(
    "outlay_session=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax",
  )
})

describe("peerOf", () => {
  const forwarded = { "x-forwarded-for": "203.0.113.9, 198.51.100.7, 2001:DB8:0:00a::1" }
  test.each([
    ["no proxy: anyone can send the field", 0, forwarded, "192.0.2.1", "192.0.2.1"],
    ["one proxy: its view", 1, forwarded, "192.0.2.1", "2001:db8:0:a"],
    ["two proxies: the first one's view", 2, forwarded, "192.0.2.1", "198.51.100.7"],
    ["more proxies than addresses", 5, forwarded, "192.0.2.1", "192.0.2.1"],
    ["no field", 1, {}, "192.0.2.1", "192.0.2.1"],
    ["with a port", 1, { "x-forwarded-for": "203.0.113.9:4711" }, "192.0.2.1", "203.0.113.9"],
    ["brackets", 1, { "x-forwarded-for": "[2001:db8::6]" }, "192.0.2.1", "2001:db8:0:0"],
    ["both", 1, { "x-forwarded-for": "[2001:db8::6]:4711" }, "192.0.2.1", "2001:db8:0:0"],
    ["no address", 1, { "x-forwarded-for": "203.0.113.9, unknown" }, "192.0.2.1", "192.0.2.1"],
    ["a network", 0, {}, "2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
    ["a short network", 0, {}, "2001:db8::6", "2001:db8:0:0"],
    ["loopback", 0, {}, "::1", "0:0:0:0"],
    ["an IPv4 address in an IPv6 one", 0, {}, "::ffff:192.0.2.1", "::ffff:192.0.2.1"],
  ])("%s", (_, proxies, headers, remote, expected) => {
    expect(peerOf(request(headers, remote), { ...local, proxies })).toBe(expected)
  })
})
