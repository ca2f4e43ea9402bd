import { chmodSync, writeFileSync } from "node:fs"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { certificate, key } from "../../../packages/postgres-storage/test/certificate.ts"
import {
  hasPrograms,
  leftOut,
  newServer,
  runStatements,
  type Server,
} from "../../../packages/postgres-storage/test/server.ts"
import { newWire } from "../../../packages/postgres-storage/test/wire.ts"
import { ended, watched, workplace } from "./outlay.ts"

const place = workplace()
let server: Server
let database: string
beforeAll(async () => {
  if (!hasPrograms) return
  server = await newServer()
  await runStatements(server.url(), "create database outlay")
  database = server.url("outlay")
})
afterAll(async () => {
  place.leave()
  if (hasPrograms) await server.remove()
})

const on = (...args: ReadonlyArray<string>) => place.outlay(args, { OUTLAY_DATABASE_URL: database })
/** Progress lines of a command. */
const progress = /^(.* left|(.*; )?business \d+: .*)\n/gmu
const document = async (...args: ReadonlyArray<string>) => {
  const { code, out, err } = await on(...args, "--json")
  expect([code, err.replace(progress, "")]).toEqual([0, ""])
  return JSON.parse(out)
}

/** Starts a process that serves the database. */
const serving = async (url = database) => {
  const child = place.begin(["serve", "--port", "0"], { OUTLAY_DATABASE_URL: url })
  const text = watched(child)
  await expect.poll(() => text.out).toMatch(/listening on http:\S+/u)
  const base = /listening on (http:\S+)/u.exec(text.out)?.[1] as string
  const get = (path: string, token = "") =>
    fetch(`${base}${path}`, { headers: { authorization: `Bearer ${token}` } })
  const stop = async () => {
    child.kill("SIGTERM")
    expect(await ended(child)).toBe(0)
  }
  return { get, stop, text }
}

const commands = () => {
  test("migrate prints what it does, and --check changes nothing", async () => {
    const missing = await on("migrate", "--check")
    expect([missing.code, missing.out]).toEqual([1, ""])
    expect(missing.err).toContain("lacks 0001-tables")
    expect((await document("migrate")).applied.length).toBeGreaterThan(5)
    expect((await document("migrate", "--check")).applied).toEqual([])
  })

  test("sample data matches the ledger and the events", async () => {
    await document("demo", "--months", "1", "--until", "2026-06-17")
    const { verified, businesses, faults } = await document("verify")
    expect([verified, businesses, faults]).toEqual([true, 1, []])
  })

  test("a row or table that was changed by hand is found", async () => {
    const corrupt = "update budgets set available_amount = available_amount + 1"
    await runStatements(database, corrupt, "create table stray (id int)")
    const found = await on("verify", "--json")
    expect(found.code).toBe(4)
    expect(JSON.parse(found.out).differences.length).toBeGreaterThan(0)
    expect(JSON.parse(found.out).faults.join()).toContain("stray")
    await runStatements(
      database,
      "update budgets set available_amount = available_amount - 1",
      "drop table stray",
    )
  })

  test("an import and a dry run report the same as on a file", async () => {
    const lineOf = (n: number) => [
      ...[`row ${n}`, `2026-03-0${1 + (n % 9)}`, `Shop ${n % 7}`],
      ...[n === 700 ? "one" : (n % 50) + 1, `Card ${n % 5}`, `Unit ${n % 3}`],
    ]
    const lines = Array.from({ length: 1_200 }, (_, n) => lineOf(n).join(","))
    const heading = "id,date,merchant,amount,card,unit"
    writeFileSync(place.path("rows.csv"), [heading, ...lines].join("\n"))
    const args = [
      ...["import", "rows.csv", "--create", "budgets,users", "--email-domain", "cards.example.com"],
      ...["--map", "external_id=id,amount=-amount,auth_date=date,merchant_name=merchant"],
      ...["--map", "user=card,budget=unit", "--json"],
    ]
    const imported = async (run: typeof on, business: string, ...more: ReadonlyArray<string>) => {
      const { code, out } = await run(...args, "--business", business, ...more)
      const { seconds, dry_run, ...report } = JSON.parse(out)
      return { code, report }
    }
    const onFile = (...args: ReadonlyArray<string>) => place.outlay(args)
    await onFile("migrate")
    await onFile("business", "create", "Library")
    const expected = await imported(onFile, "1")
    expect(expected).toMatchObject({ code: 3, report: { imported: 1_199, refused: 1 } })
    const { client_id } = await document("business", "create", "Library")
    const { heads } = await document("verify")
    const dry = await imported(on, String(client_id), "--dry-run")
    expect((await document("verify")).heads).toEqual(heads)
    const real = await imported(on, String(client_id))
    const again = await imported(on, String(client_id), "--dry-run")
    expect([dry, real]).toEqual([expected, expected])
    expect(again).toMatchObject({ code: 3, report: { imported: 0, unchanged: 1_199 } })
    const verified = await document("verify")
    expect(verified.verified).toBe(true)
    expect(verified.heads.map((_: { client_id: number }) => _.client_id)).toEqual([1, client_id])
    // Businesses are verified concurrently if there are connections; the result is the same.
    const one = `${database}?pool_size=2&lock_timeout=1000`
    expect(await document("verify", "--database-url", one)).toEqual(verified)
    const unknown = await on(...args, "--business", "99", "--dry-run")
    expect(unknown).toMatchObject({ code: 1, err: expect.stringContaining("business 99") })
  })

  test("verify reports unreadable parts, and no differences in them", async () => {
    const wire = await newWire(`${database}?lost_after=500`)
    wire.hear((text) => {
      if (text.includes("declare rows_")) wire.cut()
    })
    const head = ["--head", `1:${"0".repeat(64)}`]
    const { code, out, err } = await on("verify", "--json", "--database-url", wire.url, ...head)
    expect([code, JSON.parse(out)]).toMatchObject([
      5,
      {
        verified: false,
        differing: 0,
        faults: [],
        outage: expect.stringMatching(/terminated|lost/),
      },
    ])
    expect(err).toMatch(/the check is incomplete: .* Run it again\.\n$/u)
  })

  test("verify reads everything except the schema of a read-only database", async () => {
    await runStatements(database, "alter database outlay set default_transaction_read_only = on")
    try {
      const { code, out, err } = await on("verify", "--json")
      expect([code, JSON.parse(out)]).toMatchObject([
        5,
        { differing: 0, outage: expect.stringContaining("the schema cannot be compared") },
      ])
      expect(JSON.parse(out).entries).toBeGreaterThan(100)
      expect(err).toContain("it only reads, as a standby does")
      const rewritten = await on("verify", "--json", "--head", `1:${"0".repeat(64)}`)
      expect([rewritten.code, JSON.parse(rewritten.out).differing]).toEqual([4, 1])
    } finally {
      await runStatements(
        database,
        "set default_transaction_read_only = off",
        "alter database outlay reset default_transaction_read_only",
      )
    }
  })

  test.each([[["backup", "a.db"]], [["restore", "a.db"]]])(
    "%s names the PostgreSQL tools to use, and shows no password",
    async (args) => {
      const secret = "postgres://me:s3cret@127.0.0.1:1/outlay"
      const { code, err } = await place.outlay(args, { OUTLAY_DATABASE_URL: secret })
      expect(code).toBe(1)
      expect(err).toContain("postgres://127.0.0.1:1/outlay is PostgreSQL")
      expect(err).toContain("pg_dump")
      expect(err).not.toContain("s3cret")
    },
  )

  test("an unavailable server is reported without the password", async () => {
    const secret = "postgres://me:s3cret@127.0.0.1:1/outlay"
    const { code, err } = await place.outlay(["verify"], { OUTLAY_DATABASE_URL: secret })
    expect(code).toBe(5)
    expect(err).toContain("cannot be opened")
    expect(err).not.toContain("s3cret")
  })
}

