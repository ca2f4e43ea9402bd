import { gzipSync } from "node:zlib"
import { type Check, checksOf, type Trial } from "../../check.ts"
import { staffOf } from "../read/people.ts"
import {
  expectNoFault,
  expectRefused,
  expectTurnedAway,
  goodBody,
  type Place,
  placeOf,
  postTopup,
  scenario,
  speak,
  unharmed,
} from "./survival.ts"

type Row = Omit<Check, "profile">

const times = (count: number) => Array.from({ length: count }, (_, index) => index)

const headOf = ({ host, credential }: Place, line: string, fields = ""): string =>
  `${line}\r\nHost: ${host}\r\nAuthorization: ${credential}\r\n${fields}\r\n`

const open = ({ topups }: Place, length: number) =>
  `POST ${topups} HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: ${length}`

/** Sends valid requests, all of which must succeed. */
const allAnswered = async (trial: Trial, count: number, when: string) => {
  const responses = await Promise.all(times(count).map(() => trial.business.call("balances.get")))
  for (const response of responses) {
    trial.expect(response.status === 200, `good requests are answered ${when}`, response)
  }
}

const slowClients: Row = {
  id: "hardening.slow.beside",
  requirement: "hardening.slow",
  title: "good requests are answered beside sixty clients that stopped in the middle of theirs",
  scenario,
  run: async (trial: Trial) => {
    const place = await placeOf(trial)
    const half = [
      `GET ${place.balance} HTTP/1.1\r\nHost: ${place.host}\r\nX-Slow: `,
      headOf(place, open(place, 100)) + goodBody.slice(0, 10),
    ]
    await unharmed(trial, async () => {
      const waiting = await Promise.all(times(60).map(() => trial.raw()))
      try {
        await Promise.all(waiting.map((socket, index) => socket.send(half[index % 2] ?? "")))
        await allAnswered(trial, 40, "beside slow ones")
      } finally {
        for (const socket of waiting) socket.close()
      }
    })
  },
}

const storm: Row = {
  id: "hardening.connections.storm",
  requirement: "hardening.connections",
  title: "good requests are answered beside and after hundreds of idle and abandoned connections",
  scenario,
  run: async (trial: Trial) => {
    const idle = await Promise.all(times(200).map(() => trial.raw()))
    try {
      for (const socket of await Promise.all(times(200).map(() => trial.raw()))) socket.close()
      await allAnswered(trial, 20, "beside idle connections")
    } finally {
      for (const socket of idle) socket.close()
    }
    await allAnswered(trial, 20, "after idle connections")
  },
}

const cutOff: Row = {
  id: "hardening.cut-off.mid-body",
  requirement: "hardening.cut-off",
  title: "a topup whose client went away in the middle of it is not applied",
  scenario,
  run: async (trial: Trial) => {
    const place = await placeOf(trial)
    // The bytes that arrive are a complete topup, although the length announces more.
    const bytes = headOf(place, open(place, goodBody.length + 1)) + goodBody
    await unharmed(trial, async () => {
      await Promise.all(
        times(40).map(async (index) => {
          const socket = await trial.raw()
          await socket.send(bytes)
          if (index % 2 === 0) {
            // The target closes after it has seen the end, so it has processed the bytes by then.
            socket.end()
            await socket.receive({ milliseconds: 2_000 })
          }
          socket.close()
        }),
      )
    })
  },
}

/** Returns the id of the record in each response, in the order of responses. */
const idsIn = (text: string): ReadonlyArray<string> =>
  text
    .split(/HTTP\/1\.1 /u)
    .slice(1)
    .map((response) => {
      const record = response.slice(response.indexOf("{"), response.lastIndexOf("}") + 1)
      try {
        return String(JSON.parse(record).id)
      } catch {
        return `no record: ${record.slice(0, 100)}`
      }
    })

const pipelined: Row = {
  id: "hardening.pipelined.order",
  requirement: "hardening.pipelined",
  title: "a hundred requests sent at once on one connection are answered in their order",
  scenario: "alpha",
  run: async (trial: Trial) => {
    const place = await placeOf(trial)
    const { client_id, ids } = trial.business
    const deleted = new Set(
      staffOf(trial.business.spec).flatMap((row) => (row.is_deleted ? row.key : [])),
    )
    const users = Object.entries(ids.users).flatMap(([key, id]) => (deleted.has(key) ? [] : id))
    const requestedUsers = times(100).map((index) => users[index % users.length] ?? "")
    const pathOf = (user: string) => `${place.prefix}/v1/businesses/${client_id}/users/${user}`
    const close = "Connection: close\r\n"
    const bytes = requestedUsers.map((user, index) =>
      headOf(
        place,
        `GET ${pathOf(user)} HTTP/1.1`,
        index === requestedUsers.length - 1 ? close : "",
      ),
    )
    const output = await speak(trial, bytes.join(""), { rest: 8_000 })
    trial.expect(
      output.statuses.length > 0 && output.statuses.every((status) => status === 200),
      "each request that is answered is answered 200",
      output.statuses,
    )
    const seen = idsIn(output.text)
    trial.expect(
      seen.every((id, index) => id === requestedUsers[index]),
      "answers come in the order of requests",
      seen,
    )
  },
}

