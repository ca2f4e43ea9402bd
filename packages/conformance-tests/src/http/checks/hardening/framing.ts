import { type Check, checksOf, type Trial } from "../../check.ts"
import {
  amount,
  expectTurnedAway,
  goodBody,
  type Place,
  placeOf,
  scenario,
  speak,
  unharmed,
} from "./survival.ts"

const json = "Content-Type: application/json\r\n"

const headOf = ({ host, credential, topups }: Place, fields: string): string =>
  `POST ${topups} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: ${credential}\r\n${json}${fields}\r\n`

const lengthOf = (body: string) => `Content-Length: ${Buffer.byteLength(body)}\r\n`

/** A complete topup, which runs only if the rest of a body is taken for a request. */
const hidden = (place: Place): string => headOf(place, lengthOf(goodBody)) + goodBody

const chunked = "Transfer-Encoding: chunked\r\n"
const size = Buffer.byteLength(goodBody).toString(16)
const chunks = `${size}\r\n${goodBody}\r\n0\r\n\r\n`
const length = lengthOf(goodBody)

/** Header fields and body of a topup with invalid framing. */
const wrong: ReadonlyArray<readonly [id: string, what: string, fields: string, body: string]> = [
  ["length-and-chunks", "a length beside chunks", length + chunked, chunks],
  ["chunks-and-length", "chunks beside a length", `${chunked}Content-Length: 4\r\n`, chunks],
  ["two-lengths", "two lengths that differ", `${length}Content-Length: 0\r\n`, goodBody],
  ["length-list", "a list of lengths", "Content-Length: 0, 12\r\n", goodBody],
  ["length-signed", "a length with a sign", "Content-Length: +12\r\n", goodBody],
  ["length-negative", "a negative length", "Content-Length: -1\r\n", goodBody],
  ["length-hex", "a length in hex", "Content-Length: 0x10\r\n", goodBody],
  ["length-fraction", "a length with a fraction", "Content-Length: 12.0\r\n", goodBody],
  ["length-huge", "a length beyond counting", `Content-Length: ${"9".repeat(30)}\r\n`, goodBody],
  ["length-empty", "a length of nothing", "Content-Length: \r\n", goodBody],
  ["coding-unknown", "an unknown coding", "Transfer-Encoding: xchunked\r\n", chunks],
  ["coding-not-last", "chunks that are packed", "Transfer-Encoding: chunked, gzip\r\n", chunks],
  ["coding-spaced", "a space before the colon", `Transfer-Encoding : chunked\r\n`, chunks],
  ["chunk-size-bad", "a chunk whose size is no number", chunked, `zz\r\n${goodBody}\r\n0\r\n\r\n`],
  [
    "chunk-size-huge",
    "a chunk beyond counting",
    chunked,
    `${"f".repeat(20)}\r\n${goodBody}\r\n0\r\n\r\n`,
  ],
  [
    "chunk-size-signed",
    "a chunk size with a sign",
    chunked,
    `+${size}\r\n${goodBody}\r\n0\r\n\r\n`,
  ],
  ["chunk-overrun", "a chunk longer than it says", chunked, `2\r\n${goodBody}\r\n0\r\n\r\n`],
  ["folded", "a folded field", `X-Folded: a\r\n b: c\r\n${length}`, goodBody],
  ["nul", "a NUL in a field", `X-Nul: a\0b\r\n${length}`, goodBody],
  ["bare-cr", "a bare carriage return in a field", `X-Cr: a\rb: c\r\n${length}`, goodBody],
  ["no-colon", "a field without a colon", `X-Nothing\r\n${length}`, goodBody],
  ["no-name", "a field without a name", `: a\r\n${length}`, goodBody],
  ["spaced-name", "a space in the name of a field", `X Y: a\r\n${length}`, goodBody],
]

const smuggling = (
  id: string,
  what: string,
  bytesOf: (place: Place) => string,
): Omit<Check, "profile"> => ({
  id: `hardening.smuggling.${id}`,
  requirement: "hardening.smuggling",
  title: `${what} is refused, and what hides behind it is not executed`,
  scenario,
  run: async (trial: Trial) => {
    const place = await placeOf(trial)
    await unharmed(trial, async () => {
      expectTurnedAway(trial, await speak(trial, bytesOf(place)), what, [501, 505])
    })
  },
})

/** Checks a request with an invalid head. */
const refusedHead = async (trial: Trial, what: string, fieldsOf: (place: Place) => string) => {
  const place = await placeOf(trial)
  await unharmed(trial, async () => {
    const bytes = `POST ${place.topups} HTTP/1.1\r\n${fieldsOf(place)}${json}${length}\r\n${goodBody}`
    expectTurnedAway(trial, await speak(trial, bytes), what)
  })
}

const hostField = ({ host }: Place) => `Host: ${host}\r\n`
const credentialField = ({ credential }: Place) => `Authorization: ${credential}\r\n`
const stranger = "Authorization: Bearer nobody-knows-this-token\r\n"

export const framing = checksOf("hardening", [
  ...wrong.map(([id, what, fields, body]) =>
    smuggling(id, what, (place) => headOf(place, fields) + body + hidden(place)),
  ),
  smuggling("bare-lf", "lines that end with a bare line feed", (place) =>
    (headOf(place, length) + goodBody).replaceAll("\r\n", "\n"),
  ),
  {
    id: "hardening.two-hosts.differing",
    requirement: "hardening.two-hosts",
    title: "a topup with two Host fields is refused",
    scenario,
    run: (trial: Trial) =>
      refusedHead(
        trial,
        "two Host fields",
        (place) => `${hostField(place)}Host: elsewhere.example\r\n${credentialField(place)}`,
      ),
  },
  {
    id: "hardening.two-hosts.none",
    requirement: "hardening.two-hosts",
    title: "a topup without a Host field is refused",
    scenario,
    run: (trial: Trial) => refusedHead(trial, "no Host field", credentialField),
  },
  {
    id: "hardening.two-credentials.valid-first",
    requirement: "hardening.two-credentials",
    title: `a topup of ${amount} with a valid and then an invalid credential is refused`,
    scenario,
    run: (trial: Trial) =>
      refusedHead(
        trial,
        "a valid and then an invalid credential",
        (place) => hostField(place) + credentialField(place) + stranger,
      ),
  },
  {
    id: "hardening.two-credentials.invalid-first",
    requirement: "hardening.two-credentials",
    title: `a topup of ${amount} with an invalid and then a valid credential is refused`,
    scenario,
    run: (trial: Trial) =>
      refusedHead(
        trial,
        "an invalid and then a valid credential",
        (place) => hostField(place) + stranger + credentialField(place),
      ),
  },
])
