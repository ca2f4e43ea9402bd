import { canaryOf } from "../../../interface/world/index.ts"
import { type Check, checksOf, type Trial } from "../../check.ts"
import {
  expectNoFault,
  expectTurnedAway,
  type Heard,
  isRefused,
  type Place,
  placeOf,
  speak,
} from "./survival.ts"

type Row = Omit<Check, "profile">

const fieldsOf = ({ host, credential }: Place) =>
  `Host: ${host}\r\nAuthorization: ${credential}\r\nConnection: close\r\n`

const getOf = (place: Place, target: string, fields = "", version = "HTTP/1.1"): string =>
  `GET ${target} ${version}\r\n${fieldsOf(place)}${fields}\r\n`

interface Whose {
  readonly own: string
  readonly foreign: string
  readonly place: Place
}

/** Paths that reach the other business only if a server resolves or decodes too much. */
const odd: ReadonlyArray<readonly [id: string, target: (whose: Whose) => string]> = [
  ["absolute", ({ place, foreign }) => `http://${place.host}/v1/businesses/${foreign}/users`],
  ["elsewhere", ({ foreign }) => `http://elsewhere.example/v1/businesses/${foreign}/users`],
  ["double-slash", ({ foreign }) => `//v1/businesses/${foreign}/users`],
  ["inner-slashes", ({ own, foreign }) => `/v1/businesses/${own}//../${foreign}/users`],
  ["dots", ({ own, foreign }) => `/v1/businesses/${own}/../${foreign}/users`],
  ["dots-encoded", ({ own, foreign }) => `/v1/businesses/${own}/%2e%2e/${foreign}/users`],
  ["slash-encoded", ({ own, foreign }) => `/v1/businesses/${own}%2f..%2f${foreign}/users`],
  ["backslash", ({ own, foreign }) => `/v1/businesses/${own}\\..\\${foreign}\\users`],
  ["parameter", ({ own, foreign }) => `/v1/businesses/${own};client_id=${foreign}/users`],
  ["nul", ({ own, foreign }) => `/v1/businesses/${own}%00${foreign}/users`],
  ["bad-escape", ({ own }) => `/v1/businesses/${own}/users/%zz`],
  ["bad-utf-8", ({ own }) => `/v1/businesses/${own}/users/%ff%fe`],
  ["fragment", ({ own, foreign }) => `/v1/businesses/${own}/users#/../../${foreign}/users`],
  ["query", ({ own, foreign }) => `/v1/businesses/${own}/users?client_id=${foreign}`],
  ["long", ({ own }) => `/v1/businesses/${own}/${"a/".repeat(3_000)}users`],
]

const oddPath = ([id, targetOf]: (typeof odd)[number]): Row => ({
  id: `hardening.odd-paths.${id}`,
  requirement: "hardening.odd-paths",
  title: `a path that is odd (${id}) shows nothing of another business, and breaks nothing`,
  scenario: "alpha",
  run: async (trial: Trial) => {
    const beta = await trial.world("beta")
    const place = await placeOf(trial)
    const whose = { own: trial.business.client_id, foreign: beta.client_id, place }
    const target = targetOf(whose)
    const output = await speak(trial, getOf(place, target))
    const secret = canaryOf(beta.spec)
    trial.expect(
      secret !== null && !output.text.includes(secret),
      "nothing of another business is shown",
      { target, statuses: output.statuses },
    )
    const lawful = output.statuses.every((status) => isRefused({ status }) || status === 200)
    trial.expect(lawful && output.statuses.length <= 1, "4xx, or what is the business's own", {
      target,
      ...output,
    })
  },
})

const upgrade = [
  "Connection: Upgrade, HTTP2-Settings",
  "Upgrade: h2c",
  "HTTP2-Settings: AAMAAABkAAQAAP__",
]

const isClean = ({ statuses }: Heard) => statuses.length === 1 && statuses[0] === 200