const services = () => {
  test("a revoked token stops working in both of two processes on one database", async () => {
    const [a, b] = await Promise.all([serving(), serving()])
    const { token, id } = await document("token", "create", "Both", "--business", "1")
    const path = "/v1/businesses/1/budgets"
    expect([(await a.get(path, token)).status, (await b.get(path, token)).status]).toEqual([
      200, 200,
    ])
    await document("token", "revoke", id, "--business", "1")
    await expect.poll(async () => (await a.get(path, token)).status).toBe(401)
    await expect.poll(async () => (await b.get(path, token)).status).toBe(401)
    await Promise.all([a.stop(), b.stop()])
  })

  test.each([
    [0o644, "can be read by others (its mode is 0644): chmod 600"],
    [0o640, ""],
    [0o600, ""],
  ])("the key of a client with the mode %o", async (mode, warning) => {
    for (const [name, text] of [["client.pem", certificate] as const, ["client.key", key] as const])
      writeFileSync(place.path(name), text)
    chmodSync(place.path("client.key"), mode)
    const files = `sslcert=${place.path("client.pem")}&sslkey=${place.path("client.key")}`
    const { stop, text } = await serving(`${database}?sslmode=disable&${files}`)
    await stop()
    expect(text.err.includes("can be read by others")).toBe(warning !== "")
    expect(text.err).toContain(warning)
  })

  test("a service that loses the database refuses requests and recovers by itself", async () => {
    const { get, stop, text } = await serving()
    const { token } = await document("token", "create", "Alone", "--business", "1")
    const path = "/v1/businesses/1/budgets"
    expect((await get("/readyz")).status).toBe(200)
    await server.kill()
    await expect.poll(async () => (await get("/readyz")).status).toBe(503)
    expect((await get(path, token)).status).toBe(503)
    expect((await get("/livez")).status).toBe(200)
    await server.start()
    await expect.poll(async () => (await get("/readyz")).status).toBe(200)
    expect((await get(path, token)).status).toBe(200)
    await stop()
    expect(text.err).toContain("The database is lost")
    expect(text.err).not.toContain("ended in a defect")
  })
}

if (hasPrograms) {
  describe("commands on PostgreSQL", commands)
  describe("services on PostgreSQL", services)
} else test(leftOut, () => expect(hasPrograms).toBe(false))