const long = `{"amount":77.77,"description":"${"x".repeat(24 * 1024 * 1024)}"}`

const tooLong: ReadonlyArray<Row> = [
  {
    id: "hardening.too-long.declared",
    requirement: "hardening.too-long",
    title: "a topup of 24 MiB whose length is declared is refused",
    scenario,
    run: async (trial: Trial) => {
      const place = await placeOf(trial)
      const bytes = headOf(place, open(place, long.length)) + long
      await unharmed(trial, async () => {
        expectTurnedAway(trial, await speak(trial, bytes), "a body of 24 MiB")
      })
    },
  },
  {
    id: "hardening.too-long.chunked",
    requirement: "hardening.too-long",
    title: "a topup of 24 MiB in chunks is refused",
    scenario,
    run: async (trial: Trial) => {
      const place = await placeOf(trial)
      const line = `POST ${place.topups} HTTP/1.1`
      const fields = "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n"
      const bytes = `${long.length.toString(16)}\r\n${long}\r\n0\r\n\r\n`
      await unharmed(trial, async () => {
        const output = await speak(trial, headOf(place, line, fields) + bytes)
        expectTurnedAway(trial, output, "a body of 24 MiB in chunks")
      })
    },
  },
]

/**
 * Compressed only when it is sent, because loading it would take longer than all the rest of the
 * suite.
 */
const bomb = () => gzipSync(Buffer.from(long))

const compressed: ReadonlyArray<Row> = (
  [
    ["not-packed", "gzip", () => Buffer.from(goodBody), "a body that is not packed as it says"],
    ["unknown", "compress-o-matic", () => Buffer.from(goodBody), "a coding that nobody knows"],
    ["bomb", "gzip", bomb, "a body that grows a thousandfold"],
  ] as const
).map(([id, coding, bodyOf, what]) => ({
  id: `hardening.compressed.${id}`,
  requirement: "hardening.compressed",
  title: `${what} is refused`,
  scenario,
  run: async (trial: Trial) => {
    const place = await placeOf(trial)
    await unharmed(trial, async () => {
      const response = await postTopup(trial, place, bodyOf(), { "content-encoding": coding })
      expectRefused(trial, response, what)
    })
  },
}))

const form = "amount=77.77&description=Travel"
const part = `--b\r\nContent-Disposition: form-data; name="amount"\r\n\r\n77.77\r\n--b--\r\n`

const mediaTypes: ReadonlyArray<Row> = (
  [
    ["xml", "application/xml", "<topup><amount>77.77</amount></topup>"],
    ["form", "application/x-www-form-urlencoded", form],
    ["multipart", "multipart/form-data; boundary=b", part],
    ["text", "text/plain", form],
    ["json-as-text", "text/plain", goodBody],
    ["utf-16", "application/json; charset=utf-16", Buffer.from(goodBody, "utf16le")],
  ] as const
).map(([id, type, body]) => ({
  id: `hardening.media-types.${id}`,
  requirement: "hardening.media-types",
  title: `a topup as ${type} is refused`,
  scenario,
  run: async (trial: Trial) => {
    const place = await placeOf(trial)
    await unharmed(trial, async () => {
      expectRefused(trial, await postTopup(trial, place, body, { "content-type": type }), type)
    })
  },
}))

const accept: Row = {
  id: "hardening.media-types.accept",
  requirement: "hardening.media-types",
  title: "a list asked for as an image is answered 406 or with JSON",
  scenario: "alpha",
  run: async (trial: Trial) => {
    const response = await trial.business.call("users.list", { headers: { accept: "image/png" } })
    const lawful =
      response.status === 406 || (response.status === 200 && response.body !== undefined)
    trial.expect(lawful, "406 or JSON", response)
    expectNoFault(trial, response, "a list asked for as an image")
  },
}

export const connections = checksOf("hardening", [
  slowClients,
  storm,
  cutOff,
  pipelined,
  ...tooLong,
  ...compressed,
  ...mediaTypes,
  accept,
])
