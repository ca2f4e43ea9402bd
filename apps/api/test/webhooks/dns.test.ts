import { createSocket } from "node:dgram"
import { isIPv6 } from "node:net"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { askDns } from "../../src/webhooks/targets.ts"

/** Addresses of names on the server below. Other names do not exist. */
const zone: Readonly<Record<string, ReadonlyArray<string>>> = {
  "both.example": ["192.0.2.1", "192.0.2.2", "2001:db8::1"],
  "four.example": ["192.0.2.1"],
  "six.example": ["2001:db8::1"],
  "mixed.example": ["8.8.8.8", "127.0.0.1"],
  "empty.example": [],
  "broken.example": ["SERVFAIL"],
  "refusing.example": ["REFUSED"],
}
const codes: Readonly<Record<string, number>> = { SERVFAIL: 2, REFUSED: 5 }
const [A, AAAA, noSuchName] = [1, 28, 3]

const bytesOf = (address: string): Buffer => {
  if (!isIPv6(address)) return Buffer.from(address.split(".").map(Number))
  const [before = "", after = ""] = address.split("::")
  const groups = (text: string) => (text === "" ? [] : text.split(":"))
  const zeros = Array.from({ length: 8 - groups(before).length - groups(after).length }, () => "0")
  const all = [...groups(before), ...zeros, ...groups(after)]
  return Buffer.from(all.map((group) => group.padStart(4, "0")).join(""), "hex")
}

/** Response to a query with one question, in the format of RFC 1035. */
const responseTo = (query: Buffer): Buffer | null => {
  let end = 12
  const labels: Array<string> = []
  for (let size = query[end] ?? 0; size > 0; size = query[end] ?? 0) {
    labels.push(query.toString("latin1", end + 1, end + 1 + size))
    end += 1 + size
  }
  const type = query.readUInt16BE(end + 1)
  const question = query.subarray(12, end + 5)
  const known = zone[labels.join(".").toLowerCase()]
  if (labels[0] === "silent") return null
  const code = known === undefined ? noSuchName : (codes[known[0] ?? ""] ?? 0)
  const records = (code === 0 ? (known ?? []) : [])
    .filter((address) => type === (isIPv6(address) ? AAAA : A))
    .map((address) => {
      const data = bytesOf(address)
      const head = Buffer.from([0xc0, 12, 0, type ?? 0, 0, 1, 0, 0, 0, 60, 0, data.length])
      return Buffer.concat([head, data])
    })
  const header = Buffer.from([
    query[0] ?? 0,
    query[1] ?? 0,
    0x81,
    0x80 | code,
    0,
    1,
    0,
    records.length,
  ])
  return Buffer.concat([header, Buffer.alloc(4), question, ...records])
}

const server = createSocket("udp4")
const found = async (name: string) =>
  (await askDns(name, [`127.0.0.1:${server.address().port}`])).map(({ address, family }) => [
    address,
    family,
  ])

beforeAll(async () => {
  server.on("message", (query, { port, address }) => {
    const bytes = responseTo(query)
    if (bytes !== null) server.send(bytes, port, address)
  })
  await new Promise<void>((done) => server.bind(0, "127.0.0.1", done))
})
afterAll(() => new Promise<void>((done) => server.close(() => done())))

describe("askDns", () => {
  test.each([
    [
      "both.example",
      [
        ["192.0.2.1", 4],
        ["192.0.2.2", 4],
        ["2001:db8::1", 6],
      ],
    ],
    ["four.example", [["192.0.2.1", 4]]],
    ["six.example", [["2001:db8::1", 6]]],
    [
      "mixed.example",
      [
        ["8.8.8.8", 4],
        ["127.0.0.1", 4],
      ],
    ],
  ])("finds every address of %s", async (name, expected) => {
    expect(await found(name)).toEqual(expected)
  })

  test.each([
    ["nobody.example", "ENOTFOUND"],
    // It is in most /etc/hosts files, which are not read.
    ["ip6-localhost", "ENOTFOUND"],
    ["empty.example", "ENODATA"],
    ["broken.example", "ESERVFAIL"],
    ["refusing.example", "EREFUSED"],
    ["silent.example", "ETIMEOUT"],
  ])("reports for %s the code %s", async (name, code) => {
    await expect(found(name)).rejects.toMatchObject({ code })
  })
})
