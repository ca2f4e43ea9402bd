import { chownSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { Connection } from "../src/connection.ts"
import { reasonOf } from "../src/failures.ts"
import { settingsOf } from "../src/options.ts"
import { certificate, key } from "./certificate.ts"
import { hasPrograms, leftOut, newServer, type Server, unprivilegedId } from "./server.ts"

const base = "postgres://me:s3cret@db.example/outlay"

describe("settings of a URL", () => {
  test.each([
    [base, {}, { poolSize: 10, statementTimeoutMs: 30_000, lockTimeoutMs: 5_000, url: base }],
    [
      `${base}?pool_size=3&statement_timeout=0&lock_timeout=50&lost_after=100`,
      {},
      { poolSize: 3, statementTimeoutMs: 0, lockTimeoutMs: 50, lostAfterMs: 100, url: base },
    ],
    [`${base}?pool_size=3`, { poolSize: 4 }, { poolSize: 4 }],
    [base, { mode: "writable" }, { lostAfterMs: 750 }],
    [base, { mode: "readable" }, { lostAfterMs: 60_000 }],
    [`${base}?lost_after=900`, { mode: "readable" }, { lostAfterMs: 900 }],
    [
      `${base}?sslmode=verify-full&host=/run`,
      {},
      { url: `${base}?sslmode=verify-full&host=%2Frun&uselibpqcompat=true` },
    ],
  ] as const)("%s with %j", (url, options, settings) => {
    expect(settingsOf({ url, ...options })).toMatchObject(settings)
  })

  test.each([
    ["pool_size=0", "has a pool_size that must be a whole number from 1 to 1000"],
    ["pool_size=1001", "pool_size"],
    ["pool_size=1e2", "pool_size"],
    ["statement_timeout=-1", "has a statement_timeout that must be a whole number of milliseconds"],
    ["statement_timeout=86400001", "statement_timeout"],
    ["lock_timeout=0", "has a lock_timeout that must be a whole number of milliseconds, from 1"],
    ["lost_after=99", "has a lost_after that must be a whole number of milliseconds, from 100"],
    ["sslmode=prefer", "an sslmode that must be one of disable, require, verify-ca, verify-full"],
    ["sslmode=verify-ca", "without sslrootcert"],
    ["sslmode=require&sslcert=a.pem", "has only one of sslcert and sslkey"],
    ["sslmode=require&sslkey=a.pem", "has only one of sslcert and sslkey"],
    ["pool_sise=2", "unknown parameter pool_sise"],
    ["uselibpqcompat=false", "unknown parameter"],
    ["sslmode=verify-full&sslmode=disable", "has sslmode more than once"],
    ["pool_size=2&pool_size=3", "has pool_size more than once"],
    ["options=%zz", "has a URL with a % that is not followed"],
    ["sslmode=prefer&pool_size=0", "pool_size"],
  ])("?%s is refused: %s", (parameters, reason) => {
    const settings = () => settingsOf({ url: `${base}?${parameters}` })
    expect(settings).toThrow(reason)
    expect(settings).not.toThrow("s3cret")
  })
})

describe("a URL that the driver would read as another one", () => {
  test.each([
    "postgres://me:s3cret%zz@db.example/outlay",
    "postgres://me:s3cret%@db.example/outlay",
    "postgres://me:s3cret%ff@db.example/outlay",
    "postgres://m%e:s3cret@db.example/outlay",
    "postgres://me:s3cret@db.example/out%lay",
  ])("%s is refused", (url) => {
    expect(() => settingsOf({ url })).toThrow("write % as %25")
    expect(() => settingsOf({ url })).not.toThrow("s3cret")
  })

  test("is accepted if it is encoded", () => {
    const url = "postgres://m%C3%A9:s3cret%25%40@db.example/outlay"
    expect(settingsOf({ url })).toMatchObject({ url })
  })
})

const connections = () => {
  let server: Server
  let folder: string
  const path = (name: string) => join(folder, name)
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "outlay-tls-"))
    const files = { "cert.pem": certificate, "key.pem": key }
    for (const [name, text] of Object.entries(files))
      writeFileSync(path(name), text, { mode: 0o600 })
    if (process.getuid?.() === 0) {
      for (const name of ["", ...Object.keys(files)])
        chownSync(path(name), unprivilegedId, unprivilegedId)
    }
    server = await newServer([
      ...["ssl=on", `ssl_cert_file=${path("cert.pem")}`, `ssl_key_file=${path("key.pem")}`],
      `unix_socket_directories=${folder}`,
    ])
  })
  afterAll(async () => {
    await server.remove()
    rmSync(folder, { recursive: true, force: true })
  })

  const outcomeOf = async (parameters: string, host = "127.0.0.1") => {
    const query = parameters.replace("ROOT", path("cert.pem"))
    const url = `${server.url().replace("127.0.0.1", host)}?${query}`
    try {
      const connection = await Connection.open(settingsOf({ url }), () => undefined)
      const { rows } = await connection.run(
        `select ssl, inet_client_addr() is null as socket
        from pg_stat_ssl where pid = pg_backend_pid()`,
      )
      await connection.close()
      return rows[0]
    } catch (error) {
      return reasonOf(error)
    }
  }

  test.each([
    ["", "127.0.0.1", { ssl: false, socket: false }],
    ["sslmode=disable", "127.0.0.1", { ssl: false, socket: false }],
    ["sslmode=require", "127.0.0.1", { ssl: true, socket: false }],
    ["sslmode=verify-ca&sslrootcert=ROOT", "127.0.0.1", { ssl: true, socket: false }],
    ["sslmode=verify-full&sslrootcert=ROOT", "localhost", { ssl: true, socket: false }],
    ["sslmode=verify-full&sslrootcert=ROOT", "127.0.0.1", expect.stringContaining("127.0.0.1")],
    ["sslmode=verify-full", "localhost", expect.stringContaining("set sslrootcert")],
    ["sslmode=require&sslrootcert=none.pem", "localhost", expect.stringContaining("none.pem")],
  ])("over TCP with %s to %s", async (parameters, host, expected) => {
    expect(await outcomeOf(parameters, host)).toEqual(expected)
  })

  test("over a socket", async () => {
    expect(await outcomeOf(`host=${folder}`)).toEqual({ ssl: false, socket: true })
  })

  test("timeouts in the URL are the session's", async () => {
    const url = `${server.url()}?statement_timeout=1234&lock_timeout=567`
    const connection = await Connection.open(settingsOf({ url }), () => undefined)
    const { rows } = await connection.run(`select
      current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock`)
    await connection.close()
    expect(rows).toEqual([{ statement: "1234ms", lock: "567ms" }])
  })
}

if (hasPrograms) describe("connections", connections)
else test(leftOut, () => expect(hasPrograms).toBe(false))