const versions: ReadonlyArray<Row> = (
  [
    ["0.9", (place: Place) => `GET ${place.balance}\r\n\r\n`],
    ["1.0", (place: Place) => getOf(place, place.balance, "", "HTTP/1.0")],
    ["2.0", (place: Place) => getOf(place, place.balance, "", "HTTP/2.0")],
    ["9.9", (place: Place) => getOf(place, place.balance, "", "HTTP/9.9")],
    ["none", (place: Place) => getOf(place, place.balance, "", "HTCPCP/1.0")],
    ["h2c", (place: Place) => getOf(place, place.balance, `${upgrade.join("\r\n")}\r\n`)],
    ["preface", () => "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"],
  ] as const
).map(([id, bytesOf]) => ({
  id: `hardening.versions.${id}`,
  requirement: "hardening.versions",
  title: `a request under another version (${id}) has a clean answer or is refused`,
  scenario: "alpha",
  run: async (trial: Trial) => {
    const output = await speak(trial, bytesOf(await placeOf(trial)))
    if (!isClean(output)) expectTurnedAway(trial, output, "a request under another version", [505])
  },
}))

const methods: ReadonlyArray<Row> = [
  "TRACE",
  "PROPFIND",
  "PUT",
  "get",
  "GETT",
  "CONNECT",
  "SEARCH",
].map((method) => ({
  id: `hardening.methods.${method === "get" ? "lower-case" : method.toLowerCase()}`,
  requirement: "hardening.methods",
  title: `${method} is refused, with Allow where that is by 405`,
  scenario: "alpha",
  run: async (trial: Trial) => {
    const place = await placeOf(trial)
    const target = method === "CONNECT" ? place.host : place.balance
    const line = `${method} ${target} HTTP/1.1\r\n${fieldsOf(place)}Content-Length: 0\r\n\r\n`
    const output = await speak(trial, line)
    expectTurnedAway(trial, output, method, [501])
    const silent = output.statuses[0] === 405 && !/^allow:/imu.test(output.text)
    trial.expect(!silent, "a refusal by 405 names what is allowed", output.text.slice(0, 300))
  },
}))

const head: Row = {
  id: "hardening.methods.head",
  requirement: "hardening.methods",
  title: "HEAD is answered like GET, without a body",
  scenario: "alpha",
  run: async (trial: Trial) => {
    const place = await placeOf(trial)
    const bytes = `HEAD ${place.balance} HTTP/1.1\r\n${fieldsOf(place)}\r\n`
    const output = await speak(trial, bytes)
    const body = output.text.slice(output.text.indexOf("\r\n\r\n") + 4)
    const refused = output.statuses.length === 1 && isRefused({ status: output.statuses[0] ?? 0 })
    if (refused) return trial.note("HEAD", String(output.statuses[0]))
    trial.expect(isClean(output) && body === "", "200 without a body", output.text.slice(0, 500))
  },
}

const oversized: ReadonlyArray<Row> = (
  [
    ["fields", (place: Place) => getOf(place, place.balance, "X-A: 1\r\n".repeat(3_000))],
    ["field", (place: Place) => getOf(place, place.balance, `X-A: ${"a".repeat(131_072)}\r\n`)],
    ["target", (place: Place) => getOf(place, `${place.balance}?${"a".repeat(65_536)}`)],
  ] as const
).map(([id, bytesOf]) => ({
  id: `hardening.oversized-head.${id}`,
  requirement: "hardening.oversized-head",
  title: `a head with too much (${id}) is refused`,
  scenario: "alpha",
  run: async (trial: Trial) => {
    const output = await speak(trial, bytesOf(await placeOf(trial)))
    expectTurnedAway(trial, output, `a head with too much (${id})`)
    expectNoFault(trial, await trial.business.call("balances.get"), "a good request afterwards")
  },
}))

export const requests = checksOf("hardening", [
  ...odd.map(oddPath),
  ...versions,
  ...methods,
  head,
  ...oversized,
])
